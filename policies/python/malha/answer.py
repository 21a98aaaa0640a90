# SPDX-License-Identifier: MIT
"""Answers as JSON: infinite numbers are null there, and sets of nodes are lists of intervals."""

from math import isinf
from numbers import Integral

from malha.view import Nodes, View


def handle_of(job):
    """A job is named by its handle, or by itself."""
    return job.handle if isinstance(job, View) else plain(job)


def plain(value):
    """The value as JSON can have it."""
    if isinstance(value, float):
        return None if isinf(value) and value > 0 else value
    if isinstance(value, Nodes):
        return value.intervals
    if isinstance(value, (dict, View)):
        return {name: plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple, set)):
        return [plain(one) for one in value]
    # Other libraries have whole numbers of their own, which JSON does not know, such as numpy.int64.
    return int(value) if isinstance(value, Integral) and not isinstance(value, bool) else value


def decision(value):
    """The answer to cluster/queue: a list of what starts, or a dict with other members of a decision, too.
    What starts is a job, its handle, (job, nodes), (job, number of nodes), or a dict. What is resized is
    (job, number of nodes), (job, number of nodes, nodes), or a dict."""
    if not isinstance(value, dict):
        return {"start": [_start(one) for one in value]}
    made = {name: plain(one) for name, one in value.items() if name != "start"}
    if value.get("start"):
        made["start"] = [_start(one) for one in value["start"]]
    for name in ("drop", "deallocated"):
        if name in value:
            made[name] = [handle_of(one) for one in value[name]]
    for name in ("stop", "moved", "reasons"):
        if name in value:
            made[name] = [_about_job(one) for one in value[name]]
    if "resize" in value:
        made["resize"] = [_resized(one) for one in value["resize"]]
    return made


def switches(value):
    """The answer to cluster/sleep: a dict with the members of a decision, or None. Machines are indices."""
    made = {name: plain(one) for name, one in (value or {}).items()}
    for name in ("switch_off", "boot"):
        if name in made:
            made[name] = (value[name] if isinstance(value[name], Nodes) else Nodes.of(value[name])).intervals
    return made


def _start(one):
    if isinstance(one, View):
        return {"job": one.handle}
    if isinstance(one, Integral):
        return {"job": handle_of(one)}
    if isinstance(one, tuple):
        if len(one) != 2:
            raise ValueError(f"a start of {len(one)} members; valid: (job, nodes), (job, number of nodes)")
        on = "size" if isinstance(one[1], Integral) else "nodes"
        return {"job": handle_of(one[0]), on: plain(one[1])}
    return _about_job(one)


def _resized(one):
    if isinstance(one, tuple):
        if len(one) not in (2, 3):
            raise ValueError(f"a resize of {len(one)} members; valid: (job, size), (job, size, nodes)")
        return {name: handle_of(part) for name, part in zip(("job", "size", "nodes"), one)}
    return _about_job(one)


def _about_job(one):
    return {name: handle_of(part) if name == "job" else plain(part) for name, part in one.items()}
