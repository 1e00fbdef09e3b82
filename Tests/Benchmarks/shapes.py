#!/usr/bin/env python3
"""Times documents of shapes that W1 to W8 do not have, beside a program for msgspec that does the same.

usage: shapes.py [--bin PATH] [--mb 50] [--rounds 5] [--only points,wide] [--vs PATH]

Makes the inputs and their specs in .build/bench/shapes, the same bytes on every machine, and runs each pinned to one
core in turns: rkmap, msgspec (shapes_peer.py) and, where `--vs` names one, another rkmap, whose output must be the
same. Prints the MB of input per second of processor time, medians, and how many times as fast rkmap is as the others;
for some also the MB per second that pass with one and with two workers.
"""
import argparse
import filecmp
import itertools
import json
import os
import random
import resource
import statistics
import sys
from pathlib import Path

import inputs
import run
from shapes_peer import PEERS

ROOT = Path(__file__).resolve().parents[2]
NDJSON = ["--to", "ndjson", "--compact"]
CSV = ["--to", "csv"]
SQLITE = ["--to", "sqlite"]
WORDS = "north ridge copper lantern quiet harbour maple signal winter garden violet station".split()


def chance():
    return random.Random(1)


# Inputs: each is lines without their ends, as many as are asked for; or, as a list, the elements of one document.


def numbers(form):
    """Records of eight numbers of one form."""
    source = chance()

    def lines():
        number = 0
        while True:
            number += 1
            values = (form(source.getrandbits(60), source.getrandbits(8)) for _ in range(8))
            yield ('{"id":%d,%s}' % (number, ",".join(f'"v{i}":{value}' for i, value in enumerate(values)))).encode()

    return lines()


def plain(bits, more):
    return f"{bits % 9000 + 1000}.{more % 90 + 10}"


def with_exponent(bits, more):
    return f"{bits % 90 / 10 + 1:.1f}e{'+-'[more & 1]}{more % 19 + 1}"


def long_digits(bits, more):
    return f"{more % 180 + 10}.{bits:018d}"


def points():
    source = chance()
    while True:
        x, y = source.getrandbits(32), source.getrandbits(32)
        yield f"[{x % 360 - 180}.{x:010d},{y % 180 - 90}.{y:010d}]".encode()


def phones():
    """The rows of the catalogue, after its head as often as needed, each time with other keys."""
    head, *rows = (ROOT / "fixtures/data/amazon_cellphones.ndjson").read_bytes().splitlines()
    for turn in itertools.count():
        yield head
        yield from (row.replace(b'["', b'["%d-' % turn, 1) for row in rows)


def deep():
    """A pretty-printed tree: six levels of objects, and an escape or two in most of its texts."""
    source = chance()
    while True:

        def text(count):
            words = (WORDS[source.getrandbits(16) % len(WORDS)] for _ in range(count))
            return " ".join(word + ('"', "\n", "\t", "\\", "é", "", "", "")[source.getrandbits(3)] for word in words)

        value = {"name": text(3), "note": text(6), "size": source.getrandbits(20), "tags": [text(1), text(2)]}
        for level in ("place", "part", "group", "area", "region"):
            value = {"label": text(2), level: value, "rank": source.getrandbits(10)}
        value["id"] = source.getrandbits(40)
        lines = json.dumps(value, indent=2).splitlines()
        yield "\n".join("    " + line for line in lines).encode()


def variants():
    source = chance()
    number = 0
    while True:
        number += 1
        kind = source.getrandbits(2)
        common = f'{{"id":{number},"type":"{("text", "photo", "video", "link")[kind]}","level":{kind}'
        own = (
            f'"title":"{WORDS[number % 12]} {WORDS[number % 11]}","body":"{" ".join(WORDS[: 3 + number % 8])}"',
            f'"file":"{WORDS[number % 7]}.jpg","width":{number % 4000},"height":{number % 3000}',
            f'"file":"{WORDS[number % 5]}.mp4","seconds":{number % 600},"codec":"h264"',
            f'"url":"https://example.org/{number}","title":"{WORDS[number % 12]}"',
        )[kind]
        yield f'{common},{own},"by":"{WORDS[number % 9]}"}}'.encode()


