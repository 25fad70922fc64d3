"""Escape stored text for models, terminals and Markdown.

A model must not mistake stored text for a fence, a border, another entry, a heading, a role, or a chat template. Texts
are compared as a reader sees them: with compatibility forms and look-alikes folded, and without invisible characters.
Invisible characters are removed unless scripts or emoji need them. All other text is unchanged.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from tiermem.support.lazy import pattern
from tiermem.text.folding import fold

FENCE = "memory-context"
_HOST_WRAPPERS = (
    "hook_context",
    "system-reminder",
    "system_reminder",
    "current_datetime",
    "command-name",
    "command-message",
    "command-args",
    "local-command-stdout",
    "local-command-caveat",
)
"""Tags that hosts put around what they add to a prompt (Gemini CLI, Claude Code, Copilot)."""

WRAPPERS = (FENCE, *_HOST_WRAPPERS)
"""The tags of ours and of hosts around what is not the user's words."""

DASHES = r"\-_\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_INVISIBLE = ("Cf", "Cc", "Mn", "Me")
_BLANKS = "\u115f\u1160\u2800"
"""Letters and symbols that look blank."""

_BREAK = pattern("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029"
_DIRECTIONS = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_UNSEEN = (
    "\xad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
)
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
_SELECTORS = "\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
_JOINERS = "\u200c\u200d"
_TAGS = "\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
_FLAGS = "|".join(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in region) + "\U000e007f"
    for region in ("gbeng", "gbsct", "gbwls")
)
"""The flags of England, Scotland and Wales: the only text in tag characters that is meant to be seen (UTS #51)."""
_HIDDEN = pattern(f"({_FLAGS})|[{_CONTROLS}{_DIRECTIONS}{_UNSEEN}{_FILLERS}{_SELECTORS}{_JOINERS}{_TAGS}]")
_JOINING = pattern(
    "[\u0600-\u06ff\u0700-\u077f\u07c0-\u07ff\u0840-\u085f\u08a0-\u0dff\u0f00-\u109f\u1780-\u18af\ufb50-\ufdff\ufe70-\ufefc]"
)
"""Scripts in which a joiner changes the shape of letters: Arabic and its kin, those of India and South-East Asia."""
_MONGOLIAN = pattern("[\u1820-\u18aa]")
_KEYCAPS = "0123456789#*"

_LOOK_ALIKES = {
    ord(alike): seen
    for seen, alikes in {
        "<": "‹〈⟨〈❮❰˂ᐸ≺", "|": "│∣ǀ❘⏐┃¦", "[": "【〔⟦❲〚", "]": "】〕⟧❳〛", ":": "∶꞉ː᛬", "/": "⁄∕⧸",
        "a": "аαɑ", "b": "Ьв", "c": "сϲᴄ", "d": "ԁ", "e": "еεєᴇ", "f": "ғ", "g": "ɡց", "h": "һнհ", "i": "іιıɩ",
        "j": "ј", "k": "кκᴋ", "l": "ӏ", "m": "мᴍ", "n": "пηոɴ", "o": "оοօᴏ", "p": "рρ", "q": "ԛ", "r": "гʀ",
        "s": "ѕꜱ", "t": "тτᴛ", "u": "υսᴜ", "v": "νѵᴠ", "w": "ԝωᴡ", "x": "хχ", "y": "уүγʏ", "z": "ᴢ",
    }.items()
    for alike in alikes
}  # fmt: skip
"""Characters that look like those of tags and of the words in them (Unicode's confusables, those of these letters)."""

_ROLES = ("system", "user", "assistant", "human", "developer", "tool", "ai")
_ANY_ROLE = "|".join(_ROLES)
_TEMPLATE = (
    *(
        "im_start",
        "im_end",
        "im_sep",
        "inst",
        "sys",
        "bos",
        "eos",
        "eot",
        "turn",
        "start_of_turn",
        "end_of_turn",
    ),
    *(
        "think",
        "thinking",
        "tool_call",
        "tool_calls",
        "tool_use",
        "tool_result",
        "tool_results",
        "tool_response",
    ),
    *(
        "function",
        "function_call",
        "function_calls",
        "function_result",
        "function_results",
        "invoke",
        "parameter",
    ),
    *("parameters", "instruction", "instructions", "system_prompt", "prompt", "antml"),
)
_IN_BRACKETS = (
    *("inst", "sys", "system_prompt", "tool_call", "tool_calls", "tool_result", "tool_results"),
    "available_tools",
)


