"""Measures this machine: what the engine does a second, beside other ways to draw the same text."""

from .measure import Measured, machine, run

__all__ = ["Measured", "machine", "run"]
