"""The chat's store with many messages; called by Scripts/bench with the folder of the release build."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from goals import at_least, at_most, check, missed


def run(programs, *arguments):
    """What a stage reports, by name; numbers are split at colons."""
    line = subprocess.run([programs / "bobbin-bench", *arguments], check=True, capture_output=True, text=True).stdout
    fields = (field.split("=") for field in line.split())
    return {name: [float(part) for part in values.split(":")] for name, values in fields}


def main():
    options = argparse.ArgumentParser(prog="Scripts/bench store", description="Exits with 1 when a goal was missed.")
    options.add_argument("programs", type=Path, help=argparse.SUPPRESS)
    options.add_argument("--messages", type=int, default=1_000_000, help="messages in the store")
    options.add_argument("--folder", help="keep the store here, and use one that is here already")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(chosen.folder or temporary)
        measure(chosen.programs, folder, chosen.messages)
    if missed:
        sys.exit("bench: missed " + "; ".join(missed))


def measure(programs, folder, messages):
    if not (folder / "bench").exists():
        filled = run(programs, "store-fill", folder, str(messages))
        print(f"{messages} messages in 50 threads, transactions of 5,000, each on disk; indexed afterwards at "
              f"{filled['indexed_a_second'][0]:.0f} a second; one by one {filled['arrived_a_second'][0]:.0f} a second; "
              f"{filled['cpu_us'][0]:.1f} µs of CPU a message inserted")
        check("store, messages inserted a second", filled["inserted_a_second"][0], at_least)
    size = sum(path.stat().st_size for path in (folder / "bench").glob("*.sqlite*"))
    read = run(programs, "store-read", folder)
    print(f"reading pages of 50: median and longest; the files have {size / 1e6:.0f} MB")
    check("store, ms to open and read the end", read["open_ms"][0], at_most)
    print("          an end {:.2f} and {:.2f} ms, a page up {:.2f} and {:.2f} ms".format(*read["end_ms"], *read["up_ms"]))
    check("store, ms a page up", read["up_ms"][1], at_most)
    check("store, MB of memory", read["memory_mb"][0], at_most)
    found = run(programs, "store-search", folder)
    print("searches: median and longest of 7, hits")
    memory = found.pop("memory_mb")[0]
    for name, (median, longest, hits) in found.items():
        print(f"  {name.replace('_', ' '):24}{median:8.2f}{longest:8.2f} ms{hits:6.0f}")
    check("store, ms a search", max(longest for _, longest, _ in found.values()), at_most)
    check("store, MB of memory after searches", memory, at_most)


if __name__ == "__main__":
    main()
