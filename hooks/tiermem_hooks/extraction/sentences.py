"""Split a speaker's text into their own sentences, without code, quotations, letters and other pasted text.

A letter begins with its salutation, or behind a colon that introduces it, and ends with its sign-off. What stands
before and behind it is the user's own. The words of others, or for another text, stand behind a colon, to the end of
their paragraph: "Anna says: …", "translate to German: …".
"""

from __future__ import annotations

import re
from itertools import chain, islice
from typing import TYPE_CHECKING

from tiermem.plugins import dataclass
from tiermem.plugins.text import (
    CJK,
    QUESTION_MARKS,
    UNSPACED,
    fold,
    languages,
    pattern,
    query_words,
    storable,
    strip_injected,
)
from tiermem_hooks.extraction.model import is_first_name, may_be_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tiermem_hooks.extraction.rules import Rules

CLAUSE_END = re.compile(r"[,;，；、]|\s[-–—]\s")
"""Ends a clause within a sentence."""
LAST_MARKS = re.compile(r"[\s.!?…,;:—–。｡！？，、；：\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F-]+$")
"""Marks, spaces and smileys with which a text ends."""
_APOSTROPHES = str.maketrans("‘’ʼ´`＇", "''''''")
_FENCE = re.compile(r"\s{0,3}(```|~~~)")
_BULLET = re.compile(r"\s*(?:[-*•–·+]|\d{1,3}[.)]|[a-z]\))\s+(?:\[[ xX]\]\s+)?")
_QUOTED_LINE = re.compile(r"\s*(?:>|\|)")
_INDENTED = re.compile(r"(?: {4}|\t)(?!\s*(?:[-*•]|\d+[.)])\s)")
_NOISE = re.compile(
    r"""\s*(?:
        at\s[\w.$<>]+\(|File\s"|Traceback\b|Caused\ by:|panic:\s|goroutine\ \d|\w*(?:Error|Exception)\b:|\w+\ error:
        |\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|\[?(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE)\b
        |[$%#]\s\S|>>>\s|from\s\S+\simport\b|(?:def|class)\s.*[:({]\s*$|(?:let|const|var)\s+\w+\s*[=:]
        |(?:import|function|public|private|return|SELECT|INSERT|UPDATE|CREATE)\s.*[;({)]\s*$
        |(?:(?:pub|static|async|export|override)\ )*(?:fn|func|fun|def|function)\ \w+\s*[(<\[]
        |[+-]{3}\s|@@\s|</?\w|[{}\[\]()]+[;,]?\s*$
        |\[?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\ )?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\ ?[ap]m)?\]?
            \ ?[-–]?\ ?[^\W\d][^:\n]{0,30}:\s
    )""",
    re.VERBOSE,
)
_HEADING = re.compile(r"\s*(?:(?:\d{1,3}[.)]|[-*])\s+)?(?:\*\*\S|#{2,6}\s)")
"""A heading in Markdown."""
_SYMBOL = re.compile(r"[{}\[\]<>=;|\\/_$#*+^~&%@]")
_CODE_SHARE = 0.12
"""Share of such symbols above which a line is code (prose of the data sets seen stays under 0.03)."""
_QUOTATION = re.compile(
    r'"[^"\n]{1,400}"|“[^”\n]{1,400}”|«[^»\n]{1,400}»|„[^“”\n]{1,400}[“”]|(?<!\w)\'(?:[^\'\n]|(?<=\w)\'(?=\w)){4,200}\'(?!\w)'
    r"|「[^」\n]{1,400}」|『[^』\n]{1,400}』"
)
_INLINE_CODE = re.compile(r"`[^`\n]{1,200}`|\\\([^\n]{1,200}?\\\)|\\\[[^\n]{1,200}?\\\]")
"""Code and formulas: `x = 1`, \\(x = 1\\), \\[x = 1\\]."""
_SHORT_QUOTATION = r"\W?(?:[^\W%s][\w.+#-]*(?: [\w.+#-]+)?[.,!]?|[\w·・]{1,6})\W?"
_SHORT = re.compile(_SHORT_QUOTATION % "")
_SHORT_UNSPACED = pattern(_SHORT_QUOTATION % CJK)
"""The same with a script without spaces, whose sets of characters take milliseconds to compile."""
_URL = re.compile(r"\b(?:https?://|www\.)\S+")
_ENDING = (
    r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。｡！？]+[」』”）]?%s|[\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F]+(?=\s)"
)
_END = re.compile(_ENDING % "")
_END_UNSPACED = pattern(_ENDING % f"|[!?]+(?=[{CJK}])|(?<=[{CJK}])[!?]+")
_LAST_WORD = re.compile(r"\S+$")
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?){2,}")
_FIRST_WORD = re.compile(r"[\W_]*([^\W_]+)")
_LAST_DAY = 31
"""The last day of a month: up to it, a number before a period may be an ordinal."""
_SENTENCE_MARKS = ".!?…。｡！？"
_PER_WORD = 2
"""Characters of Chinese or Japanese that say about as much as a word."""
_WRAPPED_LINE = 55
"""Minimum characters of a line that may continue in the next one."""
_BLANK = "\ufffc"
_MOST_LETTERS = 8
"""Letters, or pasted texts, that are looked for in one message."""
_FEWEST_CHARS_OF_LETTER = 60
"""Characters behind a colon in the same line from which on they are what it introduces, and not a word or two."""
_INTRO = re.compile(r"[^.!?。！？:：\n]*[:：]\s*$")
"""The clause that introduces a letter: "my landlord sent this:"."""
_COLON_MARK = re.compile(r"[:：](?!//|\s*[\"“«„「『'‘])")
"""A colon, not before a quotation, which is left out anyway and whose end is known."""
_CLAUSE_BEFORE = re.compile(r"[^.!?。！？:：\n]*$")
_MOST_MARKS, _MOST_CHARS_BEFORE = 40, 160
"""Colons that are looked at in one message, and characters of the clause before one."""
_MOST_DICTATED = 160
"""Characters of a text behind which the user's own words may go on in the same line."""
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_NAME_BEHIND = pattern(
    r"[,.!，。！]?[ \t]*\n?[ \t]*(?:(?:(?:[A-ZÀ-Ý]\.|M\.|Mme|[A-ZÀ-Ý][\w'-]+)[ \t]*){1,4}"
    r"|[\u3040-\u30ff\u3400-\u9fff]{1,10}(?=\s|$))?"
)
"""The name behind a sign-off, in its line or the next."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as said, and in the form for matching.

    Attributes:
        text: Its words.
        view: As long as `text`; apostrophes straightened, quotations blanked out.
    """

    text: str
    view: str

    @property
    def asks(self) -> bool:
        """True if it ends in a question mark."""
        return self.view.rstrip(" \"')]!」』）").endswith(("?", "？"))

    def part(self, start: int, end: int | None = None) -> Sentence:
        """Return the stretch from *start* to *end*, outer white space taken off."""
        text, view = self.text[start:end], self.view[start:end]
        left, right = len(text) - len(text.lstrip()), len(text.rstrip())
        return Sentence(text[left:right], view[left:right])


