"""Measures the embedded server: 2,000 connections, 50 threads; called by Scripts/bench with the folder of the build."""

import argparse
import json
import os
import re
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "Server"))

import server as tested  # noqa: E402
from crowd import Crowd  # noqa: E402

GOALS = json.loads((HERE / "goals.json").read_text())
MEMBERS, EACH, THREADS, IN_THREAD = 50, 40, 50, 5
missed = []


def check(name, value, met):
    met = met(value, GOALS[name])
    print(f"  {'met   ' if met else 'MISSED'}  {name}: {value:.4g}, goal {GOALS[name]}")
    if not met:
        missed.append(name)


def at_least(value, goal):
    return value >= goal


def at_most(value, goal):
    return value <= goal


def resident(child):
    """Resident memory in MB."""
    return int(re.search(r"^VmRSS:\s+(\d+)", Path(f"/proc/{child.pid}/status").read_text(), re.M)[1]) / 1000


def processor_time(child):
    """Seconds of processor time used so far."""
    fields = Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Community:
    """A server with members in threads of five each, all of whose connections listen."""

    def __init__(self, data):
        # One address may not open so many accounts.
        self.server = tested.Server(data, "--behind-proxy")
        self.members = [self.server.member(f"member{number}", f"10.0.0.{number}") for number in range(MEMBERS)]
        self.threads = []
        for number in range(THREADS):
            there = [self.members[(number + step) % MEMBERS] for step in range(IN_THREAD)]
            thread = self.server.thread(there[0]["accessToken"], f"thread {number}",
                                        [member["memberId"] for member in there[1:]])
            self.threads.append((there[0], thread))


def burst(crowd, community, each):
    """Every owner of a thread says something `each` times at once; seconds until everybody has heard all."""
    started = time.monotonic()
    goal = crowd.created + THREADS * each * IN_THREAD * EACH
    for owner, thread in community.threads:
        for _ in range(each):
            crowd.of(owner).say(thread)
    crowd.listen(goal, started + 20)
    if crowd.created < goal:
        raise SystemExit(f"bench: {goal - crowd.created} deliveries are missing")
    return time.monotonic() - started


def pace(crowd, community, seconds):
    """One message every 10 ms, each in the next thread; the latencies."""
    crowd.latencies = []
    start = time.monotonic()
    goal = crowd.created
    for number in range(seconds * 100):
        owner, thread = community.threads[number % THREADS]
        crowd.of(owner).say(thread)
        goal += IN_THREAD * EACH
        crowd.listen(sys.maxsize, start + (number + 1) / 100)
    crowd.listen(goal, time.monotonic() + 10)
    if crowd.created < goal:
        raise SystemExit(f"bench: {goal - crowd.created} deliveries are missing")
    return sorted(crowd.latencies)


def main():
    options = argparse.ArgumentParser(prog="Scripts/bench server", description="Exits with 1 when a goal was missed.")
    options.add_argument("programs", type=Path, help=argparse.SUPPRESS)
    options.add_argument("--bursts", type=int, default=8, help="rounds in which everybody speaks at once")
    options.add_argument("--seconds", type=int, default=8, help="length of the paced round")
    chosen = options.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    tested.PROGRAM = str(chosen.programs / "bobbin-server")
    with tempfile.TemporaryDirectory() as folder:
        community = Community(f"{folder}/data")
        try:
            measure(community, chosen)
        finally:
            community.server.stop()
    if missed:
        sys.exit("bench: missed " + "; ".join(missed))


def measure(community, chosen):
    child = community.server.child
    before = resident(child)
    started = time.monotonic()
    crowd = Crowd(community.server.port, community.members, EACH)
    count = len(crowd.connections)
    print(f"{count} connections in {time.monotonic() - started:.1f} s, {THREADS} threads, "
          f"{IN_THREAD * EACH} connections in each")
    check("memory, KiB a connection", (resident(child) - before) * 1000 / count, at_most)

    latencies = pace(crowd, community, chosen.seconds)
    print(f"paced: {len(latencies)} deliveries, 100 messages a second")
    check("paced, p50 in ms", statistics.median(latencies), at_most)
    check("paced, p99 in ms", latencies[len(latencies) * 99 // 100], at_most)

    rates, costs, sizes = [], [], []
    for number in range(chosen.bursts):
        time.sleep(1)
        used = processor_time(child)
        each = 10
        seconds = burst(crowd, community, each)
        deliveries = THREADS * each * IN_THREAD * EACH
        rates.append(deliveries / seconds)
        costs.append((processor_time(child) - used) * 1e6 / deliveries)
        sizes.append(resident(child))
    print(f"bursts: {deliveries} deliveries each, {min(rates):.0f} to {max(rates):.0f} a second; "
          f"{sizes[0]:.1f} to {sizes[-1]:.1f} MB")
    check("bursts, deliveries a second", statistics.median(rates), at_least)
    check("bursts, µs of CPU a delivery", statistics.median(costs), at_most)
    check("growth in MB from a quarter on", sizes[-1] - sizes[len(sizes) // 4], at_most)
    crowd.close()


if __name__ == "__main__":
    main()