def wide():
    source = chance()
    while True:
        members = []
        for number in range(200):
            value = source.getrandbits(20)
            text = (f'"{WORDS[value % 12]} {value % 100}"', str(value), f"{value / 100:.2f}", "true")[number % 4]
            members.append(f'"member_{number:03d}":{text}')
        yield ("{" + ",".join(members) + "}").encode()


# Specs.


def one(attributes, **more):
    return {"mappers": [{"id": "m", "target": "Record", "attributes": attributes, **more}]}


def typed(names, kind):
    return [{"from": source, "to": name, "type": kind} for source, name in names.items()]


NUMBERS = ["id", *(f"v{number}" for number in range(8))]
POINT = {"[0]": "x", "[1]": "y"}
TREE = "region.area.group.part.place"
DEEP = {
    "id": "id", "label": "label", "region.label": "region", "region.area.label": "area", f"{TREE}.name": "name",
    f"{TREE}.note": "note", f"{TREE}.size": "size", f"{TREE}.tags": "tags",
}  # fmt: skip
DEEP_ROWS = {source: name for source, name in DEEP.items() if name != "tags"}
VARIANTS = {
    "text": ["id", "title", "body", "by"],
    "photo": ["id", "file", "width", "height", "by"],
    "video": ["id", "file", "seconds", "codec", "by"],
    "link": ["id", "url", "title", "by"],
}


def dynamic(matchers):
    mappers = [{"id": "any", "dynamic": True, "matchers": matchers}]
    mappers += [{"id": name, "target": name.capitalize(), "attributes": keys} for name, keys in VARIANTS.items()]
    return {"root-map-ref": "any", "mappers": mappers}


WIDE = [f"member_{number:03d}" for number in range(200)]

# The name, the input, the spec, the form of the output, and whether two workers are timed, too.
WORKLOADS = {
    "w1": ("tweets", ROOT / "specs/tweets.json", NDJSON, False),
    "numbers plain": ("plain", one(NUMBERS), NDJSON, False),
    "numbers exponent": ("exponents", one(NUMBERS), NDJSON, False),
    "numbers long": ("long", one(NUMBERS), NDJSON, False),
    "numbers plain typed": ("plain", one(typed(dict(zip(NUMBERS, NUMBERS)), "number")), NDJSON, False),
    "numbers exponent typed": ("exponents", one(typed(dict(zip(NUMBERS, NUMBERS)), "number")), NDJSON, False),
    "numbers long typed": ("long", one(typed(dict(zip(NUMBERS, NUMBERS)), "number")), NDJSON, False),
    "points": ("points", one(POINT), NDJSON, True),
    "points typed": ("points", one(typed(POINT, "number")), NDJSON, True),
    "phones": ("phones", ROOT / "specs/phones.json", NDJSON, True),
    "phones sqlite": ("phones", ROOT / "specs/phones.json", SQLITE, False),
    "deep": ("deep", one(DEEP), NDJSON, True),
    "deep csv": ("deep", one(DEEP_ROWS), CSV, False),
    "deep sqlite": ("deep", one(DEEP_ROWS), SQLITE, False),
    "variants value": (
        "variants",
        dynamic([{"keyPath": "type", "expectValue": name, "map-ref": name} for name in VARIANTS]),
        NDJSON,
        False,
    ),
    "variants map": (
        "variants",
        dynamic([{"keyPath": "type", "valueMap": {name: name for name in VARIANTS}}]),
        NDJSON,
        False,
    ),
    "variants predicate": (
        "variants",
        dynamic([{"predicate": f"type == '{name}'", "map-ref": name} for name in VARIANTS]),
        NDJSON,
        False,
    ),
    "wide": ("wide", one(WIDE), NDJSON, False),
    "wide sqlite": ("wide", one(WIDE), SQLITE, False),
}
# The lines of an input, and whether they are the elements of one document.
SOURCES = {
    "tweets": (lambda: inputs.tweets(10**6), False),
    "plain": (lambda: numbers(plain), False),
    "exponents": (lambda: numbers(with_exponent), False),
    "long": (lambda: numbers(long_digits), False),
    "points": (points, True),
    "phones": (phones, False),
    "deep": (deep, True),
    "variants": (variants, False),
    "wide": (wide, False),
}


