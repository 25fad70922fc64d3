"""The pages of the panel, a module each, and the actions that change entries from any of them."""
