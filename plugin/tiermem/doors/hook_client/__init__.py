"""What hosts run as their command hook: as little Python as can be, for it is started anew with every message."""
