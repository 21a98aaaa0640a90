# SPDX-License-Identifier: MIT
"""A scheduler that speaks Batsim's protocol, for tests: batsim_scheduler.py HOW ENDPOINT [WORD].

HOW is `fcfs` or `easy`; `log`, which writes what it hears into the file WORD; `slow`, whose answers take 0.5 s;
`demanding`; or names a fault, which it has at its third message. Otherwise it starts jobs in the order of their
submissions. It talks to libzmq by ctypes, so that no package of Python is needed."""

import ctypes
import json
import os
import signal
import sys
import time

how, endpoint, word = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else ""


class Replies:
    """A REP socket of ZeroMQ."""

    REP, SEND_MORE = 4, 2

    def __init__(self):
        self.zmq = ctypes.CDLL("libzmq.so.5")
        for name in ("zmq_ctx_new", "zmq_socket"):
            getattr(self.zmq, name).restype = ctypes.c_void_p
        self.socket = ctypes.c_void_p(self.zmq.zmq_socket(ctypes.c_void_p(self.zmq.zmq_ctx_new()), self.REP))
        assert self.zmq.zmq_bind(self.socket, endpoint.encode()) == 0
        self.buffer = ctypes.create_string_buffer(1 << 22)

    def receive(self):
        size = self.zmq.zmq_recv(self.socket, self.buffer, len(self.buffer), 0)
        assert 0 <= size <= len(self.buffer)
        return self.buffer.raw[:size].decode()

    def send(self, text, more=False):
        data = text.encode()
        self.zmq.zmq_send(self.socket, data, ctypes.c_size_t(len(data)), self.SEND_MORE if more else 0)

    def close(self):
        self.zmq.zmq_close(self.socket)


class Machine:
    """Which jobs wait and run, and on which nodes; each event of the simulator changes it."""

    def __init__(self):
        self.free, self.down, self.waiting, self.running, self.starts = set(), set(), [], {}, []

    def take(self, event):
        data = event["data"]
        if event["type"] == "SIMULATION_BEGINS":
            assert [one["id"] for one in data["compute_resources"]] == list(range(data["nb_resources"]))
            self.free = set(range(data["nb_resources"]))
        elif event["type"] == "JOB_SUBMITTED":
            assert data["job"]["id"] == data["job_id"]
            self.waiting.append(data["job"])
        elif event["type"] == "JOB_COMPLETED":
            nodes = self.running.pop(data["job_id"])[1]
            assert text_of(nodes) == data["alloc"]
            self.free |= set(nodes) - self.down
        elif event["type"] == "NOTIFY" and data["type"] == "event_machine_unavailable":
            self.down |= nodes_in(data["resources"])
            self.free -= self.down
        elif event["type"] == "NOTIFY":
            self.down -= nodes_in(data["resources"])
            self.free |= nodes_in(data["resources"])

    def start(self, job, now):
        nodes = sorted(self.free)[: job["res"]]
        self.free -= set(nodes)
        self.waiting.remove(job)
        self.running[job["id"]] = (now + job.get("walltime", float("inf")), nodes)
        self.starts.append({"job_id": job["id"], "alloc": text_of(nodes)})

    def fcfs(self, now):
        while self.waiting and self.waiting[0]["res"] <= len(self.free):
            self.start(self.waiting[0], now)

    def easy(self, now):
        self.fcfs(now)
        if not self.waiting:
            return
        head, never = self.waiting[0], float("inf")
        shadow, extra = self.reservation(head["res"])
        for job in self.waiting[1:]:
            walltime = job.get("walltime", never)
            is_in_time = now + walltime <= shadow
            if job["res"] <= len(self.free) and (job["res"] <= extra or (is_in_time and walltime < never)):
                extra -= 0 if is_in_time else job["res"]
                self.start(job, now)

    def reservation(self, size):
        """When so many nodes will be free, and how many are left then."""
        free = len(self.free)
        ends = sorted((end, len(nodes)) for end, nodes in self.running.values())
        for place, (end, nodes) in enumerate(ends):
            free += nodes
            if free >= size and (place + 1 == len(ends) or ends[place + 1][0] > end):
                return end, free - size
        return float("inf"), free


def nodes_in(text):
    """The nodes of "0-3 5"."""
    ends = [interval.split("-") for interval in text.split()]
    return {node for first, *last in ends for node in range(int(first), int((last or [first])[0]) + 1)}


def text_of(nodes):
    """As Batsim writes sets: "0-3 5"."""
    text, place = [], 0
    while place < len(nodes):
        last = place
        while last + 1 < len(nodes) and nodes[last + 1] == nodes[last] + 1:
            last += 1
        text.append(str(nodes[place]) if last == place else "%d-%d" % (nodes[place], nodes[last]))
        place = last + 1
    return " ".join(text)