def sentences(content: str, rules: Rules) -> list[Sentence]:
    """Return the speaker's own sentences in *content*, in order, up to `Limits.turn_chars`."""
    found: list[Sentence] = []
    for _ in range(_MOST_LETTERS):
        own, pasted = _up_to_paste(content, rules)
        found += own
        start = content.find(pasted.text) if pasted else -1
        resumed = _resumed(content, start, rules) if start >= 0 else None
        if resumed is None:
            break
        content = content[resumed:]
    return found


def _up_to_paste(content: str, rules: Rules) -> tuple[list[Sentence], Sentence | None]:
    """Return the sentences of a text up to one that says that a text follows, and that one; None if none does."""
    found: list[Sentence] = []
    for line in _own_lines(content, rules):
        for sentence in chain.from_iterable(
            _contrasted(one, found[-1] if found else None, rules) for one in _split(line, rules)
        ):
            if storable(sentence.text) and any(map(str.isalnum, sentence.text)):
                found.append(sentence)
            if rules.pattern("sentences", "pasted_after").search(sentence.view):
                is_decline = rules.pattern("decline", "request").search(sentence.view)
                return found if is_decline else found[:-1], sentence
    return found, None


def asks_to_leave(sentence: Sentence, rules: Rules) -> bool:
    """Return True if a sentence asks by its words not to remember something."""
    is_idiom = rules.pattern("decline", "idiom").search(sentence.view)
    return not is_idiom and rules.pattern("decline", "request").search(sentence.view) is not None


