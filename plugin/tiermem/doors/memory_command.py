"""Answer ``/memory``: text in, text out, for every chat, without an agent and without a model.

::

    print(answer(memory, "/memory delete i9j0k1l2", user="maya"))  # Deleted: 'User prefers Thursday due dates'

Hosts' slash commands, ``tiermem chat``, ``POST /api/command`` and the Telegram bot call `answer` and show its `Reply`.
A reply is one line for each heading and entry, so that stored text cannot pass for another entry, and shows no
character that would hide text or turn its direction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from tiermem.errors import InputError, OverBudget, UnknownEntry, WriteRefused
from tiermem.hosts.command.contract import slash_request
from tiermem.text import clean, json_escapes, terminal
from tiermem.text.escaping import LINE_BREAK
from tiermem.values import LAYERS, EntryFilter
from tiermem.values.frozen import NamedTuple, dataclass
from tiermem.values.words import SOURCES

if TYPE_CHECKING:
    from tiermem.engine.writes.commit import WriteResult
    from tiermem.errors import TiermemError
    from tiermem.memory.entries import Entries
    from tiermem.memory.memory import Memory
    from tiermem.memory.provenance import History
    from tiermem.values import Entry
    from tiermem.values.words import UserId

PAGE = 100
"""Entries of a list or a search in one reply."""
_HELP = (
    ("list", "all memories, by category; list user, agent or system: only those that it wrote"),
    ("search WORDS", "find memories"),
    ("show ID", "one memory and its history"),
    ("delete ID", "remove a memory"),
    ("restore ID", "bring it back"),
    ("correct ID TEXT", "replace a memory that is wrong"),
    ("export", "all memories as Markdown; export json has everything"),
    ("help", "this list"),
)
_LOADED = {"L0": "always known", "L1": "recalled when it matters", "L2": "archive"}
_LIST = re.compile(rf"(?P<source>{'|'.join(SOURCES)})?\s*(?:after\s+(?P<after>\S+))?", re.IGNORECASE)
_BREAKS = re.compile("[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_SIGNIFICANT = re.compile(r"([\\`*_\[\]<>#|~!&])")
"""Characters that Markdown and the HTML in it take for markup, wherever in a line they are."""


class Line(NamedTuple):
    """A line of a reply, whose text has no line break."""

    text: str
    kind: Literal["text", "heading", "entry"] = "text"

    def __str__(self) -> str:
        """Return it as plain text."""
        return {"text": "{}", "heading": "**{}**", "entry": "• {}"}[self.kind].format(self.text)


class Document(NamedTuple):
    """An export, for chats that send files."""

    name: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply, to be shown as it suits the chat: line by line, as `str` or as `markdown`.

    Attributes:
        lines: Its lines.
        document: The export that was asked for. Where files cannot be sent, it is the reply.
        done: False if the request was refused or not understood.
    """

    lines: tuple[Line, ...]
    document: Document | None = None
    done: bool = True

    def __str__(self) -> str:
        """Return plain text with headings as ``**Person**``."""
        if self.document is not None:
            return self.document.text
        return "\n".join(map(str, self.lines))

    @property
    def markdown(self) -> str:
        """The reply for chats that render Markdown: nothing stored is taken for markup."""
        if self.document is not None:
            fence = "`" * (1 + max(map(len, re.findall("`{3,}", self.document.text)), default=2))
            return f"{fence}\n{self.document.text}\n{fence}"
        forms = {"heading": "**{}**\n", "entry": "- {}", "text": "{}"}
        return "\n".join(forms[line.kind].format(_as_markdown(line.text)) for line in self.lines)


def _as_markdown(text: str) -> str:
    return _SIGNIFICANT.sub(r"\\\1", text)


def answer(memory: Memory, text: str, user: UserId | None = None, *, typed: str = "/memory") -> Reply:
    """Answer a request about what is remembered of a user.

    Args:
        memory: The memory.
        text: The message, with or without ``/memory`` in front.
        user: Who asks, and about whom (default: the YAML's user).
        typed: The command as it is typed in this chat, for the reply.

    Raises:
        TiermemError: The store cannot be used. What is wrong with the request is answered, not raised.
    """
    request = slash_request(text)
    verb, rest = _split(text if request is None else request)
    asked = _Asked(memory, user, typed)
    verbs: Mapping[str, Callable[[str], Reply]] = {
        "": asked.list,
        "list": asked.list,
        "search": asked.search,
        "show": asked.show,
        "delete": asked.delete,
        "remove": asked.delete,
        "restore": asked.restore,
        "correct": asked.correct,
        "export": asked.export,
        "help": lambda _: asked.help(),
    }
    if verb.lower() not in verbs:
        return asked.help(f"{typed} cannot {_one_line(verb)}.")
    try:
        return verbs[verb.lower()](rest)
    except (InputError, WriteRefused) as error:
        return Reply(lines=tuple(asked.problem(error)), done=False)


