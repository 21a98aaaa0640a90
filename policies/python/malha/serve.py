# SPDX-License-Identifier: MIT
"""Speaks the protocol of docs/python.md for a policy: a file with functions, or with a class `Policy`."""

import json
import os
import random
import sys
import traceback
import types

from malha.answer import decision, plain
from malha.jobs import KeptJobs, queue_key, running_key
from malha.view import Nodes, View, view_of

PROTOCOL = 1
# Members that stay as they are once they have been shown.
STAYS = ("machines", "site", "windows", "resources", "stock")


class Refused(Exception):
    """What Malha is told in one sentence."""


class Server:
    """One policy, which is asked until it is told goodbye."""

    def __init__(self, lines, out):
        self.lines = lines
        self.out = out
        self.scan = json.JSONDecoder(object_hook=view_of).scan_once
        self.encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode
        self.queue = KeptJobs(queue_key)
        self.running = KeptJobs(running_key)
        self.kept = {}

    def say(self, message):
        write_all(self.out, self.encode(message).encode() + b"\n")

    def decode(self, line):
        return self.scan(line.decode("utf-8", "surrogateescape"), 0)[0]

    def begin(self, script):
        hello = self.decode(self.lines.readline())
        if hello.protocol != PROTOCOL:
            raise Refused(f"it speaks version {PROTOCOL} of the protocol, not {hello.protocol}")
        random.seed(hello.seed)
        self.question = hello.question
        functions = names_of(script, hello)
        asks = list(hello.asks)
        if "decide" in functions:  # a name for the main question of each
            functions.setdefault(asks[0], functions["decide"])
        self.functions = {name: functions[name] for name in asks + hello.tells if name in functions}
        if asks[0] not in self.functions:
            raise Refused(f"it has no function '{asks[0]}', which answers {hello.question}")
        says = {name: bool(functions[name]) for name in hello.says if name in functions}
        self.say({"ready": PROTOCOL, "views": "changes", "says": says, "wants": list(self.functions)})

    def serve(self):
        for line in self.lines:
            message = self.decode(line)
            if "ask" in message:
                self.answer(message)
            elif "tell" in message:
                self.functions[message["tell"]](*arguments_of(message))
            else:
                return

    def answer(self, message):
        what, number = message["ask"], message["n"]
        if what not in self.functions:
            raise Refused(f"it has no function '{what}'")
        if self.question == "cluster/queue":
            answer = self.functions[what](self.whole(message.view))
            write_all(self.out, b'{"n":%d,"answer":%b}\n' % (number, self.decided(answer)))
        else:
            self.say({"n": number, "answer": plain(self.functions[what](*arguments_of(message)))})

    def decided(self, answer):
        """Most answers are short lists of jobs, for which a text is made faster."""
        if type(answer) is list and all(type(job) is View for job in answer):
            return b'{"start":[%b]}' % ",".join([f'{{"job":{job.handle}}}' for job in answer]).encode()
        return self.encode(decision(answer)).encode()

    def whole(self, view):
        """The view of a queue, with what was not sent again."""
        members = view.__dict__
        if "queue" in members:
            self.queue.take(view.queue)
        if "running" in members:
            self.running.take(view.running)
        view.queue, view.running = self.queue.jobs, self.running.jobs
        if "machines" in members:
            self.kept = {name: members[name] for name in STAYS if name in members}
        else:
            members.update(self.kept)
        view.free = Nodes(view.free)
        view.down = Nodes(view.down)
        return view


def arguments_of(message):
    """What a function is given: the members of the message, in their order."""
    return [with_nodes(value) for name, value in message.items() if name not in ("ask", "n", "tell")]


def with_nodes(value):
    if isinstance(value, View):
        for name in ("free", "kept", "open", "down"):
            if isinstance(value.__dict__.get(name), list):
                setattr(value, name, Nodes(value[name]))
    return value


def write_all(out, line):
    while line:
        line = line[os.write(out, line) :]


def names_of(script, hello):
    """The functions and values of the policy, by name."""
    sys.path.insert(0, os.path.dirname(os.path.abspath(script)))
    module = sys.modules["malha_policy"] = types.ModuleType("malha_policy")
    module.__file__ = script
    module.parameters, module.seed = dict(hello.parameters.items()), hello.seed
    with open(script, "rb") as source:
        exec(compile(source.read(), script, "exec"), module.__dict__)
    if not hasattr(module, "Policy"):
        return dict(module.__dict__)
    policy = module.Policy(dict(hello.parameters.items()), hello.seed)
    return {name: getattr(policy, name) for name in dir(policy) if not name.startswith("_")}


def told(error, script):
    """The error in one line, with the last line of the policy's own file."""
    if isinstance(error, Refused):
        return str(error)
    places = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == script]
    place = f" ({os.path.basename(script)}, line {places[-1]})" if places else ""
    return " ".join(f"it raised {type(error).__name__}: {error}{place}".split())


def main(script):
    # What the policy prints goes to the standard error: the standard output is the protocol's.
    out = os.dup(1)
    os.dup2(2, 1)
    lines = open(0, "rb")
    server = Server(lines, out)
    try:
        server.begin(script)
        server.serve()
    except Exception as error:
        server.say({"error": told(error, script)})
        sys.exit(1)