def asks_to_keep(sentence: Sentence, rules: Rules) -> bool:
    """Return True if a sentence asks by its words to remember something."""
    return any(pattern.match(sentence.view) for pattern in rules.patterns("request", "patterns"))


def without_letters(content: str, rules: Rules) -> str:
    """Return a user's message without the letters in it."""
    own = []
    for _ in range(_MOST_LETTERS):
        start = _start_of_letter(content, rules)
        if start is None:
            break
        own.append(_INTRO.sub("", content[:start]))
        content = content[_end_of_letter(content, start, rules) :]
    return "\n\n".join((*own, content)) if own else content


def without_dictated(content: str, rules_of: Callable[[str], Iterable[Rules]]) -> str:
    """Return a user's message without the words of others, or for another text, that a colon introduces.

    Args:
        content: The message.
        rules_of: Returns the rules of the languages that a clause may be in.
    """
    own, kept_to = [], 0
    for mark in islice(_COLON_MARK.finditer(content), _MOST_MARKS):
        start = max(kept_to, mark.start() - _MOST_CHARS_BEFORE)
        lead = _CLAUSE_BEFORE.search(content, start, mark.start())
        if lead is None or mark.start() < kept_to or not lead[0].strip():
            continue
        clause, line = (
            lead[0].strip(),
            content[lead.start() : mark.end() + _MOST_CHARS_BEFORE].strip().split("\n")[0],
        )
        found = [(rules, rules.pattern("letter", "dictated").search(clause)) for rules in rules_of(clause)]
        said = next((said for _, said in found if said), None)
        # Behind pasted text nothing is the user's own, to the end of the message.
        if said is None or any(rules.pattern("sentences", "pasted_after").search(line) for rules, _ in found):
            continue
        own.append(content[kept_to : lead.end() - len(lead[0].lstrip()) + said.start()])
        kept_to = _end_of_dictated(content, mark.end(), [rules for rules, _ in found])
    return "\n\n".join((*own, content[kept_to:])) if own else content


def telling(text: str, rules: Rules) -> frozenset[str]:
    """Return the informative words of *text*, as the index knows them."""
    spoken = languages.language(rules.language)
    return frozenset(query_words(text, languages=[spoken])) - spoken.stop_words


def word_count(text: str) -> int:
    """Return the number of words of *text*; in scripts without spaces, two characters count as one."""
    unspaced = len(UNSPACED.findall(text))
    return (unspaced + _PER_WORD - 1) // _PER_WORD + len(UNSPACED.sub(" ", text).split())


def is_unspaced(text: str) -> bool:
    """Return True if *text* ends in a script without spaces."""
    return UNSPACED.match(text[-1:]) is not None


def _own_lines(content: str, rules: Rules) -> Iterator[str]:
    limits = rules.limits
    paragraphs = _paragraphs(strip_injected(content[: limits.turn_chars]))
    if len(content) > limits.pasted_chars:
        ends = paragraphs[:1] + (paragraphs[-1:] if len(content) <= limits.turn_chars else [])
        paragraphs = [lines for lines in ends if sum(map(len, lines)) <= limits.own_paragraph_chars]
    for lines in paragraphs:
        if _HEADING.match(lines[0]) or sum(1 for line in lines if _is_noise(line)) >= 2:
            continue
        yield from _joined([line for line in lines if not _is_noise(line)])


def _paragraphs(text: str) -> list[list[str]]:
    """Return runs of lines between blank lines; code blocks, quoted and indented lines are left out."""
    paragraphs: list[list[str]] = [[]]
    fence: str | None = None
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if mark and fence in (None, mark[1]):
            fence = None if fence else mark[1]
        elif fence or _QUOTED_LINE.match(line):
            continue
        elif not line.strip():
            paragraphs.append([])
        elif not _INDENTED.match(line):
            paragraphs[-1].append(line)
    return [lines for lines in paragraphs if lines]


def _is_noise(line: str) -> bool:
    if _NOISE.match(line) or _HEADING.match(line):
        return True
    words = _BULLET.sub("", _URL.sub("", line), count=1)
    return len(_SYMBOL.findall(words)) > max(2, _CODE_SHARE * len(words))


