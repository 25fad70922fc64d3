"""Gap-fill by a model: what it is shown, and which of its proposals the user's own words bear out."""
