"""The store on PostgreSQL: for agents that run on more than one machine."""
