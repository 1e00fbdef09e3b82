"""Maps generated documents to records, writes the records back, and maps what was written again.

The law: read(write(read(x))) = read(x), for every spec of rules that are exact or lossy; and write(read(x)) = x where all
rules are exact and x has nothing but mapped keys in the spelling that is written. Each seed is a spec with its documents,
as one value and as a stream.
"""
import json
import random
import subprocess

from ..shared import Failure, json_text, numbers_as_written
from . import generator

SEEDS = 400


def trial(program, seed, folder):
    made = generator.Spec(random.Random(seed))
    spec, data = folder / "spec.json", folder / "data.json"
    spec.write_text(json.dumps(made.spec), encoding="utf-8")
    counts = {"records": 0, "documents that come back as they were": 0}
    data.write_text(json_text(made.document), encoding="utf-8")
    records, written = there_and_back(program, spec, data, folder, [])
    counts["records"] += made.count
    if made.is_exact:
        if numbers_as_written(written) != numbers_as_written(json_text(made.document)):
            raise Failure(f"written: {written[:300]}\n    document: {json_text(made.document)[:300]}")
        counts["documents that come back as they were"] += 1
    lines = folder / "lines.ndjson"
    lines.write_text("".join(json_text(document) + "\n" for document in made.stream()), encoding="utf-8")
    there_and_back(program, spec, lines, folder, ["--to", "ndjson"])
    return counts


def there_and_back(program, spec, data, folder, flags):
    """The records of a document and what is written of them, of which the same records are made."""
    key = ["--type-key", "@type"]
    records = run([program, "apply", spec, data, "--quiet", *flags, *key])
    kept = folder / ("records" + data.suffix)
    kept.write_text(records, encoding="utf-8")
    written = run([program, "serialize", spec, kept, "--quiet", *key])
    back = folder / ("back" + data.suffix)
    back.write_text(written, encoding="utf-8")
    again = run([program, "apply", spec, back, "--quiet", *flags, *key])
    if again != records:
        raise Failure(f"records: {records[:400]}\n    again: {again[:400]}\n    written: {written[:400]}")
    return records, written


def run(command):
    done = subprocess.run([str(part) for part in command], capture_output=True)
    if done.returncode != 0:
        raise Failure(f"{command[1]}: exit {done.returncode}: {done.stderr.decode()[:500]}")
    return done.stdout.decode()
