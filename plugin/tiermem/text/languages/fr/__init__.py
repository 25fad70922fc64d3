"""French."""

from tiermem.text.languages.language import several

ENGLISH_TOO = several("a an as d m me on pas pour s sans son sur t tu weekend")
