# SPDX-License-Identifier: MIT
"""EASY backfilling (Mu'alem and Feitelson, TPDS 12(6), 2001): the first job that does not fit gets a reservation at
its shadow time, when enough running jobs will have ended; a later job starts now if it ends by then, or needs no more
nodes than the first job leaves."""

from malha import never


def decide(view):
    free = len(view.free)
    ends = [(job.expected_end, job.size) for job in view.running]
    queue = iter(view.queue)
    start = []
    for head in queue:
        if head.size > free:
            break
        free -= head.size
        ends.append((view.now + head.walltime, head.size))
        start.append(head)
    else:
        return start
    shadow, extra = reservation(head, free, sorted(ends))
    for job in queue:
        ends_in_time = view.now + job.walltime <= shadow
        if job.size <= free and (job.size <= extra or (ends_in_time and job.walltime < never)):
            free -= job.size
            if not ends_in_time:
                extra -= job.size
            start.append(job)
    return start


def reservation(head, free, ends):
    """The shadow time of the head, and the nodes that it leaves then."""
    for place, (end, size) in enumerate(ends):
        free += size
        # All that end at one date do so together.
        if free >= head.size and (place + 1 == len(ends) or ends[place + 1][0] > end):
            return end, free - head.size
    return never, free
