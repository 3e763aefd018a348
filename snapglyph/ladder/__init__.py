"""The ladder of ways to give room back. One rung so far: snapshot."""

from .compaction import PageReport, Report, Snapshot, snapshot

__all__ = ["PageReport", "Report", "Snapshot", "snapshot"]
