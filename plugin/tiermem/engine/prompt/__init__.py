"""The model's view: blocks, passages, guidance."""
