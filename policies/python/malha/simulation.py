# SPDX-License-Identifier: MIT
"""Simulations of Malha from Python: to the end, or decision by decision."""

import json
import os
import select
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from malha.tables import rows_of, table_of
from malha.talk import PROTOCOL, Talk, arguments_of

__all__ = ["Simulation", "SimulationError", "program", "rows_of", "table_of"]


class SimulationError(Exception):
    """What Malha says of a simulation that it does not make."""


def program():
    """The program: $MALHA, or `malha` on the PATH."""
    found = os.environ.get("MALHA") or shutil.which("malha")
    if not found:
        raise SimulationError("there is no malha on the PATH, and MALHA does not say where it is")
    return found


class Simulation:
    """A simulation whose decisions are made here, one after the other:

        with Simulation(workload="lublin", settings={"workload.jobs": 100}) as simulation:
            view = simulation.reset(seed=1)
            while view is not None:
                view = simulation.step([job for job in view.queue if job.size <= len(view.free)][:1])
            print(simulation.jobs())

    `slot` is the setting that names the policy. Views and answers are those of policies in Python (docs/python.md).
    Of a question with several functions `asked` says which one this is, and `arguments` has what it is given.

    Without `rows` there are metrics only, and a simulation is faster. With `asked_if_fits=8`, cluster/queue is asked
    only while one of the first 8 jobs that wait has enough free nodes.

    The program is started once: it makes one simulation after the other (`malha episodes`), and asks at a socket.
    """

    def __init__(
        self,
        platform="star",
        deployment="cluster.fcfs",
        workload="lublin",
        settings=None,
        slot="policy",
        rows=True,
        asked_if_fits=None,
    ):
        self._folder = tempfile.TemporaryDirectory(prefix="malha-")
        self.out = Path(self._folder.name) / "out"
        self._socket = os.path.join(self._folder.name, "asked")
        self._words = ["episodes", "-p", platform, "-d", deployment, "-w", workload]
        # Who decides here may be a person, or a program that learns between two steps.
        given = {f"{slot}.timeout": 1e6} | (settings or {}) | {slot: f"socket:{self._socket}"}
        for name, value in given.items():
            self._words += ["--set", f"{name}={value}"]
        self._rows = rows
        self._filter = {} if asked_if_fits is None else {"asked_if_fits": asked_if_fits}
        self._process = self._listener = self._pipe = self._metrics = None
        self._begins = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def reset(self, seed=1):
        """Begins the simulation anew. Returns the first view, or None if nothing is asked."""
        self.begin(seed)
        return self.receive()

    def step(self, answer):
        """Answers, and returns the next view; None if the simulation is over."""
        self.send(answer)
        return self.receive()

    def begin(self, seed=1):
        """The first half of `reset`: Malha works while the caller does something else, until it calls `receive`."""
        self._leave()
        if self._process is None:
            self._start()
        self._metrics = None
        self._tell({"seed": seed} | ({"out": str(self.out)} if self._rows else {}))
        self._begins = True

    def send(self, answer):
        """The first half of `step`."""
        if self._pipe is None:
            raise SimulationError("the simulation is over; reset begins another one")
        try:
            self._talk.reply(self._number, answer)
        except BrokenPipeError:
            pass  # Malha says why it does not listen any more

    def receive(self):
        """The second half of `reset` and `step`."""
        if self._begins and not self._connect():
            return self._take_end()
        return self._next()

    def jobs(self, as_="rows"):
        """The rows of jobs.csv, once the simulation is over: as a list of dictionaries ("rows"), as an array with named
        columns ("numpy"), or as a DataFrame ("pandas"), where these are installed."""
        return self.table("jobs", as_)

    def table(self, name, as_="rows"):
        """The same of another file of the results: of resources.csv for "resources"."""
        if not self._rows:
            raise SimulationError("there are no rows: this simulation is made without; valid: rows=True")
        if self._metrics is None:
            raise SimulationError("the simulation is not over, and has no rows yet")
        return table_of(self.out / f"{name}.csv", as_)

    def metrics(self):
        """The metrics of the run, by name, once the simulation is over."""
        if self._metrics is None:
            raise SimulationError("the simulation is not over, and has no metrics yet")
        return dict(self._metrics)

    def close(self):
        """Ends the program. Another `reset` would start it again."""
        self._leave()
        self._stop()
        self._folder.cleanup()

    def _start(self):
        self._listener = socket.socket(socket.AF_UNIX)
        try:
            self._listener.bind(self._socket)
        except OSError as error:
            raise SimulationError(f"{self._socket}: {error}; valid: a shorter TMPDIR") from None
        self._listener.listen(1)
        self._said = open(os.path.join(self._folder.name, "said"), "w+b")
        self._process = subprocess.Popen(
            [program(), *self._words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._said
        )

    def _stop(self):
        """Ends the program, and returns what it has said."""
        if self._process is None:
            return ""
        process, self._process = self._process, None
        process.stdin.close()
        process.wait()
        process.stdout.close()
        self._listener.close()
        os.unlink(self._socket)
        with self._said as said:
            said.seek(0)
            return said.read().decode("utf-8", "replace").strip().removeprefix("malha: ")

    def _tell(self, asked):
        try:
            self._process.stdin.write(json.dumps(asked).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            self._process.stdin = open(os.devnull, "wb")
            raise SimulationError(self._stop()) from None

    def _next(self):
        line = self._pipe.readline()
        if line.startswith(b'{"ask"'):
            message = self._talk.read(line)
            self._number, self.asked = message.n, message.ask
            self.arguments = arguments_of(message)
            return self.arguments[0]
        self._pipe.close()
        self._pipe = None
        return self._take_end()

    def _leave(self):
        """Of a simulation that is not over, nothing is left."""
        if self._begins:
            self._connect()
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
            self._process.stdout.readline()

    def _connect(self):
        """Waits until Malha asks for a connection. Returns whether it does before the simulation is over."""
        self._begins = False
        ready, _, _ = select.select([self._listener, self._process.stdout], [], [])
        if self._listener not in ready:
            return False
        connection = self._listener.accept()[0].detach()
        self._pipe = open(connection, "rb", buffering=1 << 16)
        self._talk = Talk(connection)
        if line := self._pipe.readline():
            hello = self._talk.read(line)
            self._talk.question = hello.question
            self._talk.say({"ready": PROTOCOL, "views": "changes", "wants": list(hello.asks), **self._filter})
        return True

    def _take_end(self):
        """What Malha says of the end of the simulation."""
        line = self._process.stdout.readline()
        if not line:
            raise SimulationError(self._stop())
        end = json.loads(line)
        if end["status"] != 0:
            raise SimulationError(end["message"])
        self._metrics = end["metrics"]
