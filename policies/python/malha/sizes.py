# SPDX-License-Identifier: MIT
"""How long jobs take that may run on several numbers of nodes, computed as the program does."""

from bisect import bisect_right
from functools import lru_cache


def seconds_on(job, nodes):
    """How long a job of the queue is expected to run on that many nodes: its walltime is that on `size`."""
    if job.sizes is None or nodes == job.size:
        return job.walltime
    return job.walltime * (speed_up(job.sizes.law, job.size) / speed_up(job.sizes.law, nodes))


def left_at(resizing, date):
    """The share of its work that a running job has not done by then, if its nodes do not change before."""
    return resizing.left - max(0.0, date - resizing.computes) / resizing.whole


@lru_cache(maxsize=100_000)
def speed_up(law, nodes):
    """How much faster a job of that law, such as "amdahl:0.9", is on so many nodes than on one. 0: it cannot
    run there."""
    name, _, behind = law.partition(":")
    if name == "table":
        return _of_table(behind, nodes)
    numbers = [float(number) for number in behind.split(":") if number]
    return _LAWS[name](nodes, *numbers)


def _amdahl(nodes, parallel):
    return 1 / ((1 - parallel) + parallel / nodes)


def _downey(nodes, parallelism, variance):
    if variance <= 1:
        if nodes >= 2 * parallelism - 1:
            return parallelism
        if nodes <= parallelism:
            return parallelism * nodes / (parallelism + variance * (nodes - 1) / 2)
        return parallelism * nodes / (variance * (parallelism - 0.5) + nodes * (1 - variance / 2))
    if nodes >= parallelism + parallelism * variance - variance:
        return parallelism
    return nodes * parallelism * (variance + 1) / (variance * (nodes + parallelism - 1) + parallelism)


def _of_table(rows, nodes):
    """Between two numbers of nodes, and above the last one, the time of the next smaller one counts."""
    measured = [row.split("=") for row in rows.split("/")]
    place = bisect_right([int(number) for number, _ in measured], nodes)
    if place == 0:
        return 0.0
    return int(measured[0][0]) * (float(measured[0][1]) / float(measured[place - 1][1]))


_LAWS = {
    "linear": lambda nodes: float(nodes),
    "amdahl": _amdahl,
    "power": lambda nodes, exponent: float(nodes) ** exponent,
    "downey": _downey,
}
