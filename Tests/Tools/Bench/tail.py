"""JSON lines of a community's messages, beside a bare recv loop and a node program; called by Scripts/bench."""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path

from goals import at_least, at_most, check, missed
from rounds import HERE, Server, run_client


class CommunityServer(Server):
    """The community in a process of its own."""

    def __init__(self, count):
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "community.py"), str(count)], stdout=subprocess.PIPE, text=True
        )
        self.port = int(self.process.stdout.readline())


def stages(programs, server, count, stompjs):
    tail = [str(programs / "bobbin"), "tail", "-q", "--url", f"http://127.0.0.1:{server.port}", "--count", str(count)]
    stages = {
        "(a) recv": [str(programs / "bobbin-bench"), "recv", str(server.port)],
        "(e) tail --raw": tail + ["--raw", "4"],
        "(f) tail -o json": tail + ["-o", "json", "4"],
    }
    if stompjs:
        url = f"ws://127.0.0.1:{server.port}/ws/websocket"
        stages["(g) node stomp.js"] = [
            "node", "--experimental-websocket", "--no-warnings", str(HERE / "peer.mjs"), stompjs, url, str(count)
        ]
    return stages


def measure(programs, count, rounds, stompjs):
    results = {}
    os.environ |= {"BOBBIN_TOKEN": "bench", "XDG_DATA_HOME": "/nonexistent", "XDG_CONFIG_HOME": "/nonexistent"}
    with CommunityServer(count) as server:
        for turn in range(rounds):
            for name, command in stages(programs, server, count, stompjs).items():
                results.setdefault(name, []).append(run_client(command, server, count))
            print(f"bench: round {turn + 1} of {rounds} done", file=sys.stderr)
    middle = {}
    print(f"{count:,} messages of a community, medians of {rounds} rounds")
    print(f"  {'':20}{'messages/s':>12}{'MB/s':>8}{'of (a)':>8}{'ns CPU':>8}{'peak MB':>9}   MB at 25, 50, 75, 100 %")
    for name, runs in results.items():
        figures = {key: statistics.median(run[key] for run in runs) for key in runs[0] if key != "memory"}
        figures["share"] = statistics.median(run["mb"] / bare["mb"] for run, bare in zip(runs, results["(a) recv"]))
        figures["memory"] = [statistics.median(sizes) for sizes in zip(*(run["memory"] for run in runs))]
        middle[name[1]] = figures
        sizes = " ".join(f"{size:6.1f}" for size in figures["memory"])
        print(f"  {name:20}{figures['rate']:12,.0f}{figures['mb']:8.0f}{figures['share']:8.0%}{figures['cpu']:8.0f}"
              f"{figures['peak']:9.1f}   {sizes}")
    check("tail of a community, raw, share of (a)", middle["e"]["share"], at_least)
    if "g" in middle:
        check("tail of a community, JSON, times the node program", middle["f"]["rate"] / middle["g"]["rate"], at_least)
    else:
        print("  tail of a community, JSON, times the node program: not measured; name a checkout by --stompjs")
    growth = max(max(middle[stage]["memory"]) - middle[stage]["memory"][0] for stage in "ef")
    check("memory, growth in MB from a quarter on", growth, at_most)


def main():
    options = argparse.ArgumentParser(prog="Scripts/bench tail", description="Exits with 1 when a goal was missed.")
    options.add_argument("programs", type=Path, help=argparse.SUPPRESS)
    options.add_argument("--messages", type=int, default=1_000_000, help="length of the flood")
    options.add_argument("--rounds", type=int, default=5, help="times every stage is run")
    options.add_argument(
        "--stompjs",
        default=os.environ.get("BOBBIN_STOMPJS"),
        help="a checkout of stomp.js with its esm6 folder, for the node program; else BOBBIN_STOMPJS",
    )
    chosen = options.parse_args()
    stompjs = chosen.stompjs
    if stompjs and not shutil.which("node"):
        print("bench: there is no node, so the node program is not measured", file=sys.stderr)
        stompjs = None
    measure(chosen.programs, chosen.messages, chosen.rounds, stompjs)
    if missed:
        sys.exit("bench: missed " + "; ".join(missed))


if __name__ == "__main__":
    main()
