"""Gap-fill, the observation log and its processor."""
