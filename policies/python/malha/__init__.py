# SPDX-License-Identifier: MIT
"""Policies for Malha in Python: docs/python.md says how to write one."""

from malha.view import Nodes, View, never

PROTOCOL = 1
__all__ = ["PROTOCOL", "Nodes", "View", "never"]
