# SPDX-License-Identifier: MIT
"""Speaks the protocol of docs/python.md for a policy: a file with functions, or with a class `Policy`."""

import os
import random
import socket
import stat
import sys
import traceback
import types

from malha.talk import PROTOCOL, Lines, Talk, arguments_of


class Refused(Exception):
    """What Malha is told in one sentence."""


class Server:
    """One policy, which is asked until it is told goodbye."""

    def __init__(self, lines, out):
        self.lines = lines
        self.talk = Talk(out)

    def begin(self, script):
        hello = self.talk.read(self.lines.readline())
        if hello.protocol != PROTOCOL:
            raise Refused(f"it speaks version {PROTOCOL} of the protocol, not {hello.protocol}")
        random.seed(hello.seed)
        self.talk.question = hello.question
        functions = names_of(script, hello)
        main = hello.asks[0]
        if "decide" in functions:  # a name for the main question of each
            functions.setdefault(main, functions["decide"])
        self.functions = {name: functions[name] for name in hello.asks + hello.tells if name in functions}
        if main not in self.functions:
            raise Refused(f"it has no function '{main}', which answers {hello.question}")
        says = {name: bool(functions[name]) for name in hello.says if name in functions}
        self.talk.say({"ready": PROTOCOL, "views": "changes", "says": says, "wants": list(self.functions)})

    def serve(self):
        for line in self.lines:
            message = self.talk.read(line)
            if "ask" in message:
                if message.ask not in self.functions:
                    raise Refused(f"it has no function '{message.ask}'")
                self.talk.reply(message.n, self.functions[message.ask](*self.arguments(message)))
            elif "tell" in message:
                self.functions[message.tell](*arguments_of(message))
            else:
                return

    def arguments(self, message):
        return (message.view,) if self.talk.question == "cluster/queue" else arguments_of(message)


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


def is_socket(file):
    return stat.S_ISSOCK(os.fstat(file).st_mode)


def main(script):
    # What the policy prints goes to the standard error: the standard output is the protocol's.
    out = os.dup(1)
    os.dup2(2, 1)
    with open(0, "rb") as lines:
        server = Server(Lines(socket.socket(fileno=os.dup(0))) if is_socket(0) else lines, out)
        try:
            server.begin(script)
            server.serve()
        except Exception as error:
            server.talk.say({"error": told(error, script)})
            sys.exit(1)
