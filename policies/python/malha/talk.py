# SPDX-License-Identifier: MIT
"""The lines of the protocol of docs/python.md, as views and answers."""

import json
import os
from os import sched_yield
from socket import MSG_DONTWAIT

from malha.answer import decision, plain, switches
from malha.jobs import KeptJobs, queue_key, running_key
from malha.series import Series
from malha.view import Nodes, View, never, view_of

PROTOCOL = 1
AWAKE = 50  # how often it looks for data before it sleeps: some 50 us in all
# Members that stay as they are once they have been shown.
STAYS = ("machines", "site", "windows", "resources", "stock", "weights")
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Lines:
    """The lines that come through a socket. Who waits for one stays awake for a moment, since to be woken takes longer
    than Malha needs for most steps."""

    def __init__(self, connection):
        self._receive = connection.recv
        self._rest = b""

    def readline(self):
        """The next line; nothing at the end of the connection, where a line without an end is dropped."""
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            parts.append(self._more())
            if not parts[-1]:
                return b""
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line

    def __iter__(self):
        return iter(self.readline, b"")

    def _more(self):
        for _ in range(AWAKE):
            try:
                return self._receive(1 << 16, MSG_DONTWAIT)
            except BlockingIOError:
                sched_yield()
        return self._receive(1 << 16)


class Talk:
    """What one side of the pipe knows: the jobs that it was shown, and the question."""

    def __init__(self, out):
        self.out = out
        self.question = ""
        self._scan = json.JSONDecoder(object_hook=view_of).scan_once
        self._queue = KeptJobs(queue_key)
        self._running = KeptJobs(running_key)
        self._kept = {}
        self._break_even = []
        self._series = {}

    def read(self, line):
        """The message of a line."""
        message = self._scan(line.decode("utf-8", "surrogateescape"), 0)[0]
        if self.question == "cluster/queue" and "ask" in message:
            self._make_whole(message.view)
        elif self.question == "cluster/sleep" and "ask" in message:
            self._make_whole_of_machines(message.view)
        elif self.question == "cluster/frequency" and "ask" in message:
            message.view.nodes = Nodes(message.view.nodes)
        elif self.question == "cluster/release" and "ask" in message:
            self._make_whole_of_series(message.view)
        return message

    def say(self, message):
        self._write(_encode(message).encode())

    def reply(self, number, answer):
        if self.question == "cluster/queue":
            self._write(b'{"n":%d,"answer":%b}' % (number, _decided(answer)))
        else:
            self.say({"n": number, "answer": self._answer(answer)})

    def _answer(self, answer):
        return switches(answer) if self.question == "cluster/sleep" else plain(answer)

    def _write(self, line):
        line += b"\n"
        while line:
            line = line[os.write(self.out, line) :]

    def _make_whole(self, view):
        """Adds what was not sent again."""
        members = view.__dict__
        if "queue" in members:
            self._queue.take(view.queue)
        if "running" in members:
            for job in view.running.new:
                if "resizing" in job:
                    job.resizing.reserved = Nodes(job.resizing.reserved)
            self._running.take(view.running)
        # A policy may sort its lists, or take jobs out of them; what is kept stays in order.
        members["queue"], members["running"] = self._queue.jobs.copy(), self._running.jobs.copy()
        if "machines" in members:
            self._kept = {name: members[name] for name in STAYS if name in members}
        else:
            members.update(self._kept)
        members["free"], members["down"] = Nodes(members["free"]), Nodes(members["down"])
        if members.get("power") is not None:
            self._make_whole_of_power(view.power)

    @staticmethod
    def _make_whole_of_power(power):
        power.asleep = Nodes(power.asleep)
        power.booting = Nodes(power.booting)
        for name in ("kept", "boot_time"):
            if getattr(power, name) is None:
                setattr(power, name, [0.0] * len(power.extra))

    def _make_whole_of_machines(self, view):
        self._make_whole(view.cluster)
        if "break_even" in view:
            self._break_even = [never if time is None else time for time in view.break_even]
        view.break_even = self._break_even
        for name in ("idle", "asleep", "booting", "going"):
            setattr(view, name, Nodes(view[name]))

    def _make_whole_of_series(self, view):
        for name in ("carbon", "price"):
            if name in view:
                self._series[name] = Series(view[name].steps, view[name].period)
        view.__dict__.update(self._series)


def _decided(answer):
    """Most answers are short lists of jobs, for which a text is made faster."""
    if type(answer) is list and all(type(job) is View for job in answer):
        return b'{"start":[%b]}' % ",".join([f'{{"job":{job.handle}}}' for job in answer]).encode()
    return _encode(decision(answer)).encode()


def arguments_of(message):
    """What a function is given: the members of the message, in their order. A view of cluster/queue is whole
    already."""
    if message.__dict__.get("ask") == "decide":
        return [message.view]
    return [_with_nodes(value) for name, value in message.items() if name not in ("ask", "n", "tell")]


def _with_nodes(value):
    if isinstance(value, View):
        for name in ("free", "kept", "open", "down"):
            if isinstance(value.__dict__.get(name), list):
                setattr(value, name, Nodes(value[name]))
    return value
