"""The benchmark's entry, called by Scripts/bench with the folder of the release build."""

import argparse
import sys
from pathlib import Path

import goals
import instructions
import program
import rounds


def main():
    options = argparse.ArgumentParser(prog="Scripts/bench", description="Exits with 1 when a goal was missed.")
    options.add_argument("programs", type=Path, help=argparse.SUPPRESS)
    options.add_argument("--messages", type=int, default=1_000_000, help="length of the flood")
    options.add_argument("--rounds", type=int, default=5, help="times every stage is run")
    options.add_argument("--stages", default="bcd", help="stages to run beside (a)")
    options.add_argument("--instructions", action="store_true", help="only count instructions, under valgrind")
    chosen = options.parse_args()
    if chosen.instructions:
        instructions.measure(chosen.programs)
    else:
        rounds.measure(chosen.programs, chosen.messages, chosen.rounds, "a" + chosen.stages)
        program.measure(chosen.programs)
    if goals.missed:
        sys.exit("bench: missed " + "; ".join(goals.missed))


if __name__ == "__main__":
    main()
