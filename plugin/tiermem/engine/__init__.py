"""The work of memory: blocks, recall, writing, gap-fill."""
