#!/usr/bin/env python3
"""How long a line takes through a live pipe and through a coprocess, from its first byte to that of its answer.

usage: latency.py [--bin PATH] [--lines N]

Each line is written when the one before it has been answered. Shown are the median, the 99th percentile and the most
in microseconds, beside those of `cat`, which are the cost of the pipes. Wanted is a median under a millisecond.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WANTED = 1000
WAYS = {
    "live pipe": ["--to", "ndjson"],
    "live pipe, rows": ["--to", "csv", "--no-header"],
    "coprocess": ["--coprocess"],
}
SPEC = {
    "mappers": [
        {
            "id": "reading",
            "target": "Reading",
            "attributes": [
                {"from": "id", "to": "id", "type": "integer"},
                {"from": "at", "to": "at", "type": "date"},
                {"from": "value", "to": "value", "type": "decimal"},
                {"from": "place.name", "to": "place"},
            ],
        }
    ]
}


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--lines", type=int, default=5000)
    options = flags.parse_args()
    program = str((ROOT / options.bin).resolve())
    slow = False
    with tempfile.TemporaryDirectory(prefix="rkmap-latency-") as folder:
        spec = Path(folder) / "spec.json"
        spec.write_text(json.dumps(SPEC))
        commands = {"cat": ["cat"]}
        commands |= {way: [program, "apply", str(spec), *more] for way, more in WAYS.items()}
        for way, command in commands.items():
            times = sorted(dialogue(command, options.lines))
            median, late, most = (times[int((len(times) - 1) * share)] / 1000 for share in (0.5, 0.99, 1))
            slow = slow or median >= WANTED
            print(f"{way:16} {median:9.1f} {late:9.1f} {most:9.1f} µs", flush=True)
    sys.exit(1 if slow else 0)


def dialogue(command, count):
    """The nanoseconds that each line takes but the first, with which the program starts."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
    into, out = process.stdin.fileno(), process.stdout.fileno()
    for number in range(count + 1):
        at = f"2026-01-02T03:04:{number % 60:02}Z"
        line = f'{{"id":{number},"at":"{at}","value":"{number}.50","place":{{"name":"p{number % 7}"}}}}\n'.encode()
        start = time.perf_counter_ns()
        os.write(into, line)
        answer = b""
        while not answer.endswith(b"\n"):
            more = os.read(out, 65536)
            if not more:
                sys.exit(f"{command[0]} has ended after {number} lines")
            answer += more
        if number > 0:
            yield time.perf_counter_ns() - start
    process.stdin.close()
    process.wait()


if __name__ == "__main__":
    main()
