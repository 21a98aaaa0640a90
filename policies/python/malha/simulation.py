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
from malha.talk import PROTOCOL, Lines, Talk, arguments_of

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
    Of a question with several functions `asked` says which one this is, and `arguments` has what it is given. One actor
    asks: where several do, as schedulers of several clusters, the simulation ends with an error.

    Without `rows` there are metrics only, and a simulation is faster. With `asked_if_fits=8`, cluster/queue is asked
    only while one of the first 8 jobs that wait has enough free nodes; with `asked_to_backfill`, only while a job behind
    the first that does not fit can start without a delay of that one, and at other dates Malha starts jobs in order.

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
        asked_to_backfill=False,
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
        if asked_to_backfill:
            self._filter["asked_to_backfill"] = True
        self._process = self._listener = self._connection = self._metrics = None
        self._begins = self._is_closed = False

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
        if self._is_closed:
            raise SimulationError("the simulation is closed; valid: another Simulation")
        self._metrics = None
        self._listen()
        if self._process is None:
            self._start()
        self._tell({"seed": seed} | ({"out": str(self.out)} if self._rows else {}))
        self._begins = True

    def send(self, answer):
        """The first half of `step`."""
        self._need_connection()
        try:
            self._talk.reply(self._number, answer)
        except BrokenPipeError:
            pass  # Malha says why it does not listen any more

    def receive(self):
        """The second half of `reset` and `step`."""
        if self._begins and not self._connect():
            return self._take_end()
        self._need_connection()
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
        """Ends the program, and removes its results."""
        if self._process is not None:
            self._process.terminate()  # a simulation that is not over
        self._begins = False
        self._is_closed = True
        self._disconnect()
        self._stop()
        self._folder.cleanup()

    def _need_connection(self):
        if self._connection is None:
            raise SimulationError("the simulation is over; reset begins another one")

    def _listen(self):
        """Waits for one connection, that of the next simulation."""
        if os.path.exists(self._socket):
            os.unlink(self._socket)
        self._listener = socket.socket(socket.AF_UNIX)
        try:
            self._listener.bind(self._socket)
            self._listener.listen(1)
        except OSError as error:
            self._listener.close()
            raise SimulationError(f"{self._socket}: {error}; valid: a shorter TMPDIR") from None

    def _start(self):
        words = [program(), *self._words]
        self._said = open(os.path.join(self._folder.name, "said"), "w+b")
        self._input, its_input = socket.socketpair()
        try:
            self._process = subprocess.Popen(words, stdin=its_input, stdout=subprocess.PIPE, stderr=self._said)
        except OSError as error:
            self._input.close()
            self._said.close()
            raise SimulationError(f"{words[0]}: {error.strerror}") from None
        finally:
            its_input.close()

    def _stop(self):
        """Ends the program, and returns what it has said, or how it ended."""
        if self._listener is not None:
            _hang_up(self._listener)
        if self._process is None:
            return ""
        process, self._process = self._process, None
        _hang_up(self._input)
        status = process.wait()
        process.stdout.close()
        with self._said as said:
            said.seek(0)
            text = said.read().decode("utf-8", "replace").strip().removeprefix("malha: ")
        return text or f"malha ended with status {status}"

    def _tell(self, asked):
        try:
            self._input.sendall(json.dumps(asked).encode() + b"\n")
        except (BrokenPipeError, ConnectionResetError):
            raise SimulationError(self._stop()) from None

    def _next(self):
        line = self._line()
        if line.startswith(b'{"ask"'):
            message = self._talk.read(line)
            self._number, self.asked = message.n, message.ask
            self.arguments = arguments_of(message)
            return self.arguments[0]
        self._disconnect()
        return self._take_end()

    def _line(self):
        """The next line of Malha; nothing if it has ended, in whatever way."""
        try:
            return self._lines.readline()
        except ConnectionResetError:
            return b""

    def _leave(self):
        """Of a simulation that is not over, nothing is left."""
        if self._begins:
            self._connect()
        elif self._connection is None:
            return
        self._disconnect()
        if not self._process.stdout.readline():
            self._stop()

    def _connect(self):
        """Waits until Malha asks for a connection. Returns whether it does before the simulation is over."""
        self._begins = False
        poll = select.poll()
        poll.register(self._listener, select.POLLIN)
        poll.register(self._process.stdout, select.POLLIN)
        is_called = self._listener.fileno() in [file for file, _ in poll.poll()]
        if is_called:
            self._connection = self._listener.accept()[0]
        _hang_up(self._listener)  # whoever else calls would wait for ever
        if not is_called:
            return False
        self._lines = Lines(self._connection)
        self._talk = Talk(self._connection.fileno())
        if line := self._line():
            hello = self._talk.read(line)
            self._talk.question = hello.question
            try:
                self._talk.say({"ready": PROTOCOL, "views": "changes", "wants": list(hello.asks), **self._filter})
            except BrokenPipeError:
                pass
        return True

    def _disconnect(self):
        if self._connection is not None:
            _hang_up(self._connection)
        self._connection = None

    def _take_end(self):
        """What Malha says of the end of the simulation."""
        line = self._process.stdout.readline()
        if not line:
            raise SimulationError(self._stop())
        end = json.loads(line)
        if end["status"] != 0:
            raise SimulationError(end["message"])
        self._metrics = end["metrics"]


def _hang_up(connection):
    """Closes it, also if a process that was forked from this one holds it, too."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # the other side has closed it
    connection.close()
