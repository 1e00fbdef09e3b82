#!/usr/bin/env python3
"""Holds rkmap to its bounds of memory.

usage: memory.py [--bin PATH] [--mb 1000] [--whole-mb 200] [--only stream,whole] [-j N]

What streams stays within 32 MB, whatever the size of its input, by pipe and by file. What needs the whole
document stays within its input, 5.28 bytes for each of its tokens, and its records: 16 bytes for each value of one,
24 for the record itself, and its text as it is written. Each worker beside the first may hold some blocks more.
Inputs are made while they are read; only those that are to come from a file lie in a temporary folder.
"""
import argparse
import json
import re
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable

import inputs
import measured

ROOT = Path(__file__).resolve().parents[2]
MB = 1_000_000
STREAM = 32
# MB that each worker beside the first may have.
WORKER = 8
# A position of 4, a byte, a bit in each mask of brackets, and two bytes for 64 tokens.
TOKEN_BYTES = 5.28125
# What docs/limits.md says of records that are compared.
REMEMBERED = 220
CHILD = b',{"id":123456789,"name":"somebody"}'
TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+')


@dataclass
class Case:
    name: str
    spec: object
    feed: Callable
    flags: list = field(default_factory=list)
    # By a file instead of a pipe.
    is_file: bool = False
    # Bytes that the run may hold for each byte of its input, where it does not stream.
    held: float = 0
    # MB beside what streams.
    room: float = 0
    # Threads, where -j says no more.
    jobs: int = 1
    # A test file for the input, which is run in the place of the spec alone.
    suite: object = None


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--mb", type=float, default=1000, help="the size of what streams")
    flags.add_argument("--whole-mb", type=float, default=200, help="the size of what does not")
    flags.add_argument("--only", default="", help="cases by how their names begin, divided by commas")
    flags.add_argument("-j", "--jobs", type=int, default=1, help="threads of all cases that have fewer")
    options = flags.parse_args()
    program = str((ROOT / options.bin).resolve())
    failed, count = 0, 0
    with tempfile.TemporaryDirectory(prefix="rkmap-memory-") as folder:
        for case in cases():
            if not any(case.name.startswith(name) for name in options.only.split(",")):
                continue
            count += 1
            size = int((options.whole_mb if case.held else options.mb) * MB)
            jobs = max(case.jobs, options.jobs)
            limit = STREAM + case.room + WORKER * (jobs - 1) + case.held * size / MB
            done = trial(case, program, Path(folder), size, jobs)
            is_over = done.status != 0 or done.peak > limit
            failed += is_over
            figures = f"{done.seconds:7.1f} s {done.peak:8.1f} MB of {limit:.0f}"
            fault = f"  status {done.status}: {done.errors.strip()[-300:]}" if done.status else ""
            print(f"{'FAIL' if is_over else 'ok  '} {case.name:34}{size / MB:6.0f} MB{figures}{fault}", flush=True)
    print(f"memory: {count - failed} passed, {failed} failed")
    sys.exit(1 if failed or not count else 0)


def trial(case, program, folder, size, jobs):
    if isinstance(case.spec, dict):
        (folder / "spec.json").write_text(json.dumps(case.spec), encoding="utf-8")
    spec = "spec.json" if isinstance(case.spec, dict) else str(ROOT / case.spec)
    if case.suite:
        (folder / "rkmap.test.json").write_text(json.dumps(case.suite), encoding="utf-8")
    command = [program, "test", "--jobs", str(jobs)] if case.suite else [program, "apply", spec, *(["input"] if case.is_file else []), "-j", str(jobs), "--quiet", *case.flags]
    try:
        if not case.is_file:
            return measured.run(command, folder, case.feed(size))
        with open(folder / "input", "wb") as file:
            for block in case.feed(size):
                file.write(block)
        return measured.run(command, folder)
    finally:
        for made in sorted(folder.rglob("*"), reverse=True):
            if made.is_dir():
                made.rmdir()
            else:
                made.unlink()


# MARK: inputs


def tweets():
    return b"".join(line + b"\n" for line in inputs.tweets(2))


def lines(size):
    return measured.repeated(tweets(), size)


def people(size):
    return measured.repeated(b"".join(line + b"\n" for line in inputs.people(5000)), size)


def document(size):
    elements = tweets()[:-1].replace(b"\n", b",")
    yield b'{"statuses":[' + elements
    yield from measured.repeated(b"," + elements, size - len(elements))
    yield b'],"name":"all"}\n'


def family(size):
    """One record with as many children as there is room for."""
    yield b'{"id":1,"children":[' + CHILD[1:]
    yield from measured.repeated(CHILD * 10_000, size)
    yield b"]}\n"


