# SPDX-License-Identifier: MIT
"""Learns which job EASY should backfill, in less than a minute of processor time, and says on fresh seeds how much that
is better than EASY, which takes the first one.

    PYTHONPATH=.. python3 learn_backfilling.py

Each job that may be backfilled has a score, the sum of four of its properties times weights; the one with the highest
score starts. The weights are found by the cross-entropy method (Rubinstein, Methodol. Comput. Appl. Probab. 1, 1999):
weights are drawn around a mean, the best ones give the next mean and deviation. The mean of the last round is what was
learned; learned_backfilling.py is the same as a policy. RLBackfilling (Kolker-Hicks, Zhang, Dai, SC Workshops 2023)
learns the same choice with a neural network."""

import math
import random
import statistics

from malha.env import BackfillChoice

PROPERTIES = ("waited", "walltime", "size", "in_time")
SHOWN = 16
SETTINGS = {"workload.jobs": 200, "workload.load": 1, "platform.hosts": 64, "transport": "instant"}


def choice_by(weights):
    """A function from an observation to the place of the job with the highest score, the first one of several."""

    def choose(observation):
        best, chosen = -math.inf, 0
        for place in range(SHOWN):
            at = BackfillChoice.of_head + place * BackfillChoice.of_each
            if not observation[at]:
                break
            score = sum(weight * observation[at + 1 + i] for i, weight in enumerate(weights))
            if score > best:
                best, chosen = score, place
        return chosen

    return choose


def play(envs, choose, seeds):
    """The metric of a run with each of these seeds. All environments work at the same time."""
    results = {}
    seeds = list(seeds)
    for first in range(0, len(seeds), len(envs)):
        runs = dict(zip(seeds[first:], envs))
        for seed, env in runs.items():
            env.begin_reset(seed)
        shown = {seed: env.end_reset()[0] for seed, env in runs.items()}
        while shown:
            for seed, observation in shown.items():
                runs[seed].begin_step(choose(observation))
            for seed in list(shown):
                observation, reward, over, _, _ = runs[seed].end_step()
                shown[seed] = observation
                if over:
                    results[seed] = -reward
                    del shown[seed]
    return [results[seed] for seed in seeds]


def learn(envs, rounds=6, drawn=16, kept=4, runs=8, seed=1, say=print):
    """The weights. All weights of a round play the same runs, and no round those of another one."""
    draws = random.Random(seed)
    mean, deviation = [0.0] * len(PROPERTIES), [1.0] * len(PROPERTIES)
    for round_ in range(rounds):
        seeds = range(round_ * runs, (round_ + 1) * runs)
        tried = [[draws.gauss(m, d) for m, d in zip(mean, deviation)] for _ in range(drawn)]
        tried.sort(key=lambda weights: statistics.fmean(play(envs, choice_by(weights), seeds)))
        best = list(zip(*tried[:kept]))
        mean = [statistics.fmean(values) for values in best]
        deviation = [statistics.stdev(values) + 0.05 for values in best]
        say("round", round_ + 1, *(f"{name}={value:.2f}" for name, value in zip(PROPERTIES, mean)))
    return mean


def compare(envs, weights, seeds):
    """Mean slowdowns of EASY and of what was learned, and the mean of their differences run by run with its 95 %
    confidence interval. Seeds are others than those of `learn`."""
    easy, learned = (play(envs, choose, seeds) for choose in (lambda _: 0, choice_by(weights)))
    gains = [a - b for a, b in zip(easy, learned)]
    half = 1.96 * statistics.stdev(gains) / math.sqrt(len(gains))
    gain = statistics.fmean(gains)
    return statistics.fmean(easy), statistics.fmean(learned), (gain - half, gain, gain + half)


def main():
    envs = [BackfillChoice(shown=SHOWN, settings=SETTINGS) for _ in range(8)]
    weights = learn(envs)
    easy, learned, (low, gain, high) = compare(envs, weights, range(10_000, 10_100))
    print(f"mean bounded slowdown, 100 fresh seeds: EASY {easy:.1f}, learned {learned:.1f}")
    print(f"EASY - learned, run by run: {gain:.1f}, 95 % interval [{low:.1f}, {high:.1f}]")
    for env in envs:
        env.close()


if __name__ == "__main__":
    main()
