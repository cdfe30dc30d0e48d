"""The chat on the screen, in a pseudo-terminal: how soon it paints, how fast a key shows, what it takes of a flood, and
what it costs at rest; beside WeeChat and irssi where they are installed. Called by Scripts/bench with the folder of the
release build."""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import clients  # noqa: E402
import feed  # noqa: E402
import picture  # noqa: E402
from terminal import PAINT, Program  # noqa: E402

GOALS = json.loads((HERE / "goals.json").read_text())
missed = []


def check(name, value, met):
    met = met(value, GOALS[name])
    print(f"  {'met   ' if met else 'MISSED'}  {name}: {value:.4g}, goal {GOALS[name]}", flush=True)
    if not met:
        missed.append(name)


def at_least(value, goal):
    return value >= goal


def at_most(value, goal):
    return value <= goal


def percentile(values, part):
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def main():
    options = argparse.ArgumentParser(prog="Scripts/bench screen", description="Exits with 1 when a goal was missed.")
    options.add_argument("programs", type=Path, help=argparse.SUPPRESS)
    options.add_argument("--messages", type=int, default=50_000, help="length of the flood")
    options.add_argument("--stored", type=int, default=1_000_000, help="messages in the store for the first paint")
    options.add_argument("--starts", type=int, default=21, help="starts whose first paint is measured")
    options.add_argument("--rounds", type=int, default=5, help="floods of each client")
    options.add_argument("--keys", type=int, default=300, help="keys pressed, at rest and under a flow")
    options.add_argument("--idle", type=int, default=20, help="seconds at rest")
    options.add_argument("--folder", help="keep the store here, and use one that is here already")
    options.add_argument("--only", default="paint,keys,flood,idle", help="parts to measure")
    options.add_argument("--alone", action="store_true", help="without other clients")
    chosen = options.parse_args()
    parts = chosen.only.split(",")
    program = chosen.programs / "bobbin"
    all_clients = clients.installed(program)[: 1 if chosen.alone else None]
    with tempfile.TemporaryDirectory() as temporary:
        if "paint" in parts:
            measure_first_paint(chosen.programs, Path(chosen.folder or temporary), chosen.stored, chosen.starts)
        if "keys" in parts:
            measure_keys(all_clients, chosen.keys)
        if "flood" in parts:
            measure_floods(all_clients, chosen.messages, chosen.rounds)
        if "idle" in parts:
            measure_rest(all_clients, chosen.idle)
    if missed:
        sys.exit("bench: missed " + "; ".join(missed))


def measure_first_paint(programs, folder, stored, starts):
    data = folder / "data"
    if not (data / "bobbin" / "bench").exists():
        (data / "bobbin").mkdir(parents=True, exist_ok=True)
        subprocess.run([programs / "bobbin-bench", "store-fill", data / "bobbin", str(stored)], check=True,
                       capture_output=True)
    # The store of the server that nobody answers for, opened by the login 1.
    address = data / "bobbin" / "127.0.0.1%3a9%2fws"
    if not address.exists():
        address.symlink_to("bench")
    command = [str(programs / "bobbin"), "--url", "ws://127.0.0.1:9/ws", "--login", "1", "--join", "0"]
    paints, messages = [], []
    with tempfile.TemporaryDirectory() as home:
        environment = clients.environment(home) | {"XDG_DATA_HOME": str(data.resolve())}
        for _ in range(starts):
            with Program(command, environment) as program:
                paints.append(program.wait_for(PAINT) - program.started)
                # The line of a day stands over the newest stored messages.
                messages.append(program.wait_for("── ".encode()) - program.started)
    print(f"first paint with a store of {stored:,} messages, median of {starts}; "
          f"the stored messages are on the screen after {statistics.median(messages) * 1000:.1f} ms")
    check("first paint, ms from exec", statistics.median(paints) * 1000, at_most)


def measure_keys(all_clients, count):
    print(f"{count} keys, ms from the key to the terminal: median, 99th percentile, longest", flush=True)
    for client in all_clients:
        with tempfile.TemporaryDirectory() as home, clients.Chat(client, home) as chat:
            chat.flood(2_000)
            chat.program.drain(0.5)
            rest = chat.keys(count, 0.04)
            chat.feed.begin(f"flow 5000 {int(count * 0.047) + 2}")
            busy = chat.keys(count, 0.04)
            chat.feed.finish()
            chat.program.drain(0.5)
        for name, delays in (("at rest", rest), ("under 5,000 a second", busy)):
            figures = [statistics.median(delays), percentile(delays, 0.99), max(delays)]
            print(f"  {client.name:10}{name:22}" + "".join(f"{figure * 1000:8.2f}" for figure in figures), flush=True)
        if client.name == "bobbin":
            check("a key, ms at the 99th percentile", percentile(rest, 0.99) * 1000, at_most)
            name = "a key under 5,000 messages a second, ms at the 99th percentile"
            check(name, percentile(busy, 0.99) * 1000, at_most)


def measure_floods(all_clients, count, rounds):
    rates, paints, memory, peaks, costs = {}, [], [], [], {}
    for _ in range(rounds):
        for client in all_clients:
            with tempfile.TemporaryDirectory() as home, clients.Chat(client, home) as chat:
                before = len(chat.program.written)
                computed = chat.program.processor_seconds()
                seconds = chat.flood(count)
                rates.setdefault(client.name, []).append(count / seconds)
                costs.setdefault(client.name, []).append(chat.program.processor_seconds() - computed)
                if client.name == "bobbin":
                    paints.append(chat.program.written.count(PAINT, before) / max(seconds, 1))
                    peaks.append(chat.program.memory("VmHWM"))
                    # What was only needed meanwhile is given back after a while.
                    chat.rest(6)
                    memory.append(chat.program.memory())
                    picture.check(bytes(chat.program.written), count)
                    client.check_stored(home, count)
    print(f"{count:,} messages into the open thread, medians of {rounds} rounds")
    for name, values in rates.items():
        print(f"  {name:10}{statistics.median(values):10,.0f} messages a second"
              f"{statistics.median(costs[name]) * 1e6 / count:8.1f} µs of processor time a message", flush=True)
    check("flood into the open thread, messages a second", statistics.median(rates["bobbin"]), at_least)
    check("paints a second", max(paints), at_most)
    print(f"          memory at its peak: {statistics.median(peaks):.1f} MB")
    check("memory after the flood, MB", statistics.median(memory), at_most)


def measure_rest(all_clients, seconds):
    print(f"at rest for {seconds} s: wake-ups of all threads, seconds of processor time, MB", flush=True)
    for client in all_clients:
        with tempfile.TemporaryDirectory() as home, clients.Chat(client, home) as chat:
            chat.rest(6)
            wakeups, computed = chat.program.wakeups(), chat.program.processor_seconds()
            chat.rest(seconds)
            now = chat.program.wakeups()
            # A thread that ended meanwhile did nothing since.
            wakeups = sum(count - wakeups.get(thread, 0) for thread, count in now.items())
            computed = chat.program.processor_seconds() - computed
            print(f"  {client.name:10}{wakeups:6}{computed:8.2f}{chat.program.memory():8.1f}", flush=True)
        if client.name == "bobbin":
            # Dispatch looks at its own threads once a second, which takes some 50 µs; nothing else may wake.
            check("idle for 20 s, wake-ups", wakeups * 20 / seconds, at_most)
            check("idle for 20 s, seconds of processor time", computed * 20 / seconds, at_most)


if __name__ == "__main__":
    main()