def _split(text: str) -> tuple[str, str]:
    """Return the first word and the others."""
    first, *rest = text.split(maxsplit=1) or [""]
    return first, rest[0].strip() if rest else ""


class _Asked:
    """The verbs, for the entries of one user."""

    def __init__(self, memory: Memory, user: UserId | None, typed: str) -> None:
        self._memory = memory
        self._user = user
        self._typed = typed

    @property
    def _entries(self) -> Entries:
        return self._memory.entries(self._user)

    @property
    def _name(self) -> str:
        return self._memory.reach(self._user).user.name

    def help(self, problem: str = "") -> Reply:
        first: Sequence[Line] = (Line(problem), Line("")) if problem else ()
        lines = (Line(f"{self._typed} {request}: {does}", "entry") for request, does in _HELP)
        return Reply(lines=(*first, Line(f"What {self._typed} does", "heading"), *lines), done=not problem)

    def problem(self, error: TiermemError) -> Iterator[Line]:
        """Yield a problem in words that fit a chat: errors name verbs of the command line, or tools."""
        if isinstance(error, UnknownEntry):
            none = f"There is no memory [{error.entry_id}]. {self._typed} list shows the ids."
            yield Line(_one_line(none))
        elif isinstance(error, OverBudget):
            size = f"{error.requested:,} of {error.limit:,} characters"
            yield Line(f"There is no room for it: {size}. Delete one of these first:")
            for one in error.candidates:
                yield Line(_one_line(f"[{one['id']}] {one['content']}"), "entry")
        else:
            yield Line(_one_line(str(error)))

    def _usage(self, request: str) -> Reply:
        return _said(f"Use {self._typed} {request}.", done=False)

    def _standing(self, entry_id: str) -> Entry:
        """Return an entry that may be deleted or corrected.

        Raises:
            UnknownEntry: There is none in reach.
            InputError: It was deleted or replaced.
        """
        history = self._entries.history(entry_id)
        entry = history.entry
        if entry.status == "inactive":
            gone = f"was replaced by [{by}]" if (by := history.superseded_by) else "was deleted before"
            back = f"{self._typed} restore {entry.id} brings it back."
            raise InputError(f"The memory [{entry.id}] {gone}. {back}")
        return entry

    # -- the verbs -------------------------------------------------------------------------------

    def list(self, rest: str) -> Reply:
        asked = _LIST.fullmatch(rest)
        if asked is None:
            return self._usage(f"list, {self._typed} list user or {self._typed} list after ID")
        sources = tuple(one for one in SOURCES if one == asked["source"])
        where = EntryFilter(layers=("L0", "L1"), sources=sources)
        after = _id(asked["after"]) if asked["after"] else None
        page = self._entries.page(where, limit=PAGE, after=after)
        if not page.entries:
            by = f" by the {asked['source']}" if sources else ""
            return _said("There are no more." if page.total else f"Nothing is remembered{by} yet.")
        lines = [Line("📝 Your memories:"), Line("")]
        for heading, members in groupby(page.entries, key=_heading):
            lines += [Line(heading, "heading"), *map(_entry, members), Line("")]
        if page.next is not None:
            more = " ".join(("list", *sources, "after", page.entries[-1].id))
            lines.append(
                Line(f"{len(page.entries):,} of {_number(page.total or 0)}. {self._typed} {more} shows more.")
            )
        elif after is not None:
            lines.append(Line(f"The last {len(page.entries):,} of {_number(page.total or 0)}."))
        return Reply(lines=(*lines, Line(f"Use {self._typed} delete <id> to remove a memory.")))

    def search(self, rest: str) -> Reply:
        if not rest:
            return self._usage("search WORDS")
        found, total = self._found(rest)
        if not found:
            return _said("Nothing found.")
        best = f", the best {PAGE}" if total > PAGE else ""
        first = (Line(f"🔍 Found {_number(total)}{best}:"), Line(""))
        last = (Line(""), Line(f"Use {self._typed} show <id> to see its history."))
        return Reply(lines=(*first, *map(_entry, found), *last))

    def _found(self, said: str) -> tuple[Sequence[Entry], int]:
        """Return the best matches, and how many there are: those of a recall first, then what only begins like it.

        The archive comes last: a summary repeats what others say.
        """
        entries = self._entries
        ranked, typed = entries.search(said, layers=LAYERS, limit=PAGE), entries.page(query=said, limit=PAGE)
        found = list({one.id: one for one in (*ranked.entries, *typed.entries)}.values())
        total = max(len(found), ranked.total, typed.total or 0)
        return sorted(found, key=lambda one: one.layer == "L2")[:PAGE], total

    def show(self, rest: str) -> Reply:
        if not (named := _id(rest)):
            return self._usage("show ID")
        history = self._entries.history(named)
        return Reply(lines=tuple(self._details(history)))

    def _details(self, history: History) -> Iterator[Line]:
        entry = history.entry
        yield Line(f"[{entry.id}] {_one_line(entry.content)}")
        yield Line("")
        yield Line("Details", "heading")
        times, last = self._entries.recalls([entry]).get(entry.id, (0, ""))
        told = {
            "Status": _status(history),
            "Category": entry.category,
            "Subject": entry.subject,
            "Project": entry.project_id,
            "Tags": ", ".join(entry.tags),
            "Kept as": f"{entry.layer} {entry.tier}, {_LOADED[entry.layer]}",
            "Recalled": f"{times:,}×, last on {last[:10]}" if times else "",
            "Replaces": f"[{entry.supersedes}]" if entry.supersedes else "",
        }
        yield from (Line(_one_line(f"{name}: {value}"), "entry") for name, value in told.items() if value)
        yield Line("")
        yield Line("History", "heading")
        for one in history.versions:
            text = f"Version {one.version}, {one.created_at[:10]}, by {one.source}: {one.content}"
            yield Line(_one_line(text), "entry")

    def delete(self, rest: str) -> Reply:
        if not (named := _id(rest)):
            return self._usage("delete ID")
        return _written(self._entries.remove(self._standing(named).id), "Deleted")

    def restore(self, rest: str) -> Reply:
        if not (named := _id(rest)):
            return self._usage("restore ID")
        return _written(self._entries.restore(named), "Restored", unchanged="It was not deleted")

    def correct(self, rest: str) -> Reply:
        first, text = _split(rest)
        if not (named := _id(first)) or not text:
            return self._usage("correct ID TEXT")
        written = self._entries.correct(self._standing(named).id, text)
        reply = _written(written, f"Corrected, now [{written.entry.id}]", unchanged="It says so already")
        if written.before is None or written.duplicate:
            return reply
        return Reply(lines=(*reply.lines, Line(_one_line(f"Before: '{written.before.content}'"))))

    def export(self, rest: str) -> Reply:
        if rest.lower() not in ("", "markdown", "json"):
            return self._usage(f"export, or {self._typed} export json")
        if rest.lower() != "json":
            from tiermem.transfer.exporters import markdown_lines  # only when asked for

            named = None if self._user is None else self._name
            document = Document("memories.md", "\n".join(markdown_lines(self._memory, named)))
            return Reply(lines=(Line("Your memories as Markdown"),), document=document)
        from tiermem.transfer.formats.json_export import json_lines

        rows = json_lines(self._memory.of(self._name).maintenance.dump(self._name))
        document = Document("memories.json", "\n".join(map(json_escapes, rows)))
        return Reply(lines=(Line("Everything that is kept of you, as JSON"),), document=document)


