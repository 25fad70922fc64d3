"""The frame of all pages: whose memory is shown, where links lead, and what became of the last action."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import parse_qsl, quote_plus, urlencode, urlsplit

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tiermem.doors.panel import showing
from tiermem.doors.server.problems import told
from tiermem.doors.server.serving import CallerOf, MemoryOf, NotFound, ServingOf, UserOf
from tiermem.errors import InputError, TiermemError, UnknownEntry
from tiermem.values import local_now

if TYPE_CHECKING:
    from tiermem.memory.entries import Entries
    from tiermem.values import Entry, Event

FOLDER = Path(__file__).parent
PAGES = (
    ("now", "/", "Now"),
    ("memories", "/memories", "Memories"),
    ("recall", "/recall", "Recall"),
    ("inbox", "/inbox", "Inbox"),
    ("profile", "/profile", "Profile"),
    ("journal", "/journal", "Journal"),
    ("timeline", "/timeline", "Timeline"),
)
"""The pages in the order of the header: name, path, title."""
WHOSE = ("agent", "user", "project")
"""Parameters that every link keeps."""
_PASSING = ("done", "on", "at", "version")
"""Parameters that tell what became of the last action; no link keeps them."""
_FORMS = ("edit", "labels", "erase", "merge", "sections", "add", "forget", "guide")
"""Parameters that open a form; an action leaves it."""
_MOST_FIELDS = 2_000
DONE: Mapping[str, str] = {
    "added": "Added",
    "known": "Remembered already",
    "waits": "Waits in the inbox",
    "edited": "Saved",
    "nothing": "Nothing changed",
    "retired": "Retired",
    "restored": "Restored",
    "moved": "Moved",
    "labelled": "Labels saved",
    "pinned": "Pinned",
    "unpinned": "Unpinned",
    "hidden": "Kept out of the prompt",
    "shown": "May be in the prompt again",
    "merged": "Merged",
    "corrected": "Corrected",
    "accepted": "Accepted",
    "rejected": "Rejected",
    "kept": "Kept as it is",
    "undone": "Undone",
    "settled": "Settled",
    "retried": "It is tried again",
    "sections": "Sections saved",
    "saved": "Saved",
    "processed": "Worked in",
}
"""Outcome of an action → its words in the status line."""


@dataclass(frozen=True)
class Place:
    """An address of the panel: path and parameters."""

    path: str
    query: tuple[tuple[str, str], ...] = ()

    def __call__(self, **changes: object) -> str:
        """Return the address with other parameters; None takes one out."""
        if not any(name in changes for name, _ in self.query):
            kept = self._encoded
        else:
            kept = urlencode([(name, value) for name, value in self.query if name not in changes])
        new = [
            f"{quote_plus(name)}={quote_plus(str(one))}"
            for name, value in changes.items()
            if value is not None and value != ""
            for one in (value if isinstance(value, (list, tuple)) else (value,))
        ]
        query = "&".join(filter(None, (kept, *new)))
        return f"{self.path}?{query}" if query else self.path

    @cached_property
    def _encoded(self) -> str:
        return urlencode(self.query)

    def without(self, *names: str) -> Place:
        """Return the address without some parameters."""
        return Place(self.path, tuple(one for one in self.query if one[0] not in names))

    @classmethod
    def parse(cls, text: str) -> Place:
        """Return the place of an address of this site; that of the first page for any other."""
        parts = urlsplit(text)
        is_ours = not parts.scheme and not parts.netloc and text.startswith("/") and "\\" not in text
        if not is_ours or parts.path.startswith(
            "//"
        ):  # as the path of "////host", which leads to another site
            return cls("/")
        return cls(parts.path, tuple(parse_qsl(parts.query)))


@dataclass(frozen=True)
class Status:
    """The result of the last action, and the way to undo it.

    Attributes:
        code: One of `DONE`.
        text: Its words.
        quoted: The entry that it changed, if it is one.
        steps: What it changed of entries.
        version: The version of the profile that it made; "" if it changed none.
    """

    code: str
    text: str
    quoted: str
    steps: tuple[str, ...]
    version: str


class Frame:
    """One request to the panel.

    Attributes:
        memory: The agent's memory.
        user: Whose memory is shown; None for the YAML's user.
        project: The project that the page is about, if any.
        here: The address of the page, without what tells of the last action.
        back_place: The same without open forms: where an action leads back.
    """

    def __init__(
        self, request: Request, serving: ServingOf, caller: CallerOf, memory: MemoryOf, user: UserOf
    ) -> None:
        self.request = request
        self.memory = memory
        self.user = user
        query = tuple(parse_qsl(request.url.query))
        self.project = dict(query).get("project") or None
        self.here = Place(request.url.path, query).without(*_PASSING)
        self.back_place = self.here.without(*_FORMS)
        self._serving = serving
        self._caller = caller
        self._seq = memory.timeline.place(user)  # before anything is read, so that nothing later is missed
        self.form: Form | None = None

    @cached_property
    def entries(self) -> Entries:
        """The user's entries, written as a person; new ones belong to the page's project."""
        return self.memory.entries(self.user, self.project)

    @property
    def shown_user(self) -> str:
        """The name of the user whose memory is shown."""
        return self.user or self.memory.settings.scope.user

    @property
    def who(self) -> str:
        """The user as the page calls him."""
        is_own = self._caller.user is not None or self.user in (None, self.memory.settings.scope.user)
        return "you" if is_own else str(self.user)

    @cached_property
    def _own(self) -> frozenset[int]:
        reach = self.memory.reach(self.user)
        return frozenset((reach.user.id, reach.pair.id))

    def author(self, one: Entry | Event) -> str:
        """Return the person behind an entry or an event as the page calls them; several share what others own."""
        return self.who if one.scope_id in self._own else "a person"

    @property
    def sees_all(self) -> bool:
        """True for an administrator; who signed in as a user sees no figure of the whole store."""
        return self._caller.user is None

    def link(self, path: str, **query: object) -> str:
        """Return an address of the panel for the same agent, user and project."""
        kept = tuple((name, value) for name, value in self.here.query if name in WHOSE)
        return Place(path, kept)(**query)

    def here_query(self, name: str) -> str:
        """Return a parameter of the page that is shown; of an action, of the page that it came from."""
        return dict(self.here.query).get(name, "")

    # -- answers ---------------------------------------------------------------------------------

    def page(
        self, name: str, template: str | None = None, *, status: int = 200, seq: int = 0, **context: Any
    ) -> Response:
        """Return a page.

        Args:
            name: The page of the header that it belongs to.
            template: Its template, if it is not that of the page.
            status: The status of the answer.
            seq: The event up to which changes are no news to the page, if later than the request.
            context: What the template gets besides the frame.
        """
        html = templates().get_template(template or f"{name}.html").render(
            frame=self,
            page=name,
            pages=PAGES,
            here=self.here,
            back=self.back_place(),
            seq=seq or self._seq,
            agents=self._serving.agents,
            users=self.memory.users if self.sees_all else (),
            waiting=len(self.entries.pending()),
            status=self._status(),
            now=local_now(),
            **context,
        )  # fmt: skip
        answer = HTMLResponse(html, status_code=status)
        query = self.request.query_params
        if "done" in query or not all(query.values()):  # the address in the browser stays short
            answer.headers["HX-Replace-Url"] = self.here()
        return answer

    def receipt(self, name: str, template: str, **context: Any) -> Response:
        """Return the page that an erasure is answered with; reloading it leads back to where it was asked for."""
        answer = self.page(name, template, seq=self.memory.timeline.place(self.user), **context)
        answer.headers["HX-Replace-Url"] = self.back_place()  # the action's own address answers no GET
        return answer

    def refused(
        self, error: Exception | str, template: str, target: str, *, status: int = 422, **context: Any
    ) -> Response:
        """Return a form again, with what was typed and the reason why it was refused.

        With script it takes the place of the form on the page; without, it is a page of its own.

        Args:
            error: The reason.
            template: The template of the form.
            target: The id of its element.
            status: The status of the answer.
            context: What the template gets.
        """
        answer = self.page("", "refused.html", status=status, form=template, problem=error, **context)
        answer.headers["HX-Retarget"] = answer.headers["HX-Reselect"] = f"#{target}"
        answer.headers["HX-Reswap"] = "outerHTML"
        answer.headers["HX-Push-Url"] = "false"
        return answer

    def done(
        self,
        code: str,
        *ids: str,
        at: str | None = None,
        leave: Sequence[str] = (),
        version: int | None = None,
    ) -> Response:
        """Lead back to the page that an action came from, which shows what became of it.

        Args:
            code: One of `DONE`.
            ids: The entries that it changed, which `undo` gives back.
            at: Place in the list of an entry that is not in it any more.
            leave: Parameters of that page to take out.
            version: The version of the profile that it made, which `undo` takes back.
        """
        assert self.form is not None
        steps = [f"{one}.{self.entries.last_change(one)}" for one in ids]
        back = Place.parse(self.form.one("back")).without(*_PASSING, *_FORMS, *leave)
        return RedirectResponse(back(done=code, on=steps, at=at, version=version), status_code=303)

    def _status(self) -> Status | None:
        """Return what the address tells about the last action."""
        query = self.request.query_params
        text = DONE.get(query.get("done", ""))
        if text is None:
            return None
        steps = tuple(one for one in query.getlist("on") if "." in one)
        entries = [found for step in steps if (found := self.known(step.partition(".")[0])) is not None]
        quoted = entries[0].content if len(entries) == 1 else ""
        many = f": {len(entries)} memories" if len(entries) > 1 else ""
        version = query.get("version", "")
        return Status(query["done"], f"{text}{many}", quoted, steps, version if version.isdecimal() else "")

    def known(self, entry_id: str | None) -> Entry | None:
        """Return an entry of an id; None if there is none."""
        try:
            return self.entries.get(entry_id) if entry_id else None
        except UnknownEntry:
            return None

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Answer 404 where the block finds nothing of the name that an address gives."""
        try:
            yield
        except InputError as error:
            raise NotFound(str(error)) from None

    def all_told(self, refs: Iterable[str]) -> list[tuple[str, str]]:
        """Return ref and text of the entries and turns that are still there."""
        return [(ref, text) for ref in refs if (text := self.told(ref))]

    def told(self, ref: str) -> str:
        """Return the text of an entry or a turn; "" if there is none."""
        if "/" not in ref:
            entry = self.known(ref)
            return entry.content if entry else ""
        try:
            return self.memory.erasing(self.user).shown(ref).content
        except InputError:
            return ""


