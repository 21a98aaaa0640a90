# SPDX-License-Identifier: MIT
"""Simulations of Malha from Python: to the end, or decision by decision."""

import csv
import os
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from malha.talk import PROTOCOL, Talk


class SimulationError(Exception):
    """What Malha says of a simulation that it does not make."""


def program():
    """The program: $MALHA, or `malha` on the PATH."""
    found = os.environ.get("MALHA") or shutil.which("malha")
    if not found:
        raise SimulationError("there is no malha on the PATH, and MALHA does not say where it is")
    return found


def rows_of(file):
    """The rows of a CSV file of results as dictionaries, numbers as numbers. With pandas, `pandas.read_csv`."""
    with open(file, newline="", encoding="utf-8") as text:
        return [{name: _number(value) for name, value in row.items()} for row in csv.DictReader(text)]


def _number(value):
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return value


class Simulation:
    """A simulation whose decisions are made here, one after the other:

        with Simulation(workload="lublin", settings={"workload.jobs": 100}) as simulation:
            view = simulation.reset(seed=1)
            while view is not None:
                view = simulation.step([job for job in view.queue if job.size <= len(view.free)][:1])
            print(simulation.jobs())

    `slot` is the setting that names the policy. Views and answers are those of policies in Python (docs/python.md).
    Of a question with several functions `asked` says which one this is, and `arguments` has what it is given.
    """

    def __init__(self, platform="star", deployment="cluster.fcfs", workload="lublin", settings=None, slot="policy"):
        self._words = ["simulate", "-p", platform, "-d", deployment, "-w", workload]
        # Who decides here may be a person, or a program that learns between two steps.
        for name, value in ({f"{slot}.timeout": 1e6} | (settings or {})).items():
            self._words += ["--set", f"{name}={value}"]
        self._slot = slot
        self._process = self._pipe = None
        self._folder = tempfile.TemporaryDirectory(prefix="malha-")
        self.out = Path(self._folder.name) / "out"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def reset(self, seed=1):
        """Begins the simulation anew. Returns the first view, or None if nothing is asked."""
        self._end()
        shutil.rmtree(self.out, ignore_errors=True)
        place = os.path.join(self._folder.name, "socket")
        relay = Path(__file__).resolve().parent / "pass_socket.py"
        if any(" " in str(word) for word in (sys.executable, relay, place)):
            raise SimulationError(f"a path has a blank: {sys.executable}, {relay} or {place}")
        words = self._words + ["--seed", str(seed), "-o", str(self.out)]
        words += ["--set", f"{self._slot}=external:{sys.executable} {relay} {place}"]
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(place)
            try:
                listener.listen(1)
                listener.settimeout(0.1)
                self._process = subprocess.Popen([program()] + words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                self._held = self._accept(listener)
            finally:
                os.unlink(place)
        _, files, _, _ = socket.recv_fds(self._held, 16, 1)
        self._pipe = open(files[0], "rb")
        self._talk = Talk(files[0])
        hello = self._talk.read(self._pipe.readline())
        self._talk.question = hello.question
        self._talk.say({"ready": PROTOCOL, "views": "changes", "wants": list(hello.asks)})
        return self._next()

    def step(self, answer):
        """Answers, and returns the next view; None if the simulation is over."""
        self._talk.reply(self._number, answer)
        return self._next()

    def jobs(self):
        """The rows of jobs.csv, once the simulation is over."""
        return rows_of(self.out / "jobs.csv")

    def metrics(self):
        """The metrics of the run, by name."""
        return rows_of(self.out / "schedule.csv")[0]

    def close(self):
        self._end()
        self._folder.cleanup()

    def _accept(self, listener):
        while True:
            try:
                return listener.accept()[0]
            except TimeoutError:
                pass
            if self._process.poll() is not None:
                self._wait()
                raise SimulationError("the simulation has ended, and its policy was not asked to begin")

    def _wait(self):
        """Waits for the end of the program. Raises an error if it did not go well."""
        process, self._process = self._process, None
        said = process.communicate()[1].decode("utf-8", "replace").strip()
        if process.returncode != 0:
            raise SimulationError(said.removeprefix("malha: "))

    def _next(self):
        line = self._pipe.readline()
        message = self._talk.read(line) if line else None
        if message is not None and "ask" in message:
            self._number, self.asked = message.n, message.ask
            self.arguments = [value for name, value in message.items() if name not in ("ask", "n")]
            return self.arguments[0]
        self._let_go()
        self._wait()
        return None

    def _let_go(self):
        if self._pipe is not None:
            self._pipe.close()
            self._held.close()
        self._pipe = None

    def _end(self):
        """Of a simulation that is not over, nothing is left."""
        self._let_go()
        if self._process is not None:
            self._process.terminate()
            self._process.communicate()
        self._process = None
