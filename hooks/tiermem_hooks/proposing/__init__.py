"""Gap-fill by a model: its input, and the check that the user's own words support its proposals."""
