"""The broker that the walks share; `BOBBIN_STATE` says which node it is."""

import subprocess
from pathlib import Path

SCRIPT = str(Path(__file__).resolve().parents[2] / "Scripts" / "rabbitmq")


def start():
    """Starts it unless it runs; returns its URL."""
    result = subprocess.run([SCRIPT, "start"], capture_output=True, text=True)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return result.stdout.split()[0]


def kill():
    subprocess.run([SCRIPT, "kill"], capture_output=True, check=True)
