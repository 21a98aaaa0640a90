# SPDX-License-Identifier: MIT
"""A policy that speaks the protocol by itself, for tests: bad_policy.py HOW MARK. It does what HOW says when it is
asked its third question."""

import json, os, signal, sys, time

how = sys.argv[1]


def say(text):
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        os._exit(1)


def fork_and_stay(marks):
    for mark in marks:
        if os.fork() == 0:
            if mark:
                os.setsid()
            os.execvp("sleep", ["sleep", "600.%s" % sys.argv[2]])


hello = json.loads(sys.stdin.readline())
if how == "mute":
    time.sleep(60)
if how == "exits":
    sys.exit(4)
if how == "filters":
    say('{"ready": 1, "asked_if_fits": 8, "asked_to_backfill": true}\n')
else:
    say('{"ready": %s}\n' % (2 if how == "version" else 1))
for line in sys.stdin:
    message = json.loads(line)
    if "goodbye" in message:
        if how == "writing":
            time.sleep(0.5)
            open("goodbye", "w").close()
        break
    view, n = message["view"], message["n"]
    start, free = [], sum(last - first + 1 for first, last in view["free"])
    for job in view["queue"]:
        if job["size"] <= free:
            free -= job["size"]
            start.append({"job": job["handle"]})
    good = json.dumps({"n": n, "answer": {"start": start}}) + "\n"
    if n != 3 or how in ("good", "writing"):
        say(good)
    elif how == "silent":
        time.sleep(60)
    elif how == "slow":
        for character in good:
            say(character)
            time.sleep(0.2)
    elif how == "dripping":
        while True:
            say("9")
            time.sleep(0.02)
    elif how == "orphaning":
        fork_and_stay([True])
        guard = os.getppid()
        with open("/proc/%d/status" % guard) as status:
            malha = next(int(line.split()[1]) for line in status if line.startswith("PPid:"))
        if os.fork() == 0:
            os.setsid()
            time.sleep(0.5)
            os.kill(guard, signal.SIGCONT)
            os._exit(0)
        os.kill(guard, signal.SIGSTOP)
        os.kill(malha, signal.SIGKILL)
        os._exit(0)
    elif how == "crashing":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "ending":
        sys.exit(5)
    elif how == "garbage":
        say("Traceback: \x01 no idea\n")
    elif how == "list":
        say("[1, 2]\n")
    elif how == "huge":
        for _ in range(1024):
            say("9" * 1048576)
    elif how == "twice":
        say(good + good)
    elif how == "dying":
        say(good[:9])
        os._exit(0)
    elif how == "forking":
        fork_and_stay([False, True])
        os._exit(0)
    elif how == "leaving":
        fork_and_stay([False, True])
        say(good)
    elif how == "closing":
        os.close(0)
        os.close(1)
        time.sleep(60)
    elif how == "ahead":
        say(good.replace('"n": 3', '"n": 9'))
    elif how == "unknown":
        say(json.dumps({"n": n, "answer": {"starts": start}}) + "\n")
    elif how == "typed":
        say(json.dumps({"n": n, "answer": {"start": [{"job": "first"}]}}) + "\n")
    elif how == "rule":
        say(json.dumps({"n": n, "answer": {"start": [{"job": 77}]}}) + "\n")
    elif how == "late":
        say(json.dumps({"n": n, "answer": {"start": start, "wake": -1}}) + "\n")
