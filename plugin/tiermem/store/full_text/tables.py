"""The tables of the full-text index, and the triggers that keep them in step.

The id of a document contains its owner and kind, so that FTS5 reads the documents of one owner alone. The cost and
result of a search, a document frequency and an average do not depend on other owners in the file. The turns of a
session have ids in their order, so that a turn's neighbours are found by counting. The bits, from the highest, are:
owner, 1 for a turn, number of the session's block, place in the block, 1 for a long turn. For an entry the last three
are one running number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.sql.statements import run_script

if TYPE_CHECKING:
    from tiermem.store.connection import Database

OWNER_SHIFT, TURN_BIT, BLOCK, LONG_BIT, STEP = 38, 1 << 37, 1 << 13, 1, 2
TURNS_PER_BLOCK = BLOCK // STEP - 4
"""The rest is a gap, so that the last turns of a block are not neighbours of the first of the next."""
MOST_OWNERS = (1 << 63 - OWNER_SHIFT) - 1
"""Maximum owner in an id: 33,554,431."""
INDEX_COLUMNS = ("content", "subject", "tags", "dates")
TOKENIZER = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"
"""Options of the tokenizer, in single quotes. Marks are parts of words: the vowels of Thai and Hindi are marks."""

_NEW, _OLD = (", ".join(f"{row}.{column}" for column in INDEX_COLUMNS) for row in ("new", "old"))
_ADD = f"INSERT INTO documents_fts(rowid, {', '.join(INDEX_COLUMNS)}) VALUES (new.id, {_NEW});"
_REMOVE = (
    f"INSERT INTO documents_fts(documents_fts, rowid, {', '.join(INDEX_COLUMNS)}) "
    f"VALUES ('delete', old.id, {_OLD});"
)
_COUNT = (
    "(({0}.neighbours & 1) + ({0}.neighbours >> 1 & 1) + ({0}.neighbours >> 2 & 1) + ({0}.neighbours >> 3))"
)
_OF = "WHERE scope_id = {0}.scope_id AND is_turn = ({0}.layer IS NULL)"
_TABLES = f"""
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    entry_id TEXT UNIQUE,
    turn_id INTEGER UNIQUE,
    scope_id INTEGER NOT NULL,
    layer TEXT,
    at TEXT NOT NULL,
    content TEXT NOT NULL,
    subject TEXT NOT NULL,
    tags TEXT NOT NULL,
    dates TEXT NOT NULL,
    length INTEGER NOT NULL,
    neighbours INTEGER NOT NULL,
    CHECK (id >> {OWNER_SHIFT} = scope_id AND (id & {TURN_BIT} <> 0) = (layer IS NULL))
);
CREATE INDEX documents_by_time ON documents(scope_id, at);
"""
_TOTALS = f"""
CREATE TABLE documents_totals (
    scope_id INTEGER NOT NULL,
    is_turn INTEGER NOT NULL,
    documents INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    neighbours INTEGER NOT NULL,
    stamp INTEGER NOT NULL,
    PRIMARY KEY (scope_id, is_turn)
) WITHOUT ROWID;
CREATE TRIGGER documents_counted AFTER INSERT ON documents BEGIN
    INSERT INTO documents_totals (scope_id, is_turn, documents, tokens, neighbours, stamp)
    VALUES (new.scope_id, new.layer IS NULL, 1, new.length, {_COUNT.format("new")}, random())
    ON CONFLICT DO UPDATE SET documents = documents + 1, tokens = tokens + excluded.tokens,
    neighbours = neighbours + excluded.neighbours, stamp = excluded.stamp;
END;
CREATE TRIGGER documents_counted_out AFTER DELETE ON documents BEGIN
    UPDATE documents_totals SET documents = documents - 1, tokens = tokens - old.length,
    neighbours = neighbours - {_COUNT.format("old")}, stamp = random() {_OF.format("old")};
END;
CREATE TRIGGER documents_counted_again AFTER UPDATE ON documents BEGIN
    UPDATE documents_totals SET tokens = tokens + new.length - old.length,
    neighbours = neighbours + {_COUNT.format("new")} - {_COUNT.format("old")}, stamp = random() {_OF.format("new")};
END;
"""
"""The totals of each owner, and a stamp. Each change sets it to a random number, so that equal stamps mean equal
documents: after an undone transaction and in a restored copy, too."""
_COUNT_ALL = f"""
INSERT INTO documents_totals SELECT scope_id, layer IS NULL, count(*), sum(length),
sum({_COUNT.format("documents")}), random() FROM documents GROUP BY 1, 2;
"""
_INDEX = f"""
CREATE VIRTUAL TABLE documents_fts USING fts5(
    {", ".join(INDEX_COLUMNS)}, content='documents', content_rowid='id', tokenize='{TOKENIZER}'
);
CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    {_ADD}
END;
CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    {_REMOVE}
END;
CREATE TRIGGER documents_changed AFTER UPDATE OF {", ".join(INDEX_COLUMNS)} ON documents BEGIN
    {_REMOVE}
    {_ADD}
END;
"""


def first_id(scope_id: int, *, is_turn: bool) -> int:
    """Return the least possible id of an owner's documents."""
    return scope_id << OWNER_SHIFT | (TURN_BIT if is_turn else 0)


def last_id(scope_id: int, *, is_turn: bool) -> int:
    """Return the greatest possible id of an owner's documents."""
    return first_id(scope_id, is_turn=is_turn) | TURN_BIT - 1


def make_tables(database: Database) -> None:
    """Make the tables of documents and of their totals, empty."""
    run_script(database, _TABLES + _TOTALS)


def renew_totals(database: Database) -> None:
    """Make the totals, which an earlier version made without stamps, and count the documents."""
    for ending in ("counted", "counted_out", "lengthened", "counted_again"):
        database.execute_sql(f"DROP TRIGGER IF EXISTS documents_{ending}")
    database.execute_sql("DROP TABLE documents_totals")
    run_script(database, _TOTALS + _COUNT_ALL)


def make_index(database: Database) -> None:
    """Make the index over the documents, and the triggers that keep it in step."""
    run_script(database, _INDEX)
    database.execute_sql("INSERT INTO documents_fts(documents_fts) VALUES ('rebuild')")


def drop_tables(database: Database) -> None:
    """Drop the tables, the index and the triggers that exist."""
    for trigger in ("documents_added", "documents_removed", "documents_changed"):
        database.execute_sql(f"DROP TRIGGER IF EXISTS {trigger}")
    for table in ("documents_vocabulary", "documents_fts", "documents", "documents_totals"):
        database.execute_sql(f"DROP TABLE IF EXISTS {table}")