def _joined(lines: list[str]) -> Iterator[str]:
    """Yield lines without bullets, hard-wrapped ones joined."""
    whole = ""
    for line in lines:
        body = _BULLET.sub("", line, count=1) if _BULLET.match(line) else line.strip()
        wraps = (
            len(whole.rpartition("\n")[2]) >= _WRAPPED_LINE
            and whole[-1] not in ".!?:;…"
            and body[:1].islower()
        )
        if whole and wraps and not _BULLET.match(line):
            whole += "\n" + body
        else:
            if whole:
                yield whole.replace("\n", " ")
            whole = body.lstrip("# ").strip()
    if whole:
        yield whole.replace("\n", " ")


def _view(text: str) -> str:
    """Return *text* for matching: of the same length, apostrophes straightened, quotations and URLs blanked out."""
    for inner in (_INLINE_CODE, _QUOTATION):
        text = inner.sub(_blank_quotation, text)
    return _URL.sub(lambda match: match[0].translate(_DOTS), text).translate(_APOSTROPHES)


_DOTS = str.maketrans(".!?", "___")


def _blank_quotation(match: re.Match[str]) -> str:
    """Blank a quotation, unless it is just a word or two, which are a name."""
    short = _SHORT_UNSPACED if UNSPACED.search(match[0]) else _SHORT
    if short.fullmatch(match[0]):
        return match[0]
    kept = 2 if match[0][-2] in ".!?" else 1
    return match[0][0] + _BLANK * (len(match[0]) - 1 - kept) + match[0][-kept:]


def _split(line: str, rules: Rules) -> Iterator[Sentence]:
    whole = Sentence(line, _with_capitals(_view(line), rules))
    start = 0
    ending = _END_UNSPACED if UNSPACED.search(whole.view) else _END
    for end in ending.finditer(whole.view):
        if _ends_here(whole.view, start, end, rules):
            yield from _not_empty(whole.part(start, end.end()))
            start = end.end()
    yield from _not_empty(whole.part(start))


def _with_capitals(view: str, rules: Rules) -> str:
    """Return *view* with a capital for the names of relatives in small letters: "my boss is called toni"."""
    for found in rules.pattern("about", "small_name").finditer(view):
        if _is_name(found, rules):
            view = f"{view[: found.start('name')]}{found['name'].capitalize()}{view[found.end('name') :]}"
    return view


def _is_name(found: re.Match[str], rules: Rules) -> bool:
    """Return True if a word in small letters is a name: a known one, or any word that only a name can be."""
    if is_first_name(found["name"], rules.language):
        return True
    if not found["sure"] or (found["more"] and not _is_function_word(f" {found['more']}", rules)):
        return False
    return may_be_name(found["name"].capitalize(), rules.language)


def _contrasted(sentence: Sentence, before: Sentence | None, rules: Rules) -> Iterator[Sentence]:
    """Yield a sentence, in two if it asks to keep one thing and to leave another: "don't note my age, but note that …".

    The words of the contrast are left out, so that the request to keep something opens its part.
    """
    for but in rules.pattern("decline", "contrast").finditer(sentence.view):
        left, right = sentence.part(0, but.start()), sentence.part(but.end())
        if not left.text:
            if before and asks_to_leave(before, rules) and _only_keeps(right, rules):
                yield right
                return
        elif (asks_to_leave(left, rules) and _only_keeps(right, rules)) or (
            asks_to_leave(right, rules) and _only_keeps(left, rules)
        ):
            yield left
            yield right
            return
    yield sentence


def _only_keeps(sentence: Sentence, rules: Rules) -> bool:
    return asks_to_keep(sentence, rules) and not asks_to_leave(sentence, rules)


def _not_empty(sentence: Sentence) -> Iterator[Sentence]:
    if sentence.text:
        yield sentence


def _ends_here(view: str, start: int, end: re.Match[str], rules: Rules) -> bool:
    if end[0][0] not in _SENTENCE_MARKS:
        return view[end.end() : end.end() + 4].lstrip()[:1].isupper()
    if end[0][0] != "." or len(end[0]) > 1:
        return True
    last = _LAST_WORD.search(view, max(start, end.end() - 20), end.end())
    word = last[0].lstrip("(\"'“").lower() if last else ""
    following = view[end.end() : end.end() + 4].lstrip(" \"'“(")[:1]
    part = view[max(start, end.end() - 40) : end.end()]
    rest = view[end.end() :]
    if word in rules.words("sentences", "sometimes") or rules.pattern("sentences", "shortened").search(part):
        return following.isupper() or rules.pattern("sentences", "begins").match(rest) is not None
    if _INITIALS.fullmatch(word) and word not in rules.words("sentences", "abbreviations"):
        return _begins_after_initials(rest, rules)
    return not (
        word in rules.words("sentences", "abbreviations")
        or (word in rules.words("sentences", "before_digit") and following.isdigit())
        or (word[:-1].isdecimal() and _goes_on(int(word[:-1]), rest, following, rules))
        or (
            len(word) == 2 and word[0].isalpha() and word not in rules.words("sentences", "words_of_a_letter")
        )
        or rules.pattern("sentences", "goes_on").search(part) is not None
    )