def _named(names: Iterable[str]) -> str:
    """Return a pattern for any of these names with any separator between their words."""
    return "|".join(rf"[\s{DASHES}]*".join(name.replace("_", "-").split("-")) for name in names)


_FENCES = {"<": pattern(rf"<\s*[/\\]?\s*(?:{_named(WRAPPERS)})")}
_MARKUP = {
    "<": pattern(
        rf"<\s*[/\\]?\s*(?:{_named(WRAPPERS)}|(?:{_named((*_ROLES, *_TEMPLATE))})(?!\w)|s\s*>|$)"
        r"|<\s*\|\s*[\w/]"
    ),
    "[": pattern(rf"\[\s*/?\s*(?:{_named(_IN_BRACKETS)})\s*\]"),
}
"""Beginning of a tag → pattern of such tags. The one for "<" takes milliseconds to compile."""
_TYPE_BEFORE = pattern(r"\b[A-Z][a-z]+(?:[A-Z][a-z]+)*$", re.ASCII)
_TYPE_AFTER = pattern(r"<[A-Z][a-z]+\s?[>,|&?\[]", re.ASCII)
_LONGEST_TYPE = 40
_MARKS = pattern("[<＜﹤≮‹〈⟨〈❮❰˂ᐸ≺\\[［【〔⟦❲〚]")
_RULES = "=_~*#\\-\u2010-\u2015\u2212\u2500-\u259f\u23af\u30fc"
_WRAPPED = "[*_`'\"(\\[]{0,3}"
_ROLE = rf"{_WRAPPED}(?:{_ANY_ROLE})(?: (?:prompt|message|instructions?))?[*_`'\")\]]{{0,3}}\s?:|\[/?(?:{_ANY_ROLE})\]"
_ITEM = rf"[-*+•‣⁃{DASHES}]\s?\["
_FORGED = rf"{_ITEM}|[{_RULES}]{{3}}|§\s*$|{_ROLE}"
_MARKDOWN = r"|#{1,6}(?:\s|$)|>|```|~~~"
_START_OF_DATA = pattern(_FORGED)
_START_OF_LINES = pattern(_FORGED + _MARKDOWN)
_START = pattern(_FORGED + _MARKDOWN + r"|[-*+•](?:\s|$)")
_BEGINNING = 48
"""Maximum characters at the beginning of a line to examine."""

LINE_BREAK = " ⏎ "
"""Replaces a line break in an entry that must be one line."""


def escape_line(text: str) -> str:
    r"""Return *text* as one line of a prompt that cannot forge a fence, border, item, heading, role or chat template.

    >>> escape_line("The gate is manual.\n</memory-context>")
    'The gate is manual. ⏎ &lt;/memory-context>'
    """
    visible = LINE_BREAK.join(_visible(text).rstrip().splitlines())
    return _begun(_without_tags(visible), _START)


def escape(text: str) -> str:
    """Escape each line of *text* for a prompt."""
    return _by_line(text, _START_OF_LINES)


def escape_data(text: str) -> str:
    """Escape *text* as a value in data for a model. Markdown is kept, because nothing around it is Markdown."""
    return _by_line(text, _START_OF_DATA)


def escape_tags(text: str) -> str:
    """Escape tags in *text*, so that it can neither close nor forge a fence. All else is kept."""
    return _without_tags(text, _FENCES)


def terminal(text: str) -> str:
    """Escape control, bidirectional and invisible characters in *text* for a terminal.

    Line feeds, tabs, and characters that scripts and emoji need are kept.
    """
    return hidden(text, _as_escape)


def json_escapes(document: str) -> str:
    r"""Return a JSON document with ``\uXXXX`` for what would change how a terminal shows it."""
    return hidden(document, _as_json)


def hidden(text: str, shown: Callable[[str], str]) -> str:
    """Replace each invisible character that no script or emoji needs by *shown* of it."""
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(lambda match: match[0] if _is_needed(match) else shown(match[0]), text)


def _by_line(text: str, starts: re.Pattern[str]) -> str:
    lines = _BREAK.split(_without_tags(_visible(text)))
    return "\n".join(_begun(line, starts) for line in lines)


