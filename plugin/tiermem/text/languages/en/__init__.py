"""English."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several(
    """
    all at be can dad her him hot is last ma march may mine of or thing us use we well y
    """
)
"""Words that languages without a folder here have as well."""
