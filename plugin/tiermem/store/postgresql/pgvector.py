"""The statements that add pgvector's type to the table of vectors."""

from __future__ import annotations

from hashlib import sha256

COLUMN = """
CREATE FUNCTION vector_from(data bytea) RETURNS vector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CAST(ARRAY(
        SELECT CASE WHEN (bits & 2147483647) = 0 THEN 0 ELSE
            (CASE WHEN (bits >> 31) = 1 THEN -1 ELSE 1 END) * (1 + (bits & 8388607) / 8388608.0::float8)
            * power(2::float8, ((bits >> 23) & 255) - 127) END
        FROM (
            SELECT n, get_byte(data, 4 * n)::bigint + (get_byte(data, 4 * n + 1)::bigint << 8)
                + (get_byte(data, 4 * n + 2)::bigint << 16) + (get_byte(data, 4 * n + 3)::bigint << 24) AS bits
            FROM generate_series(0, length(data) / 4 - 1) n
        ) numbers ORDER BY n
    )::real[] AS vector)
$$;
CREATE FUNCTION put_embedding() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    new.embedding := vector_from(new.vector);
    RETURN new;
EXCEPTION WHEN OTHERS THEN
    new.embedding := NULL;
    RETURN new;
END $$;
ALTER TABLE vectors ADD COLUMN embedding vector;
CREATE TRIGGER vectors_near BEFORE INSERT OR UPDATE OF vector ON vectors
    FOR EACH ROW EXECUTE FUNCTION put_embedding();
"""
"""The vectors once more, as pgvector's type. One that it does not take (no number, too many) never hinders a write."""
HNSW_FROM = 10_000
"""Vectors of a model from which an index over them is made. Fewer are compared one by one, exactly."""
HNSW_DIMS = 2_000
"""Maximum dimensions that such an index takes."""


BROKEN = "SELECT CAST(indexrelid AS regclass) FROM pg_index WHERE indrelid = to_regclass('vectors') AND NOT indisvalid"
"""Finds indexes whose making was cut off: they help no search, and their names are taken."""


def hnsw(model: str, dims: int) -> str:
    """Return the statement that makes an index over the vectors of a model."""
    name = f"vectors_near_{sha256(f'{dims} {model}'.encode()).hexdigest()[:16]}"
    quoted = model.replace("'", "''")
    return (
        f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON vectors USING hnsw "
        f"(CAST(embedding AS vector({dims})) vector_cosine_ops) "
        f"WHERE model = '{quoted}' AND dims = {dims} AND embedding IS NOT NULL"
    )