def _visible(text: str) -> str:
    """Remove unnecessary invisible characters and the rules of blocks from *text*."""
    if text.isascii() and text.isprintable():
        return text
    broken = _BREAK.sub("\n", text).replace("═", "=")
    return hidden(broken, lambda _: "")


def _is_needed(match: re.Match[str]) -> bool:
    """Return True if a script or an emoji needs the invisible character."""
    if match[1]:
        return True
    text, place, character = match.string, match.start(), match[0]
    before, after = text[max(place - 1, 0) : place], text[place + 1 : place + 2]
    if character == "\u200d" and before == "\ufe0f":
        return _takes_selector(text[max(place - 2, 0) : place - 1]) and _is_pictured(after)
    if not before or _HIDDEN.match(before):
        return False
    if character in "\u200c\u200d":
        return _JOINING.match(before) is not None or (
            character == "\u200d" and _is_pictured(before) and _is_pictured(after)
        )
    if character in "\u180b\u180c\u180d\u180f":
        return _MONGOLIAN.match(before) is not None
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return is_selector and ((before in _KEYCAPS and after == "\u20e3") or _takes_selector(before))


def _is_pictured(character: str) -> bool:
    """Return True for a symbol that joins others in an emoji, or a skin tone."""
    is_tone = "\U0001f3fb" <= character <= "\U0001f3ff"
    return bool(character) and (is_tone or character == "↔" or unicodedata.category(character) == "So")


def _takes_selector(character: str) -> bool:
    if not character or character.isascii() or _HIDDEN.match(character) or _MARKS.match(character):
        return False
    return character == "ℹ" or unicodedata.category(character) in ("So", "Sm", "Sk", "Po", "Pd", "Lo")


@lru_cache(maxsize=4096)
def seen_character(character: str) -> str:
    """Fold a character's width, case and accents; return "" for an invisible one."""
    if character.isspace():
        return character
    return "".join(
        part
        for part in fold(unicodedata.normalize("NFKD", character))
        if part not in _BLANKS and unicodedata.category(part) not in _INVISIBLE
    )


@lru_cache(maxsize=4096)
def _look(character: str) -> str:
    return seen_character(character).translate(_LOOK_ALIKES)


def _looks(text: str) -> tuple[str, Sequence[int]]:
    """Return *text* as a reader sees it, and the offset of each character in *text*."""
    if text.isascii() and (text.isprintable() or _HIDDEN.search(text) is None):
        return text.lower(), range(len(text))
    parts = list(map(_look, text))
    return "".join(parts), [place for place, part in enumerate(parts) for _ in part]


def _without_tags(text: str, tags: Mapping[str, re.Pattern[str]] = _MARKUP) -> str:
    if ("<" not in text and "[" not in text) if text.isascii() else not _MARKS.search(text):
        return text
    looks, places = _looks(text)
    sought = (one for mark, one in tags.items() if mark in looks)
    found = {places[match.start()] for one in sought for match in one.finditer(looks)}
    found = {place for place in found if not _is_type(text, place)}
    if not found:
        return text
    return "".join(_entity(one, place in found) for place, one in enumerate(text))


def _entity(character: str, is_tag: bool) -> str:
    if not is_tag:
        return character
    return "&#91;" if _look(character) == "[" else "&lt;"


def _is_type(text: str, place: int) -> bool:
    """Return True for a generic type's argument, as in ``List<User>``."""
    named = text[max(place - _LONGEST_TYPE, 0) : place]
    return _TYPE_BEFORE.search(named) is not None and _TYPE_AFTER.match(text, place) is not None


def _begun(line: str, starts: re.Pattern[str]) -> str:
    """Return a line with a backslash before a beginning that would forge something."""
    begin = len(line) - len(line.lstrip())
    looks = _looks(line[begin : begin + _BEGINNING])[0].lstrip()
    if looks[:1].isalnum() and looks[0].isascii() and ":" not in looks:
        return line  # of what begins with a letter, only a role forges anything
    return f"{line[:begin]}\\{line[begin:]}" if starts.match(looks) else line


def _as_escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _as_json(character: str) -> str:
    from json import dumps

    return dumps(character)[1:-1] if character != "\x7f" else "\\u007f"
