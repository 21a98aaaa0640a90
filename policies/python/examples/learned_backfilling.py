# SPDX-License-Identifier: MIT
"""EASY backfilling that takes the job with the highest score instead of the first one: a linear function of how long it
has waited, its walltime, its share of the nodes, and whether it ends before the head starts. learn_backfilling.py has
found the weights; `--set policy.arguments="walltime=-2"` gives others."""

from easy import reservation

from malha import never

SHOWN = 16
weights = {"waited": 0.58, "walltime": -1.54, "size": 0.23, "in_time": 0.68}
weights.update((name, float(value)) for name, value in globals().get("parameters", {}).items())


def decide(view):
    free = len(view.free)
    ends = [(job.expected_end, job.size) for job in view.running]
    start = []
    for job in view.queue:
        if job.size > free:
            break
        free -= job.size
        ends.append((view.now + job.walltime, job.size))
        start.append(job)
    else:
        return start
    behind = view.queue[len(start) + 1 :]
    shadow, extra = reservation(view.queue[len(start)], free, sorted(ends))
    while True:
        may = [job for job in behind if job.size <= free and (job.size <= extra or in_time(view, job, shadow))][:SHOWN]
        if not may:
            return start
        job = max(may, key=lambda one: score(view, one, shadow))
        free -= job.size
        if view.now + job.walltime > shadow:
            extra -= job.size
        behind.remove(job)
        start.append(job)


def in_time(view, job, shadow):
    return job.walltime < never and view.now + job.walltime <= shadow


def squashed(time):
    """As malha.env shows times."""
    return 1.0 if time == never else time / (time + 3600)


def score(view, job, shadow):
    return (
        weights["waited"] * squashed(view.now - job.submitted)
        + weights["walltime"] * squashed(job.walltime)
        + weights["size"] * min(1.0, job.size / view.nodes)
        + weights["in_time"] * in_time(view, job, shadow)
    )
