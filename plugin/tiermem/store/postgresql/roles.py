"""Make the roles: an owner of the tables, the application, and one that finds words.

The application's role owns nothing, so that row-level security holds for it whatever it asks. The finder's role owns
the functions that find words, and nobody logs in as it: ``@@`` uses the index only for a role that sees all documents.
Those functions filter by the same setting as the policies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tiermem.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tiermem.store.postgresql.database import PostgresDatabase

FINDING = (
    "documents_holding(tsquery[], tsquery[], bigint[], boolean[], integer)",
    "documents_matching(tsquery, bigint[], boolean)",
)
"""The functions that belong to the finder's role."""
_MAINTAINED = 170_000
"""The first version whose tables may be vacuumed by others than their owner."""
_OWN_ROLE = "SELECT current_user, current_schema(), CAST(current_setting('server_version_num') AS integer)"
_ROLE = (
    "SELECT rolsuper OR rolbypassrls, rolcanlogin, pg_has_role(rolname, ?, 'MEMBER') "
    "FROM pg_roles WHERE rolname = ?"
)


def finder_of(application: str) -> str:
    """Return the name of the finder's role."""
    return f"{application}_finder"


def set_up(database: PostgresDatabase, application: str) -> bool:
    """Make the roles where they are missing, and give them their rights. It may be repeated.

    Args:
        database: The database as its owner sees it. The owner makes roles (CREATEROLE), or they are there already.
        application: The role that agents log in as.

    Returns:
        True if the application's role was made, without a password.

    Raises:
        InputError: Policies do not hold for that role.
        UnusableStore: The owner may not make the roles.
    """
    with database.atomic("IMMEDIATE"):
        ((owner, schema, version),) = database.execute_sql(_OWN_ROLE)
        role, finder = _quoted(application), _quoted(finder_of(application))
        made = _made_role(database, application, owner)
        if database.execute_sql(_ROLE, (owner, finder_of(application))).fetchone() is None:
            database.run(f"CREATE ROLE {finder} NOLOGIN")
        _give_finding(database, finder, _quoted(schema), (_quoted(owner), role))
        tables = "SELECT, INSERT, UPDATE, DELETE" + (", MAINTAIN" if version >= _MAINTAINED else "")
        database.run(
            f"GRANT USAGE ON SCHEMA {_quoted(schema)} TO {role}; "
            f"GRANT {tables} ON ALL TABLES IN SCHEMA {_quoted(schema)} TO {role}; "
            f"GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA {_quoted(schema)} TO {role}; "
            f"REVOKE INSERT, UPDATE, DELETE ON migrations FROM {role}; "
            f"ALTER DEFAULT PRIVILEGES IN SCHEMA {_quoted(schema)} GRANT {tables} ON TABLES TO {role}; "
            f"ALTER DEFAULT PRIVILEGES IN SCHEMA {_quoted(schema)} GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO {role}"
        )
    return made


def _made_role(database: PostgresDatabase, application: str, owner: str) -> bool:
    found = database.execute_sql(_ROLE, (owner, application)).fetchone()
    if found is None:
        database.run(f"CREATE ROLE {_quoted(application)} LOGIN")
        return True
    sees_all, logs_in, is_owner = found
    if sees_all or is_owner or not logs_in:
        why = (
            "sees all rows"
            if sees_all
            else "is a member of the owner's role"
            if is_owner
            else "cannot log in"
        )
        raise InputError(f"The role {application!r} {why}. Name one for the application alone.")
    return False


def _give_finding(database: PostgresDatabase, finder: str, schema: str, callers: Sequence[str]) -> None:
    """Give the finder its functions and the documents. The owner is a member of its role for that long only.

    Other roles of the database do not call the functions: they would learn which words a user's documents have.
    """
    database.run(
        f"GRANT {finder} TO CURRENT_USER; GRANT USAGE, CREATE ON SCHEMA {schema} TO {finder}; "
        + "".join(
            f"ALTER FUNCTION {each} OWNER TO {finder}; REVOKE ALL ON FUNCTION {each} FROM PUBLIC; "
            f"GRANT EXECUTE ON FUNCTION {each} TO {', '.join(callers)}; "
            for each in FINDING
        )
        + f"REVOKE CREATE ON SCHEMA {schema} FROM {finder}; REVOKE {finder} FROM CURRENT_USER; "
        f"GRANT SELECT ON documents, documents_totals TO {finder}; DROP POLICY IF EXISTS of_finder ON documents; "
        f"CREATE POLICY of_finder ON documents FOR SELECT TO {finder} USING (true)"
    )


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
