# SPDX-License-Identifier: MIT
"""What all environments share: one simulation, at whose dates something is chosen."""

from malha.simulation import Simulation, SimulationError
from malha.view import never

try:
    import numpy
    from gymnasium import Env
    from gymnasium.spaces import Box, Discrete
except ImportError:
    numpy = None

    class Env:
        """In place of gymnasium.Env."""

        def reset(self, *, seed=None, options=None):
            pass

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
    """A time, or another amount from 0, as a number from 0 to 1; 3600 is a half."""
    return 1.0 if time == never else time / (time + 3600)


class Choice(Env):
    """An environment whose actions are numbers. The reward is 0 up to the last step, and then minus the `metric` of the
    run. `info["action_mask"]` says which actions do what they say. `rows=True` keeps the rows of jobs; a run is faster
    without. Other arguments are those of `Simulation`.

    A class of its own kind has
    - `_begin()`, which looks at another `self._view`;
    - `_find()`, which sets `self._mask` and returns whether there is a choice;
    - `_act(action)`, which returns whether nothing more is to be chosen at this date;
    - `_answer()`, for Malha, and `_values()`, the observation, a list of `values` numbers from 0 to 1.
    """

    metadata = {"render_modes": []}
    render_mode = None
    spec = None

    def __init__(self, actions, values, metric, rows, simulation):
        self.metric = metric
        self.action_space = Discrete(actions)
        self.observation_space = Box(0.0, 1.0, (values,))
        self._simulation = Simulation(rows=rows, **simulation)
        self._seed = 0
        self._view = None

    def reset(self, *, seed=None, options=None):
        """Begins a run with this seed, or with the next one. Returns the first observation and `info`."""
        super().reset(seed=seed)
        self.begin_reset(seed)
        return self.end_reset()

    def step(self, action):
        """Returns the observation, the reward, whether the run is over, False, and `info`."""
        self.begin_step(action)
        return self.end_step()

    def begin_reset(self, seed=None):
        """The first half of `reset`: Malha works while the caller does something else."""
        self._seed = self._seed + 1 if seed is None else int(seed)
        self._simulation.begin(self._seed)

    def end_reset(self):
        """The second half of `reset`."""
        self._go_on()
        return self._observation(), self._info()

    def begin_step(self, action):
        """The first half of `step`."""
        if self._view is None:
            raise SimulationError("the run is over; reset begins another one")
        is_done = self._act(int(action))
        self._is_asked = is_done or not self._find()
        if self._is_asked:
            self._simulation.send(self._answer())

    def end_step(self):
        """The second half of `step`."""
        if self._is_asked:
            self._go_on()
        over = self._view is None
        return self._observation(), self._reward() if over else 0.0, over, False, self._info()

    def close(self):
        self._simulation.close()

    def jobs(self, as_="rows"):
        """The rows of the jobs, once the run is over, if they are kept: see `Simulation.jobs`."""
        return self._simulation.jobs(as_)

    def metrics(self):
        """The metrics of the run, by name, once it is over."""
        return self._simulation.metrics()

    def _go_on(self):
        """Goes to the next date at which there is a choice."""
        while True:
            self._view = self._simulation.receive()
            if self._view is None:
                return
            self._begin()
            if self._find():
                return
            self._simulation.send(self._answer())

    def _reward(self):
        metrics = self._simulation.metrics()
        if self.metric not in metrics:
            raise SimulationError(f"the run has no metric '{self.metric}'; valid: {', '.join(metrics)}")
        return -float(metrics[self.metric])

    def _observation(self):
        values = [0.0] * self.observation_space.shape[0] if self._view is None else self._values()
        return values if numpy is None else numpy.array(values, dtype=numpy.float32)

    def _info(self):
        if self._view is None:
            return {"action_mask": self._whole_mask([]), "date": None}
        return {"action_mask": self._whole_mask(self._mask), "date": self._view.now}

    def _whole_mask(self, mask):
        """The same for all actions but the last one, which is to choose nothing."""
        return mask + [0] * (self.action_space.n - 1 - len(mask)) + [1]
