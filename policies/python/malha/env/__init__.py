# SPDX-License-Identifier: MIT
"""Environments with the interface of Gymnasium 1 (`gymnasium.Env`), for programs that learn to schedule. Spaces are
Gymnasium's where it is installed, and small stand-ins elsewhere. Each environment has a Malha of its own."""

from malha.env.choice import Choice, squashed
from malha.env.places import ClusterChoice, ResourceChoice
from malha.env.queues import BackfillChoice, JobChoice
from malha.env.vector import VectorEnv, vector

__all__ = [
    "BackfillChoice",
    "Choice",
    "ClusterChoice",
    "JobChoice",
    "ResourceChoice",
    "VectorEnv",
    "squashed",
    "vector",
]
