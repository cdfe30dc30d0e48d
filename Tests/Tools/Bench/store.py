"""The chat's store with many messages, alone and in the whole client; called by Scripts/bench with the folder of the
release build."""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from goals import at_least, at_most, check, missed

sys.path.append(str(Path(__file__).resolve().parents[1] / "ScreenBench"))

from clients import environment  # noqa: E402
from terminal import Program  # noqa: E402

# Pages that the client scrolls up.
PAGES = 60


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
    measure_client(programs / "bobbin", folder)


def measure_client(program, folder):
    """The chat in a pseudo-terminal with the store of a broker that does not answer, so that all it shows is stored."""
    with tempfile.TemporaryDirectory() as home:
        data = Path(home, "data", "bobbin")
        data.mkdir(parents=True)
        (data / "127.0.0.1%3a9%2fws").symlink_to((folder / "bench").resolve())
        command = [str(program), "--url", "ws://127.0.0.1:9/ws", "--login", "1", "--join", "0"]
        with Program(command, environment(home) | {"XDG_DATA_HOME": str(data.parent)}) as client:
            # The line of a day stands over the newest stored messages.
            client.wait_for("── ".encode())
            client.drain()
            figures = [("with a thread open", client_memory(client))]
            for _ in range(PAGES):
                client.type("\x1b[5~")
                client.drain(0.05)
            client.drain()
            figures.append((f"{PAGES} screens further up", client_memory(client)))
            for words in ("zebrafish", "회의"):
                start = len(client.written)
                client.type(f"/search {words}\r")
                client.wait_for(b"found", start=start)
                client.drain()
                client.type("\x1b")
                client.drain()
            figures.append(("after two searches", client_memory(client)))
            peak = client.memory("VmHWM")
    print("the whole client with that store open, MB resident and proportional")
    for name, (resident, proportional) in figures:
        print(f"  {name:24}{resident:8.1f}{proportional:8.1f}")
    print(f"  at its peak             {peak:8.1f}")
    check("store, MB of the whole client", max(resident for _, (resident, _) in figures), at_most)


def client_memory(client):
    text = Path(f"/proc/{client.pid}/smaps_rollup").read_text()
    return [int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) / 1000 for name in ("Rss", "Pss")]


if __name__ == "__main__":
    main()
