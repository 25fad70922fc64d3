"""The tables, as peewee models. The migrations make them; a test holds both together."""

from __future__ import annotations

from peewee import (
    AutoField,
    BlobField,
    BooleanField,
    CompositeKey,
    FloatField,
    ForeignKeyField,
    IntegerField,
    Model,
    TextField,
)


class ScopeRow(Model):
    """A house, agent or user."""

    id = AutoField()
    kind = TextField()
    name = TextField()
    parent = ForeignKeyField("self", null=True, column_name="parent_id")

    class Meta:
        table_name = "scopes"


class EntryRow(Model):
    """The record. Columns as `values.Entry`, and `key`: the statement without case and punctuation."""

    id = TextField(primary_key=True)
    scope_id = IntegerField()
    layer = TextField()
    tier = TextField(default="memory")
    category = TextField(null=True)
    subject = TextField(null=True)
    content = TextField()
    version = IntegerField()
    source = TextField()
    speaker = TextField(null=True)
    correction = BooleanField()
    origin = TextField(null=True)
    status = TextField()
    supersedes = TextField(null=True)
    importance = FloatField()
    confidence = FloatField()
    project_id = TextField(null=True)
    task_id = TextField(null=True)
    connection_id = TextField(null=True)
    context_type = TextField(null=True)
    tags = TextField()
    valid_from = TextField(null=True)
    valid_to = TextField(null=True)
    created_at = TextField()
    updated_at = TextField()
    key = TextField()

    class Meta:
        table_name = "entries"


class VersionRow(Model):
    """Every content once."""

    entry_id = TextField()
    version = IntegerField()
    content = TextField()
    source = TextField()
    origin = TextField(null=True)
    created_at = TextField()

    class Meta:
        table_name = "entry_versions"
        primary_key = CompositeKey("entry_id", "version")


class EventRow(Model):
    """The stream."""

    seq = AutoField()
    at = TextField()
    kind = TextField()
    scope_id = IntegerField()
    entry_id = TextField(null=True)
    version = IntegerField(null=True)
    source = TextField()
    session_id = TextField(null=True)
    reason = TextField(null=True)
    payload = TextField()
    key = TextField(null=True, unique=True)
    processed = TextField(null=True)
    outcome = TextField(null=True)
    consolidated = TextField(null=True)
    tries = IntegerField(default=0)

    class Meta:
        table_name = "events"


class SessionRecord(Model):
    """Working state of sessions."""

    id = TextField(primary_key=True)
    house_id = IntegerField()
    agent_id = IntegerField()
    user_id = IntegerField()
    project_id = TextField(null=True)
    task_id = TextField(null=True)
    connections = TextField()
    started_at = TextField()
    ended_at = TextField(null=True)
    frozen = TextField(null=True)
    frozen_at = IntegerField()
    offset = IntegerField()

    class Meta:
        table_name = "sessions"


class TurnRow(Model):
    """The journal."""

    id = AutoField()
    session_id = TextField()
    position = IntegerField()
    speaker = TextField()
    name = TextField(null=True)
    content = TextField()
    at = TextField()
    external_id = TextField(null=True)

    class Meta:
        table_name = "turns"


class DocumentRow(Model):
    """What is searched; made from entries and turns, and disposable."""

    id = AutoField()
    entry_id = TextField(null=True, unique=True)
    turn_id = IntegerField(null=True, unique=True)
    scope_id = IntegerField()
    layer = TextField(null=True)
    at = TextField()
    content = TextField()
    subject = TextField()
    tags = TextField()
    dates = TextField()
    context = TextField()
    scope = TextField()

    class Meta:
        table_name = "documents"


class VectorRow(Model):
    """The vector of an active entry's content or of a turn's, by one model; derived, and made again where lost."""

    id = AutoField()
    entry_id = TextField(null=True)
    turn_id = IntegerField(null=True)
    scope_id = IntegerField()
    layer = TextField(null=True)
    model = TextField()
    dims = IntegerField()
    digest = BlobField()
    vector = BlobField()

    class Meta:
        table_name = "vectors"


