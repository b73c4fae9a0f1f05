"""Metrics for Prometheus: how much is done and how long it takes; nothing of what lies on the tables."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5)


class Metrics:
    """The counters of one house."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.moves = Counter("pitboss_moves", "Moves made", ["move"], registry=self.registry)
        self.refusals = Counter("pitboss_refusals", "Moves refused", registry=self.registry)
        self.malformed = Counter("pitboss_malformed_messages", "Messages that were none", registry=self.registry)
        self.busy = Counter("pitboss_busy", "Requests answered with busy", registry=self.registry)
        self.relayed = Counter(
            "pitboss_relayed", "Messages and requests passed on to another process", registry=self.registry
        )
        self.sockets = Gauge("pitboss_sockets", "Open WebSockets", registry=self.registry)
        self.cage = Gauge("pitboss_cage", "Whether this process keeps the register", registry=self.registry)
        self.processes = Gauge(
            "pitboss_processes", "Processes of the house that live, this one too", registry=self.registry
        )
        self.tables = Gauge("pitboss_tables", "Open tables", registry=self.registry)
        self.entries = Counter("pitboss_journal_entries", "Lines written to the journal", registry=self.registry)
        self.commits = Histogram(
            "pitboss_commit_seconds", "Time of a group commit", registry=self.registry, buckets=_FAST
        )
        self.move_seconds = Histogram(
            "pitboss_move_seconds", "From a move's arrival to its answer", registry=self.registry, buckets=_FAST
        )
        self.logins = Counter("pitboss_logins", "Logins", ["outcome"], registry=self.registry)

    def committed(self, entries: int, seconds: float) -> None:
        """A group commit is on disk."""
        self.entries.inc(entries)
        self.commits.observe(seconds)

    def moved(self, move: str) -> None:
        """A move was made."""
        self.moves.labels(move).inc()

    def text(self) -> bytes:
        """The metrics as Prometheus reads them."""
        return generate_latest(self.registry)
