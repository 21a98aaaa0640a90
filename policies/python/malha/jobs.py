# SPDX-License-Identifier: MIT
"""Lists of jobs that are kept from view to view, so that only what has changed crosses the pipe."""

from bisect import bisect_left


class KeptJobs:
    """A list of jobs in the order of `key(job)`."""

    def __init__(self, key):
        self.jobs = []
        self._key = key
        self._keys = []
        self._key_of = {}

    def take(self, changes):
        """Takes over what has changed: handles that are `gone`, and `new` jobs."""
        for handle in changes.gone:
            at = bisect_left(self._keys, self._key_of.pop(handle))
            del self._keys[at], self.jobs[at]
        for job in changes.new:
            key = self._key_of[job.handle] = self._key(job)
            if not self._keys or self._keys[-1] < key:
                self._keys.append(key)
                self.jobs.append(job)
            else:
                at = bisect_left(self._keys, key)
                self._keys.insert(at, key)
                self.jobs.insert(at, job)


def queue_key(job):
    return -job.priority, job.submitted, job.id


def running_key(job):
    return job.expected_end, job.id