class Form:
    """The fields of a form that was sent."""

    def __init__(self, fields: Iterable[tuple[str, str]]) -> None:
        self._fields = tuple(fields)

    def all(self, name: str) -> list[str]:
        """Return all values of a field."""
        return [value for key, value in self._fields if key == name]

    def one(self, name: str, default: str = "") -> str:
        """Return the value of a field, with the line ends that a text area sends made plain."""
        return next(iter(self.all(name)), default).replace("\r\n", "\n")

    def number(self, name: str) -> int | None:
        """Return a field that is a whole number; None if it is not there.

        Raises:
            InputError: It is no number.
        """
        text = self.one(name)
        if not text:
            return None
        if not (text.isascii() and text.isdecimal() and len(text) <= 18):
            raise InputError(f"The field {name!r} is not a number: {text!r}.")
        return int(text)

    def steps(self) -> dict[str, int]:
        """Return what an undo names: id → place in the stream.

        Raises:
            InputError: One of them is not of this form.
        """
        found: dict[str, int] = {}
        for step in self.all("on"):
            entry_id, _, seq = step.partition(".")
            if not (seq.isascii() and seq.isdecimal() and len(seq) <= 18):
                raise InputError(f"{step!r} names no change.")
            found[entry_id] = int(seq)
        return found


