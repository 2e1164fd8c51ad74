"""Tests after a worker has died: all others run, and nothing that it started goes on running."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadGroupScheduling
from xdist.workermanage import WorkerController


class Grouped(LoadGroupScheduling):
    """pytest-xdist's scheduling by groups, without two ways in which 3.8 waits for ever once a worker has died.

    It hands out what that worker has done, as groups of no test (pytest-xdist #1378), and to the new worker a single
    test, which a worker begins only when it knows the next one or that there is none (#1327).
    """

    def remove_node(self, node: WorkerController) -> str | None:
        """Redistribute a dead worker's tests; return the test during which it died, which is not repeated."""
        groups = self.assigned_work.pop(node).items()
        left = [(group, test) for group, tests in groups for test, is_done in tests.items() if not is_done]
        for group, test in left[1:]:
            self.workqueue.setdefault(group, {})[test] = False
        for each in self.nodes:
            self._reschedule(each)
        return left[0][1] if left else None

    def _reschedule(self, node: WorkerController) -> None:
        """Hand out tests to a worker unless it is still collecting them: two may have died at once."""
        if node in self.registered_collections:
            super()._reschedule(node)

    def schedule(self) -> None:
        """Hand out tests: a worker with only a few in its first group also gets the next group, or the end signal."""
        super().schedule()
        for node in self.nodes:
            self._reschedule(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Grouped | None:
    return Grouped(config, log) if config.option.dist == "loadgroup" else None


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerController, error: object | None) -> None:
    """Kill the browsers and servers of a dead worker, which have its name in their environment (Linux only)."""
    marks = {
        f"PYTEST_XDIST_WORKER={node.workerinput['workerid']}".encode(),
        f"PYTEST_XDIST_TESTRUNUID={node.workerinput['testrunuid']}".encode(),
    }
    for environment in Path("/proc").glob("[0-9]*/environ") if error else ():
        with suppress(OSError):  # It has ended, or is somebody else's.
            if marks <= set(environment.read_bytes().split(b"\0")):
                os.kill(int(environment.parent.name), signal.SIGKILL)
