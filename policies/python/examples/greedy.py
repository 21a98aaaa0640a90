# SPDX-License-Identifier: MIT
"""The example algorithm of ElastiSim (Özden et al., ICPP 2022), as cluster/greedy: jobs start in the order of the
queue, each on all free nodes up to its maximum; jobs that obey grow at their points. Running jobs that ask for fewer
nodes get them, and those that ask for more if all of them are free."""

resizes = True
takes_predictions = False


def decide(view):
    free = len(view.free)
    start, resize, grow = [], [], []
    for job in sorted(view.running, key=lambda job: job.id):
        now = job.resizing
        if now is None or not now.at_point:
            continue
        if now.wanted > 0 and now.wanted - now.nodes <= free:
            free -= now.wanted - now.nodes
            resize.append((job, now.wanted))
        elif now.sizes.kind in ("malleable", "adaptive"):
            grow.append(job)
    for job in view.queue:
        least, most = (job.sizes.min, job.sizes.max) if job.sizes else (job.size, job.size)
        if least > free:
            break
        size = min(free, most)
        free -= size
        start.append((job, size))
    for job in grow:
        more = min(job.resizing.sizes.max - job.resizing.nodes, free)
        if more > 0:
            free -= more
            resize.append((job, job.resizing.nodes + more))
    return {"start": start, "resize": resize}
