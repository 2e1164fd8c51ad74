"""Replication by Litestream with the file of `deploy/`: the restored book after everything was killed."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from referee.cli import main
from tests.hosting.processes import DEPLOY
from tests.playing import Table, free_port, have_gone_on
from tests.servers import COMMAND, Phone, Server

LITESTREAM = str(Path(sys.executable).with_name("litestream"))
MOTO = ("tool", "run", "--from", "moto[s3]==5.2.5", "--with", "flask", "--with", "flask-cors", "moto_server")
"""A server with the interface of S3, in an environment of its own, as it needs other releases than the referee."""
KEYS = {"LITESTREAM_ACCESS_KEY_ID": "id", "LITESTREAM_SECRET_ACCESS_KEY": "secret"}


@pytest.fixture(scope="module")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an S3 bucket on this machine, as Litestream takes it."""
    port, out = free_port(), tmp_path_factory.mktemp("s3") / "log"
    command = [str(Path(sys.executable).with_name("uv")), *MOTO, "--host", "127.0.0.1", "--port", str(port)]
    with out.open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    for _ in range(600):  # The first time it is downloaded.
        assert process.poll() is None, out.read_text()
        try:
            connection = HTTPConnection("127.0.0.1", port)
            connection.request("PUT", "/cards")
            assert connection.getresponse().status == 200
            break
        except ConnectionRefusedError:
            time.sleep(0.1)
    connection.close()
    yield f"s3://cards.localhost:{port}/referee"
    process.terminate()
    process.wait(20)


