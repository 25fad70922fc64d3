"""Transcripts in, exports out."""
