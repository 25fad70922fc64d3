"""Run it: attach to hosts and serve them, talk to a model, or play a demonstration."""
