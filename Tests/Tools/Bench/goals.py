"""The goals of the benchmark, and whether they were met."""

import json
from pathlib import Path

GOALS = json.loads((Path(__file__).parent / "goals.json").read_text())
missed = []


def check(name, value, met):
    """Prints a goal's line; `met` compares the value with the goal."""
    is_met = met(value, GOALS[name])
    print(f"  {'met   ' if is_met else 'MISSED'}  {name}: {value:.4g}, goal {GOALS[name]}")
    if not is_met:
        missed.append(name)


def at_least(value, goal):
    return value >= goal


def at_most(value, goal):
    return value <= goal
