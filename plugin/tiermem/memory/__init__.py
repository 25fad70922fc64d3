"""The public face of a memory: `Memory`, `Session` and what they hand out."""
