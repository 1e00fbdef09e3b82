"""Converts generated values to every type with rkmap and with the reference beside this, and compares.

Each seed is 20,000 values. Every one is converted to every type and by every date format.
"""
import json
import random
import subprocess

from ..shared import Failure, numbers_as_written
from . import generator, reference

SEEDS = 50
VALUES = 20_000
DATES = {
    "numeric": (["d/M/yyyy"], None),
    "american": (["MM/dd/yyyy", "iso8601"], None),
    "stamp": (["yyyy-MM-dd HH:mm:ss"], "Europe/Berlin"),
    "zoned": (["iso8601"], "America/New_York"),
    "millis": (["epochMillis"], None),
    "dotnet": (["dotnet"], None),
    "rfc1123": (["rfc1123"], None),
}
TYPES = [*reference.SCALARS, "[string]", "[integer]", "[date]", "[[decimal]]", "set<integer>", "set<string>", "orderedSet<boolean>"]


def trial(program, seed, folder):
    source = random.Random(seed)
    values = [generator.value(source) for _ in range(VALUES)]
    spec, data = folder / "spec.json", folder / "values.ndjson"
    spec.write_text(json.dumps({"mappers": [{"id": "value", "attributes": attributes()}]}))
    data.write_text("".join(f'{{"id":{number},"v":{text}}}\n' for number, (_, text) in enumerate(values)), encoding="utf-8")
    command = [program, "apply", str(spec), str(data), "--to", "ndjson", "--compact", "--quiet", "--max-report", "0"]
    run = subprocess.run(command, capture_output=True)
    if run.returncode != 0:
        raise Failure(f"exit {run.returncode}: {run.stderr.decode()[:300]}")
    lines = run.stdout.decode().split("\n")
    if len(lines) != VALUES + 1:
        raise Failure(f"{len(lines) - 1} records of {VALUES} values")
    return compare(values, lines)


def attributes():
    made = ["id"]
    made += [{"from": "v", "to": name, "type": name} for name in TYPES]
    for name, (formats, zone) in DATES.items():
        made.append({"from": "v", "to": name, "type": "date", "format": formats, **({"timeZone": zone} if zone else {})})
    return [{**item, "to": '["' + item["to"] + '"]'} if isinstance(item, dict) and "[" in item["to"] else item for item in made]


def compare(values, lines):
    converted, failed, differences = 0, 0, []
    for number, (value, text) in enumerate(values):
        given = numbers_as_written(lines[number])
        for name, wanted in expected(value):
            if wanted is reference.FAILED:
                failed += 1
            else:
                converted += 1
            found = given.get(name, reference.FAILED)
            if found is not wanted and (wanted is reference.FAILED or found is reference.FAILED or not same(found, numbers_as_written(wanted))):
                shown = ["failed" if side is reference.FAILED else side for side in (found, wanted)]
                differences.append(f"{text} as {name}: {shown[0]!r}, not {shown[1]!r}")
    if differences:
        raise Failure("\n    ".join([f"{len(differences)} differences", *differences[:10]]))
    return {"values converted": converted, "refused": failed}


def expected(value):
    for name in TYPES:
        yield name, reference.convert(value, name)
    for name, (formats, zone) in DATES.items():
        is_blank = value[0] == "null" or value[0] == "string" and value[1].strip(reference.SPACE) == ""
        yield name, reference.NULL if is_blank else reference.date(*value, formats, zone)


def same(left, right):
    return type(left) is type(right) and left == right

