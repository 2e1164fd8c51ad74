"""The cost of a trick on one instance and on two, behind Caddy over https. `make load` runs it after `tests.load`.

Both are measured in turns, with the same number of tables on each instance.
"""

from __future__ import annotations

import argparse
import asyncio
import ssl
import statistics
import tempfile
from dataclasses import dataclass
from pathlib import Path

from referee.store.instance import book_file
from tests.hosting.processes import Caddy, configuration
from tests.load import Tables, lost, make_book, percentiles, resident
from tests.servers import COMMAND, Server, processor_seconds

NAMES = ("a.localhost", "b.localhost")


@dataclass(frozen=True)
class Cost:
    """The figures measured, all instances together."""

    tricks: int
    instance_ms: float
    """Processor time for each trick in the instances, in milliseconds."""
    proxy_ms: float
    """The same in Caddy."""
    median: float
    slowest: float
    """The 50th and 99th percentile of the time to the answer, in milliseconds."""
    memory: float
    """Of an instance, in MB."""
    disk: float
    """Bytes of the database for each entry."""
    faults: int


async def play(folder: Path, instances: int, options: argparse.Namespace) -> Cost:
    """Play on some instances at once."""
    names, servers, tables = NAMES[:instances], list[Server](), list[Tables]()
    links = []
    for name in names:
        (folder / name).mkdir()
        links.append(make_book(folder / name, options.tables, options.before))
        servers.append(Server(folder / name, COMMAND, options=("--proxy", "--name", name)))
    words = [f"{name}=127.0.0.1:{server.port}" for name, server in zip(names, servers, strict=True)]
    caddy = Caddy(str(configuration("caddy", folder, "cards.localhost", *words)), folder, NAMES[0])
    for name, of_instance in zip(names, links, strict=True):
        tables.append(Tables(caddy.port, of_instance, options.watchers, options.pace))
        for phone in tables[-1].phones:
            phone.name, phone.tls = name, ssl.create_default_context(cafile=str(caddy.trusted))
        await tables[-1].enter()
    in_proxy = -processor_seconds(caddy.process.pid)
    tallies = await asyncio.gather(
        *(each.play(server, options.seconds) for each, server in zip(tables, servers, strict=True))
    )
    in_proxy += processor_seconds(caddy.process.pid)
    memory = statistics.mean(resident(server) for server in servers)
    for each in tables:
        await each.leave()
    for server in servers:
        await asyncio.to_thread(server.close)
    caddy.close()
    tricks = [seconds for tally in tallies for seconds in tally.tricks]
    faults = [fault for tally in tallies for fault in tally.faults]
    gone = sum(lost(folder / name, each) for name, each in zip(names, tables, strict=True))
    size = sum(book_file(folder / name).stat().st_size for name in names)
    entries = options.tables * options.before * instances + len(tricks)
    for fault in sorted(set(faults))[:5]:
        print("       ", fault)
    busy = sum(tally.busy for tally in tallies)
    return Cost(
        len(tricks), busy / len(tricks) * 1e3, in_proxy / len(tricks) * 1e3, *percentiles(tricks), memory,
        size / entries, len(faults) + gone,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=60, help="on each instance")
    parser.add_argument("--watchers", type=int, default=3, help="phones that watch each table")
    parser.add_argument("--before", type=int, default=143, help="tricks that each table has already")
    parser.add_argument("--seconds", type=float, default=25)
    parser.add_argument("--pace", type=float, default=6, help="seconds from one trick of a table to the next")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(
        "instances  tables  tricks  ms/trick  in Caddy  trick 50  trick 99  memory  bytes/entry  faults", flush=True
    )
    costs: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(options.rounds):
        for instances, so_far in costs.items():
            with tempfile.TemporaryDirectory() as name:
                cost = asyncio.run(play(Path(name), instances, options))
            so_far.append(cost.instance_ms)
            print(
                f"{instances:>9} {instances * options.tables:>7} {cost.tricks:>7} {cost.instance_ms:>9.1f}"
                f" {cost.proxy_ms:>9.1f} {cost.median:>9.1f} {cost.slowest:>9.1f} {cost.memory:>7.0f}"
                f" {cost.disk:>12.0f} {cost.faults:>7}",
                flush=True,
            )
    ratio = statistics.median(costs[2]) / statistics.median(costs[1])
    print(f"A trick on two instances costs {ratio:.2f} times what it costs on one.")


if __name__ == "__main__":
    main()