def members(size):
    done = number = 0
    while done < size:
        block = b"".join(
            b'{"id":%d,"name":"member %d","leader":%d}\n' % (number + one, one, (number + one) // 3) for one in range(10_000)
        )
        number += 10_000
        done += len(block)
        yield block


def scattered(size):
    """Members whose numbers come in no order."""
    done = number = 0
    while done < size:
        numbers = [(number + one) * 2_654_435_761 % (1 << 32) for one in range(10_000)]
        block = b"".join(b'{"id":%d,"name":"member %d"}\n' % (one, one % 10_000) for one in numbers)
        number += 10_000
        done += len(block)
        yield block


def tokens(block):
    """How many tokens a byte of a text has."""
    return len(TOKEN.findall(block)) / len(block)


def cases():
    ndjson = ["--from", "ndjson", "--to", "ndjson"]
    json_lines = ["--from", "json", "--to", "ndjson"]
    tweet, row = "specs/tweets.json", "specs/tweets-rows.json"
    elements = "specs/tweets-document.json"
    # Its records are made of the whole document.
    named = {
        "keyPath": "statuses",
        "mappers": [{"id": "t", "target": "T", "attributes": ["id", "text", {"from": "@document.name", "to": "name"}]}],
    }
    person = {"id": "p", "target": "P", "attributes": ["id", "name"]}
    child = {"from": "children", "to": "children", "map-ref": "child", "many": True}
    parent = {
        "root-map-ref": "p",
        "mappers": [{**person, "relationships": [child]}, {"id": "child", "target": "Child", "attributes": ["id", "name"]}],
    }
    keyed = {"mappers": [{**person, "identification": "id"}]}
    numbered = {"mappers": [{**keyed["mappers"][0], "attributes": [{"to": "id", "type": "integer"}, "name"]}]}
    # A mapper of many rules, which each of many requests reaches.
    requests = range(300)
    routed = {
        "descriptors": [{"path": f"/p{number}", "root-map-ref": "a"} for number in requests],
        "mappers": [{"id": "a", "attributes": [f"a{number}" for number in range(4000)]}],
    }
    cases_of_requests = {
        "spec": "spec.json",
        "cases": [{"files": "input", "route": {"method": "GET", "path": f"/p{number}"}} for number in requests],
    }
    led = json.loads((ROOT / "Tests/Benchmarks/connections.json").read_text(encoding="utf-8"))
    tweet_tokens, child_tokens = tokens(tweets()), tokens(CHILD)
    member = len(b'{"id":1234567,"name":"member 1234","leader":1234567}\n')
    return [
        Case("stream: lines, pipe", tweet, lines, ndjson),
        Case("stream: lines, file", tweet, lines, [*ndjson, "-o", "output.ndjson"], True),
        Case("stream: lines to CSV, pipe", row, lines, ["--from", "ndjson", "--to", "csv"]),
        Case("stream: lines to tables", tweet, lines, ["--from", "ndjson", "-o", "tables/"]),
        Case("stream: lines to a list", tweet, lines, ["--from", "ndjson", "--to", "json", "-o", "output.json"]),
        Case("stream: lines to a database", "Tests/Benchmarks/w3.json", lines, ["--from", "ndjson", "-o", "output.db"]),
        Case("stream: lines to PostgreSQL", "Tests/Benchmarks/w3.json", lines, ["--from", "ndjson", "--to", "sql", "--dialect", "postgres"]),
        # Records with an identity are compared with earlier ones, of which a bounded number is remembered.
        Case("stream: records to a database", keyed, members, ["--from", "ndjson", "-o", "output.db"], room=REMEMBERED),
        # The page cache grows where it misses many pages.
        Case("stream: rows in no order", numbered, scattered, ["--from", "ndjson", "-o", "output.db"], room=48 + REMEMBERED),
        # 16 MB are held back, so that a run that fails early writes nothing.
        Case("stream: lines to a list, shown", tweet, lines, ["--from", "ndjson", "--to", "json"], room=4),
        Case("stream: lines, two threads", tweet, lines, [*ndjson, "-o", "output.ndjson"], True, jobs=2),
        Case("stream: lines, four threads", tweet, lines, [*ndjson, "-o", "output.ndjson"], True, jobs=4),
        Case("stream: small records, pipe", "specs/people.json", people, ndjson),
        Case("stream: judged records, pipe", "Tests/Benchmarks/w8.json", people, ndjson),
        Case("stream: one document, pipe", elements, document, json_lines),
        Case("stream: one document, file", elements, document, json_lines, True),
        Case("stream: one document, two threads", elements, document, json_lines, True, jobs=2),
        Case("stream: one document, looked at", elements, document, ["--to", "ndjson"]),
        Case("suite: a mapper for each request", routed, lambda size: [b'{"a1":1}'], is_file=True, suite=cases_of_requests),
        # Window: the input and 5 bytes a token. Records go out as they are made.
        Case("whole: @document", named, document, json_lines, held=1 + TOKEN_BYTES * tweet_tokens),
        # A record and its children are one: two values and the record for each child, and the text of all.
        Case("whole: a record of many children", parent, family, json_lines, held=2 + TOKEN_BYTES * child_tokens + (2 * 16 + 24) / len(CHILD)),
        # Records that wait for the end: their text, and 100 bytes.
        Case("whole: --unify", keyed, members, [*ndjson, "--unify"], room=32, held=1 + 100 / member),
        Case("whole: connections", led, members, ndjson, held=1 + 100 / member),
    ]


if __name__ == "__main__":
    main()
