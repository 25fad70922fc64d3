"""Put the person, the place or the thing that is meant where a statement only points at it."""
