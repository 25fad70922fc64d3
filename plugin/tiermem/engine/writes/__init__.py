"""The write path: checks, budgets, staging and commit."""
