"""English."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several(
    """
    all at be can dad her him hot is last ma march may mine of or thing us use we well y
    """
)
"""Words that languages without a folder here have as well."""

COMMON = several(
    """
    user users uses has called call runs drives works lives likes prefers started starting moved left got new
    programs speaks reads plays name job dog cat kids
    """
)
"""Words that show the language besides its function words."""
