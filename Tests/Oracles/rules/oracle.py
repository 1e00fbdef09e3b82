"""Maps random documents by random specs of rules and key paths, and compares with a reference in Python.

Each seed is a spec of two mappers with predicates, validation, computed values,
policies and key paths of every kind, with some documents. For each document the record, or that it is
declined, or why it fails must be as an independent program works it out.
"""
import json
import subprocess

from ..shared import Failure, numbers_as_written
from .generator import World, json_text
from .reference import Failed, Mapper, Object

SEEDS = 1000
DOCUMENTS = 25


def trial(program, seed, folder):
    world = World(seed)
    spec, source, rejects = folder / "spec.json", folder / "input.ndjson", folder / "rejects.ndjson"
    spec.write_text(json_text(tree(world.spec())), encoding="utf-8")
    documents = world.documents(DOCUMENTS)
    source.write_text("".join(json_text(d) + "\n" for d in documents), encoding="utf-8")
    command = [program, "apply", spec, source, "--to", "ndjson", "--quiet", "--on-error", "skip", "--max-errors", "100%"]
    command += ["--rejects", rejects, f"--report=json={folder / 'report.json'}"]
    run = subprocess.run([str(w) for w in command], capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise Failure(f"exit {run.returncode}: {run.stderr[:400]}")
    mapper = Mapper(world)
    wanted, failures, declined = [], {}, 0
    for line, document in enumerate(documents, 1):
        try:
            record = mapper.record(world.mappers["root"], document)
            if record is not None:
                wanted.append((line, record))
            else:
                declined += 1
        except Failed as failure:
            failures[line] = failure.codes
    given = [numbers_as_written(line, object_pairs_hook=Object) for line in run.stdout.splitlines()]
    rejected = {}
    if rejects.exists():
        for line in rejects.read_text().splitlines():
            reject = json.loads(line)["$error"]
            rejected[reject["line"]] = reject["code"]
    for line in sorted(set(failures) ^ {l for l in rejected}):
        at = "does not fail" if line in failures else f"fails with {rejected[line]}"
        raise Failure(f"line {line} {at}, wanted {failures.get(line)}: {json_text(documents[line - 1])[:300]}")
    for record, (line, other) in zip(given, wanted):
        if record != other:
            outcome = f"  gives  {json_text(record)[:300]}\n  wanted {json_text(other)[:300]}"
            raise Failure(f"line {line}: {json_text(documents[line - 1])[:400]}\n{outcome}")
    if len(given) != len(wanted):
        raise Failure(f"{len(given)} records, wanted {len(wanted)}")
    for line, codes in failures.items():
        if rejected[line] not in codes:
            text = json_text(documents[line - 1])[:300]
            raise Failure(f"line {line}: fails with {rejected[line]}, wanted {codes}: {text}")
    return {"records": len(wanted)}


def tree(value):
    """The spec with the reference's objects."""
    if isinstance(value, dict):
        return Object((key, tree(member)) for key, member in value.items())
    return [tree(member) for member in value] if isinstance(value, list) else value

