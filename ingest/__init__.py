"""Logs in anyone's format become facts: matches, deals and events in Parquet, never changed afterwards."""
