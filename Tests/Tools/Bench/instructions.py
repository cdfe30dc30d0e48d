"""Counts the instructions the decoders take for a message, which hardly depends on what else the machine does."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import flood
import goals

MESSAGES = 20_000


def total(program, folder, count):
    wire = folder / f"{count}.wire"
    wire.write_bytes(flood.wire(count))
    out = folder / f"{count}.callgrind"
    run = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", program, "replay", wire],
        env=os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"},
        capture_output=True,
        text=True,
    )
    if run.returncode != 0:
        sys.exit(f"bench: valgrind ended with {run.returncode}:\n{run.stderr}")
    return int(re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.M)[1])


def measure(programs):
    """Less those of half the messages, so that starting up does not count."""
    with tempfile.TemporaryDirectory() as folder:
        half = MESSAGES // 2
        # valgrind gives up on debugging information that is newer than itself.
        program = Path(folder) / "bobbin-bench"
        subprocess.run(["strip", "--strip-debug", "-o", program, programs / "bobbin-bench"], check=True)
        each = (total(program, Path(folder), MESSAGES) - total(program, Path(folder), half)) / half
    print(f"instructions, from {MESSAGES:,} messages under valgrind")
    goals.check("decoders, instructions a message", each, goals.at_most)