@pytest.fixture(params=["folder", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a replica."""
    if request.param == "folder":
        return f"file://{tmp_path}/replica"
    return f"{request.getfixturevalue('bucket')}/{tmp_path.name}"


class Replica:
    """The replica of an instance."""

    def __init__(self, instance: Path, place: str) -> None:
        self.instance = instance
        # Not what else this machine may be set up to do with S3.
        own = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
        self.settings = own | KEYS | {"REFEREE_INSTANCE": str(instance), "REFEREE_REPLICA": place}

    @contextmanager
    def replicating(self) -> Iterator[subprocess.Popen[bytes]]:
        command = [LITESTREAM, "replicate", "-config", str(DEPLOY / "litestream.yml")]
        with (self.instance.parent / "litestream.log").open("ab") as out:
            process = subprocess.Popen(command, stdout=out, stderr=out, env=self.settings)
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.wait(30)

    def restore(self, folder: Path) -> bool:
        """Restore into an empty instance folder, with the key of the first; whether there was something."""
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command = [LITESTREAM, "restore", "-config", str(DEPLOY / "litestream.yml"), "-o", str(folder / "book.db")]
        done = subprocess.run(
            [*command, str(self.instance / "book.db")], env=self.settings, capture_output=True, check=False
        )
        shutil.copy(self.instance / "secret.key", folder)
        return done.returncode == 0

    def await_it(self, folder: Path, is_enough: Callable[[], bool] = lambda: True) -> None:
        """Restore until there is enough in the replica."""
        for _ in range(120):
            if self.restore(folder) and main(["check", "--instance", str(folder)]) == 0 and is_enough():
                return
            time.sleep(0.2)
        raise AssertionError("the entries do not get into the replica")


def log_of(instance: Path, capsys: pytest.CaptureFixture[str]) -> str:
    capsys.readouterr()
    assert main(["export", "1", "--instance", str(instance)]) == 0
    return capsys.readouterr().out


def times(exported: str) -> list[str]:
    return [line.split('"')[3] for line in exported.splitlines() if line.strip().startswith('"at"')]


def test_after_a_crash_the_replica_has_every_entry_up_to_its_last_second(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own, restored = tmp_path / "own", tmp_path / "restored"
    server = Server(own, COMMAND)
    replica = Replica(own, place)
    with replica.replicating() as process:
        table = Table(Phone(server.port, server.link))
        table.start()
        have_gone_on([table])
        before = table.version  # All of these must get into the replica, and it goes on meanwhile.
        replica.await_it(restored, lambda: len(times(log_of(restored, capsys))) >= before)
        have_gone_on([table])
        server.kill()
        process.kill()
        table.stop()
    acknowledged, whole = table.version, log_of(own, capsys)
    assert replica.restore(restored)
    assert main(["check", "--instance", str(restored)]) == 0
    kept = times(log_of(restored, capsys))
    assert before <= len(kept) <= len(times(whole))
    assert times(whole)[: len(kept)] == kept
    print(f"acknowledged {acknowledged}, restored {len(kept)}: the replica’s last second is {kept[-1]}")

    again = Server(restored, COMMAND)  # With the key the links are the same.
    assert again.link == server.link
    go_on = Table(Phone(again.port, again.link))
    go_on.start()
    have_gone_on([go_on])
    go_on.stop()
    again.close()


def test_what_ends_in_order_is_replicated_in_full(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    own, restored = tmp_path / "own", tmp_path / "restored"
    replica = Replica(own, place)
    server = Server(own, COMMAND)
    with replica.replicating():
        replica.await_it(restored)
        for _ in range(2):  # Over a restart of the referee too, at which it checkpoints.
            table = Table(Phone(server.port, server.link))
            table.start()
            have_gone_on([table])
            table.stop()
            server.close()
            server = Server(own, COMMAND)
        server.close()
    assert replica.restore(restored)
    assert main(["check", "--instance", str(restored)]) == 0
    capsys.readouterr()
    assert log_of(restored, capsys) == log_of(own, capsys)


STANDBY_SECONDS, STANDBY_LOST = 120.0, 10.0
"""The time until a standby has been restored and checked, and the seconds of entries that may be lost."""


@pytest.mark.skipif(os.geteuid() != 0, reason="the script gives files to an owner")
def test_a_standby_takes_over_by_the_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As docs/hosting.md says, but without systemd, which would start it at the end."""
    own, home = tmp_path / "21", tmp_path / "standby"
    home.mkdir()
    place = f"file://{tmp_path}/replica"
    (tmp_path / "21.env").write_text(f"REFEREE_OPTIONS=--public --name a.example.org\nREFEREE_REPLICA={place}\n")
    server = Server(own, COMMAND)
    replica = Replica(own, place)
    with replica.replicating() as process:
        table = Table(Phone(server.port, server.link))
        table.start()
        begun = time.monotonic()
        have_gone_on([table])
        replica.await_it(tmp_path / "seen")
        have_gone_on([table])
        port, killed_at, rate = server.port, time.monotonic(), table.version / (time.monotonic() - begun)
        server.kill()
        process.kill()
        table.stop()
    acknowledged = times(log_of(own, capsys))[: table.version]
    settings = os.environ | {
        "REFEREE_HOME": str(home), "REFEREE_BIN": str(Path(sys.executable).parent), "LITESTREAM": LITESTREAM,
        "LITESTREAM_CONFIG": str(DEPLOY / "litestream.yml"), "REFEREE_SETTINGS": str(tmp_path),
        "SYSTEMCTL": "true", "REFEREE_OWNER": "root",
    }  # fmt: skip
    (home / "21").mkdir()
    (home / "21" / "book.db").write_bytes(b"an empty book that was started too early")
    command = ["sh", str(DEPLOY / "standby.sh"), "21", str(own / "secret.key")]
    said = subprocess.run(command, env=settings, capture_output=True, text=True, check=True).stdout
    assert re.findall(r"^(Restored|Checked|Started) after \d+ seconds\.$", said, re.MULTILINE) == [
        "Restored", "Checked", "Started"
    ]  # fmt: skip
    again = Server(home / "21", COMMAND, port)  # With the key the links are the same.
    with closing(Phone(port, server.link)) as phone:
        assert "Trick" in phone.get(table.path)
    seconds = time.monotonic() - killed_at
    again.close()
    kept = times(log_of(home / "21", capsys))
    assert acknowledged[: len(kept)] == kept[: len(acknowledged)]
    lost = len(acknowledged[len(kept) :])
    print(
        f"standby: {seconds:.1f} s until it answered; {lost} of {len(acknowledged)} entries lost: {lost / rate:.1f} s"
    )
    assert seconds < STANDBY_SECONDS
    assert lost / rate < STANDBY_LOST
    assert [each.name[:3] for each in home.iterdir() if each.name != "21"] == ["21-"]  # What was there is kept.


def test_a_replica_is_also_a_backup_that_can_be_restored(tmp_path: Path, place: str) -> None:
    own, other = tmp_path / "own", tmp_path / "other"
    server = Server(own, COMMAND)
    replica = Replica(own, place)
    with replica.replicating():
        phone = Phone(server.port, server.link)
        phone.open_match()
        phone.close()
        server.close()
        replica.await_it(tmp_path / "restored")
    other.mkdir()
    assert main(["restore", str(tmp_path / "restored" / "book.db"), "--instance", str(other)]) == 0
    assert main(["check", "--instance", str(other)]) == 0