class RecallRow(Model):
    """The receipts."""

    id = TextField(primary_key=True)
    at = TextField()
    session_id = TextField(null=True)
    agent_id = IntegerField()
    user_id = IntegerField()
    receipt = TextField()

    class Meta:
        table_name = "recalls"


class RecalledRow(Model):
    """Which entries a receipt rendered: recall counts and last use are derived from here."""

    recall_id = TextField()
    ref = TextField()
    at = TextField()

    class Meta:
        table_name = "recalled"
        primary_key = CompositeKey("recall_id", "ref")


class ProfileRow(Model):
    """Users' profiles. What is no plain text is JSON."""

    scope_id = IntegerField(primary_key=True)
    narrative = TextField()
    scaffold = TextField()
    marks = TextField()
    learned = TextField()
    inbox_guidance = TextField()
    version = IntegerField()
    updated_at = TextField()

    class Meta:
        table_name = "profiles"


class ConnectionRow(Model):
    """What is known of users' connections."""

    id = TextField()
    scope_id = IntegerField()
    learned = TextField()
    cached = TextField(null=True)
    cached_at = TextField(null=True)
    ttl_s = IntegerField(null=True)
    updated_at = TextField()

    class Meta:
        table_name = "connections"
        primary_key = CompositeKey("scope_id", "id")


class ProjectRow(Model):
    """Users' projects."""

    id = TextField()
    scope_id = IntegerField()
    title = TextField()
    status = TextField()
    created_at = TextField()
    updated_at = TextField()
    completed_at = TextField(null=True)

    class Meta:
        table_name = "projects"
        primary_key = CompositeKey("scope_id", "id")


class TaskRow(Model):
    """Users' tasks."""

    id = TextField()
    scope_id = IntegerField()
    title = TextField()
    status = TextField()
    project_id = TextField(null=True)
    notes = TextField()
    archive = TextField(null=True)
    sessions = TextField()
    created_at = TextField()
    updated_at = TextField()
    completed_at = TextField(null=True)

    class Meta:
        table_name = "tasks"
        primary_key = CompositeKey("scope_id", "id")


class RunRow(Model):
    """The record of the processor's runs."""

    id = TextField(primary_key=True)
    agent_id = IntegerField()
    user_id = IntegerField()
    stage = TextField()
    by = TextField()
    trigger = TextField()
    started_at = TextField()
    ended_at = TextField()
    read = TextField()
    wrote = TextField()
    problem = TextField(null=True)

    class Meta:
        table_name = "runs"


class SpendingRow(Model):
    """What models cost, by user."""

    id = AutoField()
    agent_id = IntegerField()
    user_id = IntegerField()
    at = TextField()
    purpose = TextField()
    model = TextField()
    input_tokens = IntegerField()
    output_tokens = IntegerField()
    usd = FloatField(null=True)
    session_id = TextField(null=True)
    outcome = TextField()

    class Meta:
        table_name = "spending"


class MigrationRow(Model):
    """The migrations that were applied."""

    name = TextField(primary_key=True)
    applied_at = TextField()

    class Meta:
        table_name = "migrations"


MODELS: tuple[type[Model], ...] = (
    MigrationRow,
    ScopeRow,
    EntryRow,
    VersionRow,
    EventRow,
    SessionRecord,
    TurnRow,
    RecallRow,
    RecalledRow,
    ProfileRow,
    ConnectionRow,
    ProjectRow,
    TaskRow,
    RunRow,
    SpendingRow,
    DocumentRow,
    VectorRow,
)
"""All tables, those that others refer to first."""

KEPT: tuple[type[Model], ...] = MODELS[1:-2]
"""What an export holds: all but the record of migrations, the index and the vectors."""