def event(now, kind, data):
    return {"timestamp": now, "type": kind, "data": data}


def call_at(now, date):
    return event(now, "CALL_ME_LATER", {"timestamp": date})


def text(now, events):
    return json.dumps({"now": now, "events": events})


def fork_and_stay():
    for is_daemon in (False, True):
        if os.fork() == 0:
            if is_daemon:
                os.setsid()
            os.execvp("sleep", ["sleep", "600." + word])


def bad_answer(now, good):
    """What it says at its third message; None: nothing."""
    first = good[0]["data"]["job_id"] if good else "w0!0"
    answers = {
        "garbage": "Traceback: \x01 no idea",
        "list": "[1, 2]",
        "huge": "9" * (17 << 20),
        "past": text(0, []),
        "timeless": text(None, []),
        "backwards": text(1e9 + 2, [call_at(1e9 + 1, 2e9), call_at(1e9, 2e9)]),
        "recall": text(now, [call_at(now, now)]),
        "unknown": text(now, [event(now, "EXECUTE_JOB", {"job_id": "w1!first", "alloc": "0"})]),
        "again": text(now, [event(now, "EXECUTE_JOB", {"job_id": "w0!0", "alloc": "0"})]),
        "rejecting": text(now, [event(now, "REJECT_JOB", {"job_id": "w0!0"})]),
        "nowhere": text(now, [event(now, "EXECUTE_JOB", {"job_id": first, "alloc": "0-x"})]),
        "mapping": text(now, [event(now, "EXECUTE_JOB", {"job_id": first, "alloc": "0", "mapping": {"0": "1"}})]),
        "energy": text(now, [event(now, "SET_RESOURCE_STATE", {"resources": "0", "state": "1"})]),
        "typed": text(now, [event(now, "EXECUTE_JOB", {"job_id": 5, "alloc": "0"})]),
        "noticing": text(now, [event(now, "NOTIFY", {"type": "continue_registration"})]),
        "hasty": text(now, good + [event(now, "KILL_JOB", {"job_ids": [first]})]),
        "nameless": text(now, [event(now, "KILL_JOB", {"job_ids": []})]),
    }
    if how == "silent":
        time.sleep(60)
    elif how == "crashing":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "ending":
        sys.exit(5)
    elif how == "forking":
        fork_and_stay()
        os._exit(0)
    elif how == "leaving":
        fork_and_stay()
    return answers.get(how)


def demands(message, machine, good):
    """Rejects the first job, wants to be called at 4 s, and kills the second job then, twice."""
    now = message["now"]
    for one in message["events"]:
        if one["type"] == "JOB_SUBMITTED" and one["data"]["job_id"] == "w0!0":
            machine.free |= set(machine.running.pop("w0!0")[1])
            machine.starts = []
            machine.fcfs(now)
            good = [event(now, "EXECUTE_JOB", one) for one in machine.starts]
            return [event(now, "REJECT_JOB", {"job_id": "w0!0"}), call_at(now, 4)] + good
        if one["type"] == "REQUESTED_CALL":
            return [event(now, "KILL_JOB", {"job_ids": ["w0!1"]}), event(now, "KILL_JOB", {"job_ids": ["w0!1"]})]
    return good


def serve():
    replies, machine, asked, is_over = Replies(), Machine(), 0, False
    log = open(word, "a") if how in ("log", "demanding") else None
    while not is_over:
        said = replies.receive()
        if log:
            log.write(said + "\n")
            log.flush()
        message, asked = json.loads(said), asked + 1
        now, machine.starts = message["now"], []
        for one in message["events"]:
            machine.take(one)
            is_over = is_over or one["type"] == "SIMULATION_ENDS"
        assert all(one["timestamp"] <= now for one in message["events"])
        (machine.easy if how == "easy" else machine.fcfs)(now)
        if how == "slow":
            now += 0.5
        good = [event(now, "EXECUTE_JOB", one) for one in machine.starts]
        if how == "demanding":
            good = demands(message, machine, good)
        bad = bad_answer(now, good) if asked == (2 if how == "hasty" else 3) else None
        if how == "parts" and asked == 3:
            replies.send("{}", more=True)
        replies.send(text(now, good) if bad is None else bad)
        if how == "stubborn" and is_over:
            time.sleep(60)
    if how == "writing":
        time.sleep(0.5)
        open("goodbye", "w").close()
    replies.close()


if how == "mute":
    time.sleep(60)
if how == "exits":
    sys.exit(4)
if how == "chatty":
    print("9" * (1 << 20), flush=True)
serve()
