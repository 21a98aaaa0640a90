# SPDX-License-Identifier: MIT
"""Choices among jobs that wait for a cluster."""

from malha.env.choice import Choice, squashed
from malha.view import never


class JobChoice(Choice):
    """Which job of the queue starts next? An action is the place of one of the first `shown` waiting jobs, or `shown`:
    no other one starts at this date. A place without a job that fits counts as that, too. If nothing runs then and
    nothing starts, the first of them that fits does, so that time goes on.

    An observation has the share of free nodes, and of each job shown: 1 if it is there, how long it has waited and its
    walltime (`squashed`), its share of the nodes, and 1 if it fits."""

    of_each = 5

    def __init__(self, shown=8, metric="mean_bounded_slowdown", rows=False, **simulation):
        self.shown = shown
        # Malha does not ask at other dates: there is no choice.
        super().__init__(
            shown + 1, 1 + shown * self.of_each, metric, rows, {"asked_if_fits": shown, **simulation}
        )

    def _begin(self):
        self._free = len(self._view.free)
        self._waiting = self._view.queue
        self._started = []

    def _find(self):
        free = self._free
        self._mask = [1 if job.size <= free else 0 for job in self._waiting[: self.shown]]
        return 1 in self._mask

    def _act(self, action):
        if action >= len(self._mask) or not self._mask[action]:
            return True
        self._start(action)
        return False

    def _start(self, place):
        job = self._waiting.pop(place)
        self._free -= job.size
        self._started.append(job)

    def _answer(self):
        if not self._started and not self._view.running and 1 in self._mask:
            self._start(self._mask.index(1))
        return self._started

    def _values(self):
        view = self._view
        now, nodes, free = view.now, max(1, view.nodes), self._free
        values = [free / nodes]
        jobs = self._waiting[: self.shown]
        for job in jobs:
            size = job.size
            fits = 1.0 if size <= free else 0.0
            values += (1.0, squashed(now - job.submitted), squashed(job.walltime), min(1.0, size / nodes), fits)
        values += [0.0] * ((self.shown - len(jobs)) * self.of_each)
        return values


class BackfillChoice(Choice):
    """Which job is backfilled? Jobs start in the order of the queue; the first that does not fit, the head, has the
    reservation of EASY (examples/easy.py), which no choice can break. An action is the place of one of the first
    `shown` jobs behind the head that may start now, or `shown`: no other one starts at this date. To choose the first
    one always is EASY backfilling.

    An observation has the share of free nodes; of the head how long it has waited, its walltime, how long its start is
    off (`squashed`), its share of the nodes, and the share that it leaves free then; and of each job shown: 1 if it is
    there, how long it has waited and its walltime, its share of the nodes, and 1 if it ends before the head starts."""

    of_head = 6
    of_each = 5

    def __init__(self, shown=8, metric="mean_bounded_slowdown", rows=False, **simulation):
        self.shown = shown
        asked = {"asked_to_backfill": simulation.get("asked_if_fits") is None}
        super().__init__(
            shown + 1, self.of_head + shown * self.of_each, metric, rows, {**asked, **simulation}
        )

    def _begin(self):
        """Starts what stands before the head."""
        view = self._view
        self._free = len(view.free)
        self._started = []
        head = None
        for place, job in enumerate(view.queue):
            if job.size > self._free:
                head = place
                break
            self._free -= job.size
            self._started.append(job)
        if head is None:
            self._behind = []
            return
        self._head = view.queue[head]
        self._behind = [job for job in view.queue[head + 1 :] if job.size <= self._free]
        if self._behind:
            self._reserve()

    def _reserve(self):
        """When enough running jobs will have ended for the head, and how many nodes it leaves then."""
        ends = [(job.expected_end, job.size) for job in self._view.running]
        ends += [(self._view.now + job.walltime, job.size) for job in self._started]
        ends.sort()
        self._shadow, self._extra = never, self._free
        free = self._free
        for place, (end, size) in enumerate(ends):
            free += size
            # All that end at one date do so together.
            if free >= self._head.size and (place + 1 == len(ends) or ends[place + 1][0] > end):
                self._shadow, self._extra = end, free - self._head.size
                return

    def _find(self):
        self._may = []
        for job in self._behind:
            if job.size <= self._free and (job.size <= self._extra or self._ends_in_time(job)):
                self._may.append(job)
                if len(self._may) == self.shown:
                    break
        self._mask = [1] * len(self._may)
        return bool(self._may)

    def _ends_in_time(self, job):
        return job.walltime < never and self._view.now + job.walltime <= self._shadow

    def _act(self, action):
        if action >= len(self._may):
            return True
        job = self._may[action]
        self._free -= job.size
        if not self._view.now + job.walltime <= self._shadow:
            self._extra -= job.size
        self._behind.remove(job)
        self._started.append(job)
        return False

    def _answer(self):
        return self._started

    def _values(self):
        view, head = self._view, self._head
        now, nodes = view.now, max(1, view.nodes)
        values = [
            self._free / nodes,
            squashed(now - head.submitted),
            squashed(head.walltime),
            squashed(self._shadow - now),
            min(1.0, head.size / nodes),
            max(0.0, min(1.0, self._extra / nodes)),
        ]
        for job in self._may:
            in_time = 1.0 if self._ends_in_time(job) else 0.0
            values += (1.0, squashed(now - job.submitted), squashed(job.walltime), min(1.0, job.size / nodes), in_time)
        values += [0.0] * ((self.shown - len(self._may)) * self.of_each)
        return values
