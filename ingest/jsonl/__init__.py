"""Our own record format: JSON Lines, one deal a line; docs/jsonl.md describes it and danpu.schema.json states it for machines."""
