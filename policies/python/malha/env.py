# SPDX-License-Identifier: MIT
"""Environments with the interface of Gymnasium 1 (`gymnasium.Env`): spaces are Gymnasium's where it is installed, and
small stand-ins elsewhere. Each environment has a Malha of its own, so that several run at once in as many processes
(`gymnasium.vector.AsyncVectorEnv`)."""

from malha.simulation import Simulation

try:
    import numpy
    from gymnasium import Env
    from gymnasium.spaces import Box, Discrete
except ImportError:
    numpy = None

    class Env:
        """In place of gymnasium.Env."""

    class Discrete:
        """The whole numbers below n."""

        def __init__(self, n):
            self.n = n

        def contains(self, value):
            return isinstance(value, int) and 0 <= value < self.n

    class Box:
        """Lists of numbers from low to high."""

        def __init__(self, low, high, shape):
            self.low, self.high, self.shape = low, high, shape

        def contains(self, value):
            return len(value) == self.shape[0] and all(self.low <= one <= self.high for one in value)


def squashed(time):
    """A time as a number from 0 to 1; one hour is a half."""
    return 1.0 if time == float("inf") else time / (time + 3600)


class JobChoice(Env):
    """Which job of the queue starts next? An action is the place of one of the first `shown` waiting jobs, or `shown`:
    no other one starts at this date. A place without a job that fits counts as that, too. If nothing runs then and
    nothing starts, the first job that fits does, so that time goes on.

    An observation has the share of free nodes, and of each job shown: 1 if it is there, how long it has waited and its
    walltime (`squashed`), its share of the nodes, and 1 if it fits. The reward is 0 up to the last step, and then minus
    the `metric` of the run. `info["action_mask"]` says which actions do something."""

    metadata = {"render_modes": []}
    of_each = 5

    def __init__(self, shown=8, metric="mean_bounded_slowdown", **simulation):
        self.shown, self.metric = shown, metric
        self.action_space = Discrete(shown + 1)
        self.observation_space = Box(0.0, 1.0, (1 + shown * self.of_each,))
        self._simulation = Simulation(**simulation)
        self._seed = 0

    def reset(self, *, seed=None, options=None):
        if hasattr(super(), "reset"):
            super().reset(seed=seed)
        self._seed = self._seed + 1 if seed is None else int(seed)
        self._view = self._simulation.reset(self._seed)
        self._begin()
        self._go_on(False)
        return self._observation(), self._info()

    def step(self, action):
        action = int(action)
        waiting = self._waiting[: self.shown]
        if action < len(waiting) and waiting[action].size <= self._free:
            self._start(waiting[action])
            self._go_on(False)
        else:
            self._go_on(True)
        over = self._view is None
        reward = -float(self._simulation.metrics()[self.metric]) if over else 0.0
        return self._observation(), reward, over, False, self._info()

    def close(self):
        self._simulation.close()

    def jobs(self):
        """The rows of the jobs, once the run is over."""
        return self._simulation.jobs()

    def _begin(self):
        """Looks at the view of another date."""
        if self._view is not None:
            self._free = len(self._view.free)
            self._waiting = list(self._view.queue)
        self._started = []

    def _start(self, job):
        self._waiting.remove(job)
        self._free -= job.size
        self._started.append(job)

    def _go_on(self, is_done):
        """Goes to the next date at which there is a choice: at which some job that is shown fits."""
        while self._view is not None and (is_done or not any(self._fitting())):
            first = next((job for job in self._waiting if job.size <= self._free), None)
            if not self._started and not self._view.running and first is not None:
                self._start(first)
            self._view = self._simulation.step(self._started)
            self._begin()
            is_done = False

    def _fitting(self):
        return [job.size <= self._free for job in self._waiting[: self.shown]]

    def _observation(self):
        values = [0.0] * (1 + self.shown * self.of_each)
        if self._view is not None:
            nodes = max(1, self._view.nodes)
            values[0] = self._free / nodes
            for place, job in enumerate(self._waiting[: self.shown]):
                at = 1 + place * self.of_each
                values[at : at + self.of_each] = (
                    1.0,
                    squashed(self._view.now - job.submitted),
                    squashed(job.walltime),
                    min(1.0, job.size / nodes),
                    1.0 if job.size <= self._free else 0.0,
                )
        return values if numpy is None else numpy.array(values, dtype=numpy.float32)

    def _info(self):
        fitting = self._fitting() if self._view is not None else []
        mask = [int(fits) for fits in fitting] + [0] * (self.shown - len(fitting)) + [1]
        return {"action_mask": mask, "date": self._view.now if self._view is not None else None}
