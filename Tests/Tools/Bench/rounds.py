"""Interleaved rounds of every stage against the flood, and their medians."""

import json
import os
import re
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import flood
import goals

HERE = Path(__file__).parent
PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1e6


class Server:
    """The flood in a process of its own."""

    def __init__(self, count):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "flood.py"), str(count)], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline())

    def report(self):
        return json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


class MemoryWatch(threading.Thread):
    """Samples the resident memory of a process until it ends."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.path = f"/proc/{pid}/statm"
        self.samples = []
        self.start()

    def run(self):
        try:
            while True:
                with open(self.path) as statm:
                    self.samples.append((time.monotonic(), int(statm.read().split()[1]) * PAGE_MB))
                time.sleep(0.002)
        except (OSError, IndexError):
            pass

    def at(self, moment):
        return min(self.samples, key=lambda sample: abs(sample[0] - moment))[1]

    def peak(self):
        return max(size for _, size in self.samples)


def run_client(command, server, count):
    with open(os.devnull, "wb") as null:
        output = subprocess.PIPE if command[0].endswith("bobbin-bench") else null
        client = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output)
    watch = MemoryWatch(client.pid)
    text = client.stdout.read().decode() if client.stdout else ""
    _, status, usage = os.wait4(client.pid, 0)
    client.returncode = os.waitstatus_to_exitcode(status)
    if client.returncode != 0:
        sys.exit(f"bench: {' '.join(command)} ended with {client.returncode}")
    report = server.report()
    figures = dict(re.findall(r"(\w+)=(\d+)", text))
    if int(figures.get("messages", 0)) not in (0, count):
        sys.exit(f"bench: {command[1]} saw {figures['messages']} of {count} messages")
    cpu = int(figures["cpu_ns"]) if figures else (usage.ru_utime + usage.ru_stime) * 1e9
    return {
        "rate": count / report["seconds"],
        "mb": report["bytes"] / report["seconds"] / 1e6,
        "cpu": cpu / count,
        "server_busy": report["server_cpu"] / report["seconds"],
        "server_cpu": report["server_cpu"] * 1e9 / count,
        "memory": [watch.at(mark) for mark in report["marks"]],
        "peak": watch.peak(),
    }


def stages(programs, server, count):
    bench = str(programs / "bobbin-bench")
    port = str(server.port)
    tail = [str(programs / "bobbin"), "tail", "--url", f"ws://127.0.0.1:{port}/ws", "-o", "cat"]
    return {
        "(a) recv": [bench, "recv", port],
        "(b) decoders": [bench, "decode", port],
        "(c) events": [bench, "events", port, str(count)],
        "(d) tail -o cat": tail + ["--count", str(count), "/topic/general"],
    }


def measure(programs, count, rounds, only):
    results = {}
    with Server(count) as server:
        chosen = {name: command for name, command in stages(programs, server, count).items() if name[1] in only}
        for turn in range(rounds):
            for name, command in chosen.items():
                results.setdefault(name, []).append(run_client(command, server, count))
            print(f"bench: round {turn + 1} of {rounds} done", file=sys.stderr)
    print(f"{count:,} messages of {len(flood.wire(flood.DISTINCT)) / flood.DISTINCT:.0f} bytes, medians of {rounds} rounds")
    print(f"  {'':16}{'messages/s':>12}{'MB/s':>8}{'of (a)':>8}{'ns CPU':>8}{'peak MB':>9}   "
          f"{'MB at 25, 50, 75, 100 %':26}{'server busy':>12}{'ns CPU':>8}")
    middle = {}
    for name, runs in results.items():
        figures = {key: statistics.median(run[key] for run in runs) for key in runs[0] if key != "memory"}
        figures["share"] = statistics.median(
            run["mb"] / bare["mb"] for run, bare in zip(runs, results["(a) recv"])
        )
        figures["memory"] = [statistics.median(sizes) for sizes in zip(*(run["memory"] for run in runs))]
        middle[name[1]] = figures
        sizes = " ".join(f"{size:6.1f}" for size in figures["memory"])
        print(f"  {name:16}{figures['rate']:12,.0f}{figures['mb']:8.0f}{figures['share']:8.0%}{figures['cpu']:8.0f}"
              f"{figures['peak']:9.1f}   {sizes:26}{figures['server_busy']:12.0%}{figures['server_cpu']:8.0f}")
    busiest = max((stage["server_busy"] for letter, stage in middle.items() if letter != "a"), default=0)
    print(f"  The server gives (a) {middle['a']['mb']:.0f} MB/s; at the other stages it computes {busiest:.0%} of the time at most"
          " and else waits for the client, so it limits none of them.")
    judge(middle)


def judge(middle):
    for letter, name in (("b", "decoders"), ("c", "events"), ("d", "tail")):
        if letter in middle:
            goals.check(f"{name}, share of (a)", middle[letter]["share"], goals.at_least)
    if "b" in middle:
        goals.check("decoders, ns of CPU a message", middle["b"]["cpu"], goals.at_most)
    growth = max(max(stage["memory"]) - stage["memory"][0] for stage in middle.values())
    goals.check("memory, growth in MB from a quarter on", growth, goals.at_most)
