"""The profile: what a user's observations add up to, as narrative, scaffold and learned information."""
