# SPDX-License-Identifier: MIT
"""First come first served: jobs start in the order of the queue; the first that does not fit blocks the rest."""


def decide(view):
    free = len(view.free)
    start = []
    for job in view.queue:
        if job.size > free:
            break
        free -= job.size
        start.append(job)
    return start


plans_ahead = False
takes_predictions = False
