#!/usr/bin/env python3
"""How long `rkmap test` takes for a suite of fixtures, from start to end.

Makes a suite of 500 fixtures of 10 kB in a new folder, runs it a number of times, and prints the
median and the best time, with all processors and with one thread, and the time of processors that
a run takes. The goal is 300 ms on 2 cores.
"""

import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

SPEC = {
    "descriptors": [
        {"name": "users", "method": "GET", "keyPath": "users", "root-map-ref": "user"}
    ],
    "mappers": [
        {
            "id": "user",
            "target": "User",
            "identification": "id",
            "attributes": [
                {"from": "id", "type": "integer", "required": True},
                "name",
                "email",
                {"from": "joined", "type": "date"},
                {"from": "score", "type": "number"},
                "tags",
            ],
            "relationships": [{"from": "address", "to": "address", "map-ref": "address"}],
        },
        {"id": "address", "target": "Address", "attributes": ["street", "city", "zip"]},
    ],
}


def user(chance, number):
    return {
        "id": number,
        "name": "".join(chance.choice("abcdefgh ") for _ in range(12)),
        "email": f"user{number}@example.org",
        "joined": f"20{chance.randrange(10, 25)}-0{chance.randrange(1, 10)}-11T10:00:00Z",
        "score": chance.random() * 100,
        "tags": [chance.choice(["red", "green", "blue"]) for _ in range(3)],
        "address": {"street": f"Road {number}", "city": "Town", "zip": str(chance.randrange(99999))},
        "unknown": {"a": [1, 2, 3], "b": "something that nobody maps"},
    }


def make(folder, count, size, snapshots):
    chance = random.Random(1)
    os.mkdir(os.path.join(folder, "fixtures"))
    with open(os.path.join(folder, "spec.json"), "w") as file:
        json.dump(SPEC, file, indent=2)
    suite = {
        "spec": "spec.json",
        "cases": [
            {
                "files": "fixtures/*.json",
                "route": {"method": "GET", "status": 200},
                "expect": {"types": {"User": {"min": 1}}},
                "snapshot": snapshots,
            }
        ],
    }
    with open(os.path.join(folder, "rkmap.test.json"), "w") as file:
        json.dump(suite, file, indent=2)
    for number in range(count):
        users = []
        length = 0
        while length < size:
            users.append(user(chance, number * 1000 + len(users)))
            length += len(json.dumps(users[-1], indent=1))
        with open(os.path.join(folder, "fixtures", f"users{number}.json"), "w") as file:
            json.dump({"users": users}, file, indent=1)


def processor_time():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(command, folder, times):
    durations = []
    before = processor_time()
    for _ in range(times):
        start = time.perf_counter()
        done = subprocess.run(command, cwd=folder, capture_output=True, env={})
        durations.append((time.perf_counter() - start) * 1000)
        if done.returncode != 0:
            sys.exit(done.stdout.decode() + done.stderr.decode())
    spent = (processor_time() - before) * 1000 / times
    return statistics.median(durations), min(durations), spent


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", default=".build/release/rkmap")
    parser.add_argument("--fixtures", type=int, default=500)
    parser.add_argument("--size", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=11)
    parser.add_argument("--snapshots", action="store_true", help="with snapshots, written before")
    parser.add_argument("--keep", help="make the suite in this folder, and leave it there")
    options = parser.parse_args()
    program = os.path.abspath(options.bin)
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.keep or scratch
        os.makedirs(folder, exist_ok=True)
        make(folder, options.fixtures, options.size, options.snapshots)
        if options.snapshots:
            subprocess.run([program, "test", "--update"], cwd=folder, check=True, env={})
        for name, flags in [("all processors", []), ("one thread", ["-j", "1"])]:
            median, best, spent = measure([program, "test"] + flags, folder, options.times)
            print(f"{name}: {median:.0f} ms median, {best:.0f} ms best of {options.times}, "
                  f"{spent:.0f} ms of processors")


if __name__ == "__main__":
    main()
