# SPDX-License-Identifier: MIT
"""Malha in Python: policies, and simulations decision by decision. docs/python.md says how."""

from malha.series import Series
from malha.sizes import left_at, seconds_on, speed_up
from malha.view import Nodes, View, never

_SIMULATION = ("Simulation", "SimulationError", "rows_of", "table_of")
__all__ = ["Nodes", "Series", "View", "left_at", "never", "seconds_on", "speed_up", *_SIMULATION]


def __getattr__(name):
    # A policy begins without what only simulations need.
    if name in _SIMULATION:
        import malha.simulation

        return getattr(malha.simulation, name)
    raise AttributeError(f"module 'malha' has no attribute '{name}'")
