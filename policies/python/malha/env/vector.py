# SPDX-License-Identifier: MIT
"""Several environments at once, with the interface of `gymnasium.vector.VectorEnv`."""

import multiprocessing
import os

from malha.env import choice
from malha.simulation import SimulationError


def vector(make, number, processes=None):
    """So many environments, each made by `make()`, as one. Each has a Malha of its own, and these work at the same
    time. With `processes` from 2, the environments themselves are in so many processes; by default in one for two
    cores, since an environment and its Malha wait for each other in turn."""
    return VectorEnv(make, number, processes)


def _next_step():
    try:
        from gymnasium.vector import AutoresetMode
    except ImportError:
        return "NextStep"
    return AutoresetMode.NEXT_STEP


class VectorEnv:
    """Environments as one: a step takes a list of actions and returns a list, or an array of numpy where Gymnasium is
    installed, of each thing that `step` of one environment returns. `infos` has a list for each name.

    An environment whose run is over begins the next one in the step behind it, which ignores its action
    (`AutoresetMode.NEXT_STEP`). Its seed is the last one plus the number of environments, so that no two runs are the
    same."""

    metadata = {"render_modes": [], "autoreset_mode": _next_step()}
    render_mode = None
    spec = None

    def __init__(self, make, number, processes=None):
        if number < 1:
            raise ValueError(f"{number} environments; valid: from 1")
        self.num_envs = number
        many = min(number, processes or max(1, len(os.sched_getaffinity(0)) // 2))
        self._groups = []
        for i in range(many):
            places = range(i * number // many, (i + 1) * number // many)
            if many == 1:
                self._groups.append(_Group(make, places, number))
            else:
                self._groups.append(_Elsewhere(make, places, number, self._groups))
        self.single_observation_space, self.single_action_space = self._ask("spaces", [None] * number)[0]
        self.observation_space = _batched(self.single_observation_space, number)
        self.action_space = _batched(self.single_action_space, number)

    def reset(self, *, seed=None, options=None):
        """Begins all runs. `seed` is the first one's, of which the others are the next ones, or a list, or None: the
        seeds behind those of the last runs."""
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + place for place in range(self.num_envs)]
        else:
            seeds = [int(one) for one in seed]
        return self._told(self._ask("reset", seeds))[:2]

    def step(self, actions):
        """Observations, rewards, whether runs are over, whether they were cut (never), and `infos`."""
        told = self._told(self._ask("step", [int(action) for action in actions]))
        observations, infos, rewards, overs = told
        return observations, _array(rewards), _array(overs), _array([False] * self.num_envs), infos

    def close(self, **_):
        for group in self._groups:
            group.close()
        self._groups = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _ask(self, what, values):
        """Asks all environments, and returns what they say, in their order."""
        if len(values) != self.num_envs:
            raise ValueError(f"there are {len(values)} for {self.num_envs} environments")
        for group in self._groups:
            group.begin(what, [values[place] for place in group.places])
        return [one for said in [group.end() for group in self._groups] for one in _unless_error(said)]

    def _told(self, answers):
        observations, infos, rewards, overs = zip(*answers)
        joined = {}
        for name in {name: None for info in infos for name in info}:
            joined[name] = _array([info.get(name) for info in infos])
            joined["_" + name] = _array([name in info for info in infos])
        return _array(list(observations)), joined, list(rewards), list(overs)


def _unless_error(said):
    if isinstance(said, Exception):
        raise said
    return said


def _array(values):
    if choice.numpy is None or any(one is None for one in values):
        return values
    return choice.numpy.array(values)


def _batched(space, number):
    if choice.numpy is None:
        return [space] * number
    from gymnasium.vector.utils import batch_space

    return batch_space(space, number)


class _Group:
    """Environments of one process. First each is told what to do, and then each is waited for, so that one Malha works
    while others are answered."""

    def __init__(self, make, places, number):
        self.places = places
        self._make = make
        self._envs = []
        self._seeds = [place + 1 for place in places]
        self._number = number
        self._begins = [False] * len(places)

    def begin(self, what, values):
        """Begins `spaces`, `reset` or `step`, with a value for each environment."""
        self._said = None
        try:
            while len(self._envs) < len(self.places):
                self._envs.append(self._make())
            if what == "spaces":
                self._said = [(env.observation_space, env.action_space) for env in self._envs]
                return
            for place, (env, value) in enumerate(zip(self._envs, values)):
                if what == "reset":
                    self._begin_run(place, value)
                elif not self._begins[place]:
                    env.begin_step(value)
        except Exception as error:
            self._said = error

    def end(self):
        """What the environments say, or an error."""
        if self._said is not None:
            return self._said
        try:
            return [self._end_of(place, env) for place, env in enumerate(self._envs)]
        except Exception as error:
            return error

    def _begin_run(self, place, seed=None):
        seed = self._seeds[place] if seed is None else seed
        self._seeds[place] = seed + self._number
        self._envs[place].begin_reset(seed)
        self._begins[place] = True

    def _end_of(self, place, env):
        if self._begins[place]:
            self._begins[place] = False
            return *env.end_reset(), 0.0, False
        observation, reward, over, _, info = env.end_step()
        if over:  # the next step shows how another one begins, which Malha prepares meanwhile
            self._begin_run(place)
        return observation, info, reward, over

    def close(self):
        for env in self._envs:
            env.close()


class _Elsewhere:
    """Environments of another process."""

    def __init__(self, make, places, number, others):
        self.places = places
        context = multiprocessing.get_context("fork")  # so that `make` may be any function
        self._connection, theirs = context.Pipe()
        ends = [other._connection for other in others] + [self._connection]
        group = _Group(make, places, number)
        self._process = context.Process(target=_serve, args=(theirs, group, ends), daemon=True)
        self._process.start()
        theirs.close()

    def begin(self, what, values):
        try:
            self._connection.send((what, values))
        except BrokenPipeError:
            pass  # it has ended, which `end` says

    def end(self):
        try:
            return self._connection.recv()
        except (EOFError, ConnectionResetError):
            self._process.join()
            status = self._process.exitcode
            return SimulationError(f"the process of environments {list(self.places)} ended with status {status}")

    def close(self):
        patience = 10  # s; it may be in the middle of a step
        try:
            self._connection.send(None)
        except OSError:
            pass  # it has ended
        self._connection.close()
        self._process.join(patience)
        self._process.terminate()
        self._process.join()


def _serve(connection, group, ends):
    """What the other process does, until the caller says None, or is not there any more."""
    for end in ends:  # which are this process's, too, and would keep it open
        end.close()
    try:
        while asked := connection.recv():
            group.begin(*asked)
            connection.send(group.end())
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        pass
    group.close()
