"""What memory does: blocks, recall, writing, gap-fill."""
