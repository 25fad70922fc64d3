"""Check, dump, adopt and migrate a store."""
