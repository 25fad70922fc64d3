"""Show and decide what is of one user: profile, journal, tasks, review and erasing."""