def _id(rest: str) -> str:
    """Return the id in a request, however it was copied from a reply: ``[a1b2c3d4]``, ``<a1b2c3d4>``."""
    return clean(_split(rest)[0]).strip("[]<>()'\"`*,.:")


def _heading(entry: Entry) -> str:
    return _one_line((entry.category or "other").title())


def _entry(entry: Entry) -> Line:
    return Line(f"[{entry.id}] {_one_line(entry.content)}", "entry")


def _number(memories: int) -> str:
    return "1 memory" if memories == 1 else f"{memories:,} memories"


def _status(history: History) -> str:
    if history.superseded_by:
        return f"replaced by [{history.superseded_by}]"
    return {"active": "", "inactive": "deleted", "staged": "waits for approval"}[history.entry.status]


def _written(written: WriteResult, done: str, *, unchanged: str = "") -> Reply:
    """Return the reply to a write, with the content of its entry."""
    if written.staged:
        done = "Waits for approval"
    elif written.duplicate:
        done = unchanged
    return _said(f"{done}: '{written.entry.content}'")


def _one_line(text: str) -> str:
    """Return *text* as one line that hides nothing."""
    return terminal(_BREAKS.sub(LINE_BREAK, clean(text).strip()).replace("\t", " "))


def _said(text: str, *, done: bool = True) -> Reply:
    return Reply(lines=(Line(_one_line(text)),), done=done)
