"""What a terminal shows after all that a program has written to it."""

import re
import sys
from pathlib import Path

import feed
from terminal import HEIGHT, WIDTH

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "Screen"))


def check(written, count):
    """Ends the program unless the newest messages are there, whole and in order."""
    try:
        from emulator import emulate
    except ImportError:
        print("  the last screen is not looked at: there is no pyte")
        return
    shown = emulate(written, (WIDTH, HEIGHT))
    texts = "\n".join(shown)
    numbers = [int(number) for number in re.findall(r"\s(\d{3,}) [a-zA-Z\uac00-\ud7a3]", texts)]
    expected = list(range(count - 1 - len(numbers), count - 1))
    if feed.MARK not in texts or len(numbers) < 10 or numbers != expected:
        sys.exit(f"bench: the last screen is not that of the last messages, {numbers}:\n{texts}")
