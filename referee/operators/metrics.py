"""Metrics in Prometheus's format: requests, event streams, and the contents of the instance folder."""

from collections.abc import Callable, Iterator

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from referee.operators.vitals import Vitals
from referee.release import release
from referee.server.logs import Served

METHODS = ("GET", "HEAD", "OPTIONS", "POST")
BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
"""Upper bounds of the histogram in seconds: a trick takes a few thousandths."""


class Metrics:
    """The metrics of a server. `vitals` and `streams` are called at each scrape."""

    def __init__(self, vitals: Callable[[], Vitals], streams: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "referee_requests", "Requests answered", ("method", "route", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "referee_request_seconds", "Time to answer", ("method",), registry=self._registry, buckets=BUCKETS
        )
        self._registry.register(_Instance(vitals, streams))
        ProcessCollector(registry=self._registry)

    def count(self, served: Served) -> None:
        """Count a request."""
        method = served.method if served.method in METHODS else "other"  # A visitor can send any word.
        self._requests.labels(method, served.route or "none", str(served.status)).inc()
        self._seconds.labels(method).observe(served.seconds)

    def text(self) -> bytes:
        """All metrics as text."""
        return generate_latest(self._registry)


class _Instance(Collector):
    def __init__(self, vitals: Callable[[], Vitals], streams: Callable[[], int]) -> None:
        self._vitals, self._streams = vitals, streams

    def collect(self) -> Iterator[Metric]:
        vitals = self._vitals()
        version, _, commit = release().removesuffix(")").partition(" (")
        yield InfoMetricFamily("referee", "The release", {"version": version, "commit": commit})
        yield GaugeMetricFamily("referee_open_lines", "Open event streams", self._streams())
        yield CounterMetricFamily("referee_entries", "Entries in all logs", vitals.entries)
        yield GaugeMetricFamily("referee_matches", "Matches in all score books", vitals.matches)
        yield GaugeMetricFamily("referee_score_books", "Score books", vitals.score_books)
        yield GaugeMetricFamily("referee_database_bytes", "Size of the database and its journal", vitals.bytes)
        yield GaugeMetricFamily("referee_disk_free_bytes", "Free space on the disk of the database", vitals.free)
        text = "Matches and other parts of the database found to be unreadable so far"
        yield GaugeMetricFamily("referee_damaged", text, vitals.damaged)
        text = "When the last backup was made, in seconds since 1970; 0 if there is none"
        yield GaugeMetricFamily("referee_last_backup_timestamp_seconds", text, vitals.last_backup or 0)
