"""The tables of the full-text index, and what keeps them in step with the documents."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.store.tables.sql import run_script

if TYPE_CHECKING:
    from peewee import Database

INDEX_COLUMNS = ("content", "subject", "tags", "dates", "context", "scope")
TOKENIZER = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"
"""For use between single quotes. Marks are parts of words: the vowels of Thai and Hindi are marks."""

_TABLES = f"""
CREATE VIRTUAL TABLE documents_fts USING fts5(
    {", ".join(INDEX_COLUMNS)}, content='documents', content_rowid='id', tokenize='{TOKENIZER}'
);
CREATE VIRTUAL TABLE documents_vocabulary USING fts5vocab(documents_fts, 'row');
CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO documents_fts(rowid, {", ".join(INDEX_COLUMNS)})
    VALUES (new.id, {", ".join("new." + column for column in INDEX_COLUMNS)});
END;
CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    INSERT INTO documents_fts(documents_fts, rowid, {", ".join(INDEX_COLUMNS)})
    VALUES ('delete', old.id, {", ".join("old." + column for column in INDEX_COLUMNS)});
END;
CREATE TRIGGER documents_changed AFTER UPDATE ON documents BEGIN
    INSERT INTO documents_fts(documents_fts, rowid, {", ".join(INDEX_COLUMNS)})
    VALUES ('delete', old.id, {", ".join("old." + column for column in INDEX_COLUMNS)});
    INSERT INTO documents_fts(rowid, {", ".join(INDEX_COLUMNS)})
    VALUES (new.id, {", ".join("new." + column for column in INDEX_COLUMNS)});
END;
"""


def make_index(database: Database) -> None:
    """Make the full-text index, empty, and what keeps it in step with the documents."""
    run_script(database, _TABLES)


def drop_index(database: Database) -> None:
    """Undo `make_index`, whatever is left of it."""
    for trigger in ("documents_added", "documents_removed", "documents_changed"):
        database.execute_sql(f"DROP TRIGGER IF EXISTS {trigger}")
    for table in ("documents_vocabulary", "documents_fts"):
        database.execute_sql(f"DROP TABLE IF EXISTS {table}")
