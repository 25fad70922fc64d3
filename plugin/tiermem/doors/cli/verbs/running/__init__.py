"""Run it: attach to hosts and serve them, let people in by tokens, talk to a model, or play a demonstration."""
