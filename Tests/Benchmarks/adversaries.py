#!/usr/bin/env python3
"""Inputs made to be slow or large: each beside a plain one of the same bytes and kind.

usage: adversaries.py [--bin PATH] [--mb 64] [--line-mb 1000] [--only hash,depth] [--times N]

For each: the time of processors for the hostile input against that for the plain one, which may be so many times
as long, and the peak of memory. Inputs go through a pipe, so that nothing of them lies in this program's memory
or on a disk. --mb is their size, --line-mb that of the one line.
"""
import argparse
import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Iterable

import measured

ROOT = Path(__file__).resolve().parents[2]
MB = 1_000_000
# What a streaming run may have, beside what the case itself allows it.
BASE = 32
TWO = {"attributes": ["first", "last"]}


@dataclass
class Case:
    name: str
    mapper: dict
    hostile: Callable[[int], Iterable[bytes]]
    plain: Callable[[int], Iterable[bytes]]
    # How many times as long as the plain input the hostile one may take.
    limit: float = 3
    # MB of memory that the run may have beside the base, by the MB of the input.
    room: Callable[[float], float] = lambda mb: 0
    flags: list = field(default_factory=list)
    status: int = 0
    size: Callable = lambda options: options.mb
    members: dict = field(default_factory=dict)
    others: list = field(default_factory=list)


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--mb", type=float, default=64)
    flags.add_argument("--line-mb", type=float, default=1000)
    flags.add_argument("--only", default="", help="cases by how their names begin, divided by commas")
    flags.add_argument("--times", type=int, default=2)
    options = flags.parse_args()
    program = str((ROOT / options.bin).resolve())
    chosen = [case for case in cases() if any(case.name.startswith(name) for name in options.only.split(","))]
    failed = []
    with tempfile.TemporaryDirectory(prefix="rkmap-adversaries-") as folder:
        for case in chosen:
            faults = list(trial(case, program, Path(folder), options))
            if faults:
                failed.append(case.name)
                print(f"    FAIL: {'; '.join(faults)}", flush=True)
    print(f"adversaries: {len(chosen) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed or not chosen else 0)


def trial(case, program, folder, options):
    """Runs a case, prints its figures, and gives what is wrong with them."""
    mapper = {"id": "root", "target": "Root", **case.mapper}
    spec = {"root-map-ref": "root", "mappers": [mapper, *case.others], **case.members}
    (folder / "spec.json").write_text(json.dumps(spec), encoding="utf-8")
    command = [program, "apply", "spec.json", "--to", "ndjson", "-j", "1", "--quiet", *case.flags]
    size = int(case.size(options) * MB)
    sizes, runs = [], []
    for make in (case.hostile, case.plain):
        total = [0]

        def counted(make=make, total=total):
            total[0] = 0
            for block in make(size):
                total[0] += len(block)
                yield block

        runs.append(measured.best(options.times, command, folder, counted))
        sizes.append(total[0])
    hostile, plain = runs
    ratio = (hostile.processors / sizes[0]) / (plain.processors / sizes[1])
    speed = [total / run.processors / MB for total, run in zip(sizes, runs)]
    room = BASE + case.room(sizes[0] / MB)
    print(
        f"{case.name:34}{sizes[0] / MB:7.0f} MB{speed[0]:8.0f} MB/s, plain {speed[1]:6.0f}:{ratio:6.2f} of {case.limit:g}"
        f"{hostile.peak:8.0f} MB of {room:.0f}",
        flush=True,
    )
    if hostile.status != case.status:
        yield f"status {hostile.status}: {hostile.errors.strip()[-300:]}"
    if plain.status != 0:
        yield f"plain: status {plain.status}: {plain.errors.strip()[-300:]}"
    if ratio > case.limit:
        yield f"{ratio:.1f} times as long as the plain input"
    if hostile.peak > room:
        yield f"{hostile.peak:.0f} MB of memory"


# MARK: inputs


def objects(member, size, count=100):
    """Lines of objects of `count` members each, made by number."""
    line = b'{"first":1,' + b",".join(map(member, range(count))) + b',"last":2}\n'
    block = line * max(1, MB // len(line))
    return measured.repeated(block, size)


def one_object(member, size):
    """One object of as many members as there is room for, in blocks."""
    yield b'{"first":1'
    done = number = 0
    while done < size:
        block = b"".join(b"," + member(number + one) for one in range(10_000))
        number += 10_000
        done += len(block)
        yield block
    yield b',"last":2}\n'


def around(before, filling, after, size):
    """A filling as long as the size, with something before and behind it."""
    yield before
    yield from measured.repeated(filling * max(1, MB // len(filling)), size)
    yield after


def similar(number):
    """Keys that agree in their length, in their first eight bytes and in their last eight."""
    return b'"measurement_%05d_celsius":1' % number


def different(number):
    """Keys of the same length that agree in nothing else."""
    digits = b"%05d" % (number * 7919 % 100_000)
    return b'"%b_measurement_%b_deg":1' % (digits[:4], digits)


def similar_spec(count):
    return {"attributes": [f"measurement_{number:05d}_celsius" for number in range(90_000, 90_000 + count)] + ["first"]}


def cases():
    wanted = {"attributes": ["first", "last", "measurement_99998_celsius", "measurement_99999_celsius"]}
    strings = {"attributes": [{"from": "values", "to": "values", "type": "set<string>"}]}
    children = {
        "attributes": ["first"],
        "relationships": [{"from": "children", "to": "children", "map-ref": "child", "many": True}],
    }
    child = b'{"id":12345678,"name":"child"}'
    keyed = {"keyAttribute": "key", "forceCollection": True, "attributes": [{"from": "(key).v", "to": "v"}]}
    return [
        Case("hash: like wanted keys", wanted, lambda size: objects(similar, size), lambda size: objects(different, size)),
        Case(
            "hash: like many wanted keys",
            similar_spec(1000),
            lambda size: objects(similar, size),
            lambda size: objects(different, size),
        ),
        Case(
            "hash: many wanted keys alike",
            similar_spec(1000),
            lambda size: objects(lambda number: similar(90_000 + number), size, 1000),
            lambda size: objects(different, size, 1000),
            # These are mapped, the plain ones are not.
            limit=10,
        ),
        Case(
            "hash: values of a set",
            strings,
            lambda size: lists(lambda number: b'"measurement_%07d_celsius"' % number, size),
            lambda size: lists(lambda number: b'"%07d_measurement_deg_000"' % (number * 7919 % 10_000_000), size),
            room=lambda mb: 8 * mb,
        ),
        Case(
            "hash: a value map",
            {"attributes": [{"from": "first", "to": "first", "map": "names"}]},
            lambda size: measured.repeated(values(similar_value), size),
            lambda size: measured.repeated(values(lambda number: similar_value(90_000)), size),
            members={"valueMaps": {"names": {similar_value(90_000 + number).decode(): "name" for number in range(2000)} | {"default": None}}},
        ),
        Case(
            "keys: one object of many",
            TWO,
            lambda size: one_object(lambda number: b'"key%09d":1' % number, size),
            lambda size: objects(lambda number: b'"key%09d":1' % number, size),
            # The window grows until it holds the object.
            limit=5,
            room=lambda mb: 2.5 * mb,
        ),
        Case(
            "keys: many as data in one object",
            keyed,
            lambda size: around_members(size),
            lambda size: objects_keyed(size),
            room=lambda mb: 8 * mb,
        ),
        Case(
            "keys: one that occurs again",
            TWO,
            lambda size: one_object(lambda number: b'"last":10000000', size),
            lambda size: one_object(lambda number: b'"lost":10000000', size),
            room=lambda mb: 3 * mb,
        ),
        Case(
            "keys: escaped",
            TWO,
            lambda size: objects(lambda number: b'"\\u006c\\u0061s%05d":1' % number, size),
            lambda size: objects(lambda number: b'"u006c_u0061s_%05d":1' % number, size),
            limit=6,
        ),
        Case(
            "keys: one of 100 MB",
            TWO,
            lambda size: around(b'{"first":1,"', b"key_", b'":1}\n', 100 * MB),
            lambda size: around(b'{"first":1,"value":"', b"key_", b'"}\n', 100 * MB),
            room=lambda mb: 2.5 * mb,
        ),
        Case(
            "keys: one of 100 MB as data",
            keyed,
            lambda size: around(b'{"', b"key_", b'":{"v":1}}\n', 100 * MB),
            lambda size: around(b'{"key":{"v":"', b"key_", b'"}}\n', 100 * MB),
            room=lambda mb: 4 * mb,
        ),
        Case(
            "depth: as deep as may be",
            TWO,
            lambda size: measured.repeated(b'{"first":1,"deep":%b%b}\n' % (b"[" * 9998, b"]" * 9998), size),
            lambda size: measured.repeated(b'{"first":1,"deep":[%b[]]}\n' % (b"[]," * 6666), size),
            # Brackets behind the 64th level are judged one by one, those before in blocks.
            limit=6,
            flags=["--max-depth", "10000"],
        ),
        Case(
            "depth: deeper than may be",
            TWO,
            lambda size: around(b'{"first":1,"deep":', b"[", b"]}\n", size),
            lambda size: measured.repeated(b'{"first":1,"deep":[%b[]]}\n' % (b"[]," * 6666), size),
            flags=["--on-error", "skip", "--from", "ndjson"],
            status=1,
            room=lambda mb: 6 * mb,
        ),
        Case(
            "children: a million",
            children,
            lambda size: around(b'{"first":1,"children":[', child + b",", child + b"]}\n", 31 * MB),
            lambda size: measured.repeated(b'{"first":1,"children":[%b]}\n' % b",".join([child] * 100), 31 * MB),
            room=lambda mb: 8 * mb,
            others=[{"id": "child", "target": "Child", "attributes": ["id", "name"]}],
        ),
        Case(
            "lines: one of 1 GB, a string",
            TWO,
            lambda size: around(b'{"first":1,"long":"', b"some words and ", b'"}\n', size),
            lambda size: measured.repeated(b'{"first":1,"long":"%b"}\n' % (b"some words and " * 100), size),
            size=lambda options: options.line_mb,
            room=lambda mb: 2.2 * mb,
        ),
        Case(
            "lines: one of 1 GB, numbers",
            TWO,
            lambda size: around(b'{"first":1,"long":[', b"123456789,", b"1]}\n", size),
            lambda size: measured.repeated(b'{"first":1,"long":[%b1]}\n' % (b"123456789," * 100), size),
            size=lambda options: options.line_mb,
            room=lambda mb: 4.2 * mb,
        ),
        Case(
            "lines: white space",
            TWO,
            lambda size: around(b'{"first":1}', b" \n\t\n", b'{"first":2}\n', size),
            lambda size: measured.repeated(b'{"first":1,"long":"%b"}\n' % (b"some words and " * 100), size),
            # It is held until something follows; then it turns out that its lines part documents.
            limit=12,
            room=lambda mb: 7 * mb,
        ),
        Case(
            "lines: none is JSON",
            TWO,
            lambda size: around(b'{"first":1}\n', b'{"first" 1}\n', b'{"first":1}\n', size),
            lambda size: measured.repeated(b'{"first":1}\n', size),
            flags=["--on-error", "skip", "--from", "ndjson"],
            status=1,
            limit=20,
        ),
        Case(
            "values: a number of many digits",
            {"attributes": [{"from": "first", "to": "first", "type": "decimal"}]},
            lambda size: around(b'{"first":1.', b"123456789", b"}\n", size),
            lambda size: around(b'{"last":1.', b"123456789", b',"first":1}\n', size),
            room=lambda mb: 6 * mb,
            limit=10,
        ),
        Case(
            "values: arithmetic of many digits",
            {"attributes": ["number", {"to": "square", "expression": "number * number"}]},
            lambda size: measured.repeated(b'{"number":%b}\n' % (b"7" * 10_000), size // 8),
            lambda size: measured.repeated(b'{"number":%b}\n' % (b"7" * 30), size // 8),
            limit=10,
        ),
        Case(
            "values: a pattern that goes back",
            {"attributes": ["first"], "when": "first MATCHES '(a+)+b'"},
            lambda size: measured.repeated(b'{"first":"%b"}\n' % (b"a" * 1000), size // 8),
            lambda size: measured.repeated(b'{"first":"%b"}\n' % (b"c" * 1000), size // 8),
            # It is given up after so many steps; the plain one goes at the speed of memory.
            limit=10_000,
        ),
        Case(
            "values: a wildcard of many",
            {"attributes": ["first"], "when": "first LIKE '*a*a*a*a*a*b'"},
            lambda size: measured.repeated(b'{"first":"%b"}\n' % (b"a" * 1000), size // 8),
            lambda size: measured.repeated(b'{"first":"%b"}\n' % (b"c" * 1000), size // 8),
            limit=20,
        ),
    ]


def lists(element, size):
    """One list of as many elements as there is room for."""
    yield b'{"values":['
    done = number = 0
    while done < size:
        block = b"".join(element(number + one) + b"," for one in range(10_000))
        number += 10_000
        done += len(block)
        yield block
    yield element(number) + b"]}\n"


def similar_value(number):
    return b"measurement_%05d_celsius" % number


def values(value):
    return b"".join(b'{"first":"%b"}\n' % value(90_000 + number % 2000) for number in range(20_000))


def around_members(size):
    yield b'{"key":{"v":1}'
    done = number = 0
    while done < size:
        block = b"".join(b',"key%09d":{"v":1}' % (number + one) for one in range(10_000))
        number += 10_000
        done += len(block)
        yield block
    yield b"}\n"


def objects_keyed(size):
    members = b",".join(b'"key%09d":{"v":1}' % number for number in range(100))
    return measured.repeated(b"{%b}\n" % members * 100, size)


if __name__ == "__main__":
    main()
