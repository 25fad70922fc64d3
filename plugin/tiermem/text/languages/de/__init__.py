"""German."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several(
    "also am an april august den die do du hat he hi in man november "
    "ok september so was war weekend will winter"
)
