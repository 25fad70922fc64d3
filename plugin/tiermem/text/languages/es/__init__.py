"""Spanish."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several("a come con has he me no once para sin son ten")