async def _read(request: Request) -> Form:
    """Read the fields of a form that was sent as ``application/x-www-form-urlencoded``."""
    body = await request.body()
    try:
        return Form(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError as error:
        raise InputError("The form is not UTF-8 text, or has too many fields.") from error


FrameOf = Annotated[Frame, Depends(Frame)]
"""The frame of a request."""


def _with_form(frame: FrameOf, form: Annotated[Form, Depends(_read)]) -> Frame:
    frame.form = form
    frame.here = frame.back_place = Place.parse(form.one("back")).without(*_PASSING, *_FORMS)
    return frame


FormOf = Annotated[Form, Depends(_read)]
"""The form that was sent."""
ActionOf = Annotated[Frame, Depends(_with_form)]
"""The frame of an action: its links lead where the form came from."""


@cache
def static_version(name: str) -> str:
    """Return a part of an address that changes with a static file, so that browsers may keep it."""
    return hashlib.sha256((FOLDER / "static" / name).read_bytes()).hexdigest()[:12]


def _first_line(error: Exception | str) -> str:
    """Return the first line of the message of an error; the page itself shows the ways out."""
    message = told(error, error.for_people) if isinstance(error, TiermemError) else str(error)
    return message.partition("\n")[0]


@cache
def templates() -> Environment:
    """Return the environment of the templates: escaping, and strict about names."""
    made = Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    made.globals |= {
        "static": lambda name: f"/static/{name}?v={static_version(name)}",
        "difference": showing.difference,
        "whose": showing.whose,
        "own_tags": showing.own_tags,
        "marks": showing.marks,
        "layers": showing.LAYER_WORDS,
    }
    made.filters |= {"age": showing.age, "day": showing.day, "minute": showing.minute, "told": _first_line}
    return made
