"""Recall: find and rank what may matter to a prompt."""
