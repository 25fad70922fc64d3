"""Make documents, the indexed form of entries and turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tiermem.store.full_text.tables import BLOCK, LONG_BIT, STEP, TURNS_PER_BLOCK, first_id, last_id
from tiermem.store.sql.statements import insert_into
from tiermem.text import word_list
from tiermem.text.terms import base_form
from tiermem.values import moment
from tiermem.values.frozen import dataclass
from tiermem.values.words import without_marks

if TYPE_CHECKING:
    from tiermem.store.sql.database import Database
    from tiermem.values import Entry, Layer, Turn

NEIGHBOURS = (-1, -2, 1, 2)
"""Offsets of the turns whose words help to find a turn, the nearest first on each side. With them recall@10 on LoCoMo
rose from 63 to 74."""
REACH = max(NEIGHBOURS)
LONGEST_NEIGHBOUR = 60
"""Maximum words of a turn that lends and borrows words. On BEAM, whose answers are long, NDCG@10 fell from 30 to 17
with longer ones."""
AWAY = tuple(STEP * away for away in NEIGHBOURS)
"""Offsets of their ids from the turn's."""
COLUMNS = ("scope_id", "layer", "at", "content", "subject", "tags", "dates", "length", "neighbours")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The columns of one document, see `COLUMNS`.

    Attributes:
        length: Number of its words, including borrowed ones.
        neighbours: The turns that it borrows from, one bit for each of `NEIGHBOURS`.
    """

    scope_id: int
    layer: Layer | None
    at: str
    content: str
    subject: str
    tags: str
    dates: str
    length: int
    neighbours: int

    @property
    def row(self) -> list[object]:
        """The values of `COLUMNS`."""
        return [getattr(self, name) for name in COLUMNS]


def date_words(at: str) -> str:
    """Return the words that people use for an instant: year, month, day, weekday."""
    if not at:
        return ""
    said = moment(at)
    return f"{said.year} {said:%B} {said.day} {said:%A}".lower()


def searched(text: str) -> str:
    """Return the words of a text joined by single spaces, so that ranking needs no tokenizer."""
    return " ".join(map(base_form, word_list(text)))


def of_entry(entry: Entry) -> Document:
    """Return the document of an active entry."""
    return _document(
        entry.scope_id,
        entry.layer,
        entry.valid_from or entry.created_at,
        (
            searched(entry.content),
            searched(entry.subject or ""),
            searched(" ".join(without_marks(entry.tags))),
        ),
    )


def of_session(turns: Sequence[Turn], scope_id: int) -> Iterator[tuple[Turn, Document]]:
    """Yield each turn of a user's session, in order, with its document."""
    contents = [searched(turn.content) for turn in turns]
    lends = [*map(_is_short, turns)]
    for place, turn in enumerate(turns):
        borrowed = [
            bit
            for bit in _borrowed(place, lends)
            if turns[place + NEIGHBOURS[bit]].position == turn.position + NEIGHBOURS[bit]
        ]
        yield (
            turn,
            _document(
                scope_id,
                None,
                turn.at,
                (contents[place], searched(turn.name or turn.speaker), ""),
                around=[contents[place + NEIGHBOURS[bit]] for bit in borrowed],
                neighbours=sum(1 << bit for bit in borrowed),
            ),
        )


def _is_short(turn: Turn) -> bool:
    return turn.content.count(" ") < LONGEST_NEIGHBOUR


def _borrowed(place: int, lends: Sequence[bool]) -> Iterator[int]:
    """Yield the places in `NEIGHBOURS` of the turns around a short turn, up to the first long one on each side."""
    if not lends[place]:
        return
    for side in (-1, 1):
        for away in range(1, REACH + 1):
            there = place + side * away
            if not (0 <= there < len(lends) and lends[there]):
                break
            yield NEIGHBOURS.index(side * away)


def _document(
    scope_id: int,
    layer: Layer | None,
    at: str,
    texts: tuple[str, str, str],
    *,
    around: Sequence[str] = (),
    neighbours: int = 0,
) -> Document:
    content, subject, tags = texts
    dates = date_words(at)
    return Document(
        scope_id=scope_id,
        layer=layer,
        at=at,
        content=content,
        subject=subject,
        tags=tags,
        dates=dates,
        length=sum(len(text.split()) for text in (*texts, dates, *around)),
        neighbours=neighbours,
    )


def add_entry(database: Database, entry: Entry) -> None:
    """Index an active entry."""
    _add(database, _last(database, entry.scope_id, is_turn=False) + 1, "entry_id", entry.id, of_entry(entry))


def put_turn(database: Database, turn: Turn, turn_id: int, document: Document) -> None:
    """Index a turn, or update the borrowed words of an indexed one."""
    mark = database.param
    sql = f"UPDATE documents SET length = {mark}, neighbours = {mark} WHERE turn_id = {mark}"
    if not database.execute_sql(sql, (document.length, document.neighbours, turn_id)).rowcount:
        _add(database, _place(database, turn, document.scope_id), "turn_id", turn_id, document)


def _add(database: Database, row_id: int, kind: str, key: str | int, document: Document) -> None:
    further = database.indexed((document.content, document.subject, document.tags, document.dates))
    insert = insert_into(database, "documents", ("id", kind, *COLUMNS, *further))
    database.execute_sql(insert, (row_id, key, *document.row, *further.values()))


def _place(database: Database, turn: Turn, scope_id: int) -> int:
    """Return the id of a turn's document, its place in a block of ids that belongs to the session."""
    mark = database.param
    block, place = divmod(turn.position, TURNS_PER_BLOCK)
    is_long = not _is_short(turn)
    sibling = database.execute_sql(
        f"SELECT (d.id & ~{LONG_BIT}) - t.position * {STEP} FROM turns t JOIN documents d ON d.turn_id = t.id "
        f"WHERE t.session_id = {mark} AND t.position >= {mark} AND t.position < {mark} LIMIT 1",
        (turn.session_id, block * TURNS_PER_BLOCK, (block + 1) * TURNS_PER_BLOCK),
    ).fetchone()
    if sibling is not None:
        return int(sibling[0]) + turn.position * STEP + is_long
    first = first_id(scope_id, is_turn=True)
    return (
        first
        + ((_last(database, scope_id, is_turn=True) - first) // BLOCK + 1) * BLOCK
        + place * STEP
        + is_long
    )


def _last(database: Database, scope_id: int, *, is_turn: bool) -> int:
    """Return the greatest id of an owner's entries or turns; the first possible id if there are none."""
    mark = database.param
    first = first_id(scope_id, is_turn=is_turn)
    sql = f"SELECT max(id) FROM documents WHERE id >= {mark} AND id <= {mark}"
    found = database.execute_sql(sql, (first, last_id(scope_id, is_turn=is_turn))).fetchone()[0]
    return first if found is None else int(found)
