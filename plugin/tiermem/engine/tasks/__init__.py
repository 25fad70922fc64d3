"""Tasks, projects and their archive."""
