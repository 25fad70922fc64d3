"""What the model sees: blocks, passages, guidance."""