def write_input(path, name, size):
    """Writes lines until the file has so many bytes."""
    make, is_document = SOURCES[name]
    written = 0
    with open(path, "wb") as file:
        for line in make():
            start = (b"[\n" if written == 0 else b",\n") if is_document else b""
            file.write(start + line + (b"" if is_document else b"\n"))
            written += len(line) + 1
            if written >= size:
                break
        if is_document:
            file.write(b"\n]\n")


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--mb", type=int, default=50)
    flags.add_argument("--rounds", type=int, default=5)
    flags.add_argument("--only", default="", help="names that begin so, divided by commas")
    flags.add_argument("--vs", help="another rkmap")
    options = flags.parse_args()
    os.chdir(ROOT)
    folder = ROOT / ".build/bench/shapes"
    folder.mkdir(parents=True, exist_ok=True)
    python = run.install_peers(ROOT / ".build/bench/python", run.PEERS)
    for name in WORKLOADS:
        if any(name.startswith(part) for part in options.only.split(",")):
            measure(name, options, folder, python)


def measure(name, options, folder, python):
    source, spec, form, has_two = WORKLOADS[name]
    path = folder / f"{source}-{options.mb}"
    if not path.exists():
        write_input(path, source, options.mb * 10**6)
    spec = write_spec(folder, name)
    outputs = {tool: run.scratch_file().with_suffix(f".{number}") for number, tool in enumerate(("rkmap", "vs", "peer"))}

    def apply(program, tool, workers=1):
        words = [program, "apply", str(spec), str(path), *form, "--quiet", "-j", str(workers), "-o", str(outputs[tool])]
        return words, outputs[tool], workers == 1

    commands = {"rkmap": apply(options.bin, "rkmap")}
    if name in PEERS:
        peer = [python, str(Path(__file__).with_name("shapes_peer.py")), name, str(path), str(outputs["peer"])]
        commands["msgspec"] = (peer, outputs["peer"], True)
    if options.vs:
        commands["the other rkmap"] = apply(options.vs, "vs")
    if has_two:
        commands["one worker"] = apply(options.bin, "rkmap")
        commands["two workers"] = apply(options.bin, "rkmap", workers=2)
    seconds = {tool: [] for tool in commands}
    for _ in range(options.rounds):
        for tool, (words, output, is_pinned) in commands.items():
            output.unlink(missing_ok=True)
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            wall = run.on_one_core(words, is_pinned=is_pinned)[0]
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            seconds[tool].append(wall if "worker" in tool else cpu)
    if options.vs and "sqlite" not in form and not filecmp.cmp(outputs["rkmap"], outputs["vs"], shallow=False):
        sys.exit(f"shapes: {name}: the other rkmap writes something else")
    for output in outputs.values():
        output.unlink(missing_ok=True)
    line = f"{name:24}{path.stat().st_size / statistics.median(seconds['rkmap']) / 1e6:6.0f} MB/s"
    for tool in ("msgspec", "the other rkmap"):
        if tool in seconds:
            ratio = statistics.median(other / own for own, other in zip(seconds["rkmap"], seconds[tool]))
            line += f"  {ratio:.2f} times as fast as {tool}"
    if has_two:
        ratio = statistics.median(one / two for one, two in zip(seconds["one worker"], seconds["two workers"]))
        line += f"  {ratio:.2f} times as fast with two workers"
    print(line, flush=True)


def write_spec(folder, name):
    """The path of a workload's spec, which is written to a folder unless it is one of the repository's."""
    spec = WORKLOADS[name][1]
    if isinstance(spec, Path):
        return spec
    path = folder / (name.replace(" ", "-") + ".json")
    path.write_text(json.dumps(spec), encoding="utf-8")
    return path


if __name__ == "__main__":
    main()
