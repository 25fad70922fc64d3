"""Care of the whole store: waiting work, backups, owners of entries, access tokens, and records of the past."""