def _begins_after_initials(rest: str, rules: Rules) -> bool:
    """Return True if another sentence begins after initials ("J.P. Morgan"): its first word is no name."""
    first = _FIRST_WORD.match(rest)
    if first is None or rules.pattern("sentences", "begins").match(rest):
        return True
    known = languages.language(rules.language)
    return first[1][0].isupper() and fold(first[1]) in known.stop_words | known.first_person


def _is_function_word(rest: str, rules: Rules) -> bool:
    """Return True if a text begins with a word that says nothing by itself: "does", "the", "what", "I"."""
    first = _FIRST_WORD.match(rest)
    known = languages.language(rules.language)
    function = known.stop_words | known.question_words | known.first_person
    return first is not None and fold(first[1]) in function


def _goes_on(number: int, rest: str, following: str, rules: Rules) -> bool:
    """Return True if a sentence continues after a number with a period.

    Before a small letter it does, unless a function word follows a number that is no day: "I take losartan 50. does
    it go with salt?", but "born on 3. may", "der 3. und der 4. Mai".
    """
    if following.islower():
        opens = number > _LAST_DAY and _is_function_word(rest, rules)
        return not (opens or rules.pattern("sentences", "begins").match(rest))
    return rules.pattern("sentences", "goes_on_before").match(rest) is not None


def _end_of_dictated(content: str, start: int, every: Iterable[Rules]) -> int:
    """Return where dictated words end: where the user's own go on, or with their paragraph."""
    resumed = (_resumed(content, start, rules) for rules in every)
    return min((place for place in resumed if place is not None), default=_end_of_paragraph(content, start))


def _resumed(content: str, start: int, rules: Rules) -> int | None:
    """Return where the user's own words go on behind a short text in one line: "… By the way, I'm deaf".

    A letter may say that, too.
    """
    line = content[start : start + _MOST_DICTATED].lstrip().partition("\n")[0]
    begun = content.find(line, start)
    found = rules.pattern("letter", "resumes").search(content, start, begun + len(line))
    return found.start() if found else None


def _end_of_paragraph(content: str, start: int) -> int:
    """Return where the paragraph at *start* ends, or the next one if it ends there."""
    behind = content[start:]
    end = _BLANK_LINE.search(content, start + len(behind) - len(behind.lstrip()))
    return end.start() if end else len(content)


def _start_of_letter(content: str, rules: Rules) -> int | None:
    """Return where a letter begins; None where there is none."""
    found = [
        match.end()
        for match in rules.pattern("letter", "intro").finditer(content)
        if _is_block(content, match)
    ]
    for match in rules.pattern("letter", "salutation").finditer(content):
        before = content[: match.start()].strip()
        is_alone = not before and not match.groupdict().get("surely")
        if not is_alone or rules.pattern("letter", "closing").search(content, match.end()):
            found.append(match.start())
    return min(found, default=None)


def _is_block(content: str, intro: re.Match[str]) -> bool:
    """Return True if more follows a colon than a word or two."""
    behind = content[intro.end() :]
    return bool(behind.strip()) and (
        behind.lstrip(" \t").startswith("\n") or len(behind) >= _FEWEST_CHARS_OF_LETTER
    )


def _end_of_letter(content: str, start: int, rules: Rules) -> int:
    """Return where a letter ends: behind its sign-off and name, or before a last paragraph that asks something."""
    if closing := rules.pattern("letter", "closing").search(content, start):
        name = _NAME_BEHIND.match(content, closing.end())
        return name.end() if name else closing.end()
    last = content.rstrip().rfind("\n\n")
    asks = content.rstrip().endswith(QUESTION_MARKS)
    return last if asks and last > start and content[start:last].strip() else len(content)
