"""Logs in anyone's format become facts: matches, deals and events in Parquet, never changed afterwards."""

# Changes with the columns of `ingest.schema`; it stands here because `danpu --version` says it and that module imports pyarrow.
SCHEMA_VERSION = 2
# How the folders of a store begin (`ingest.commit`).
BATCH = "batch="
