"""Show and change entries, profile and tasks, their owners, and what the model sees of them."""
