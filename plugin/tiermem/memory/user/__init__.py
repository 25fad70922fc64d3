"""What one user sees and decides: profile, journal, tasks, review and erasing."""
