"""The profile of a user, made from observations: narrative, scaffold and learned information."""
