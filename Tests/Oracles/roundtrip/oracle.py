"""Maps generated documents to records, writes the records back, and maps what was written again.

The law: read(write(read(x))) = read(x), for every spec of rules that are exact or lossy; and write(read(x)) = x where all
rules are exact and x has nothing but mapped keys in the spelling that is written. Each seed is a spec with its documents,
as one value and as a stream.

The same documents, written untidily, are the originals that records are put onto:

GetPut: put(get(x), x) is x byte for byte, with and without --delete.
PutGet: get(put(r, x)) = r for the records of another document, with --delete, but for the order of identified ones.
PutPut: put(r2, put(r1, x)) = put(r2, x) but for spelling, where r1 and r2 have the same records and members.
One cell: one changed value changes the bytes of one value.
"""
import json
import random
import subprocess
from collections import Counter
from fractions import Fraction

from ..shared import Failure, Number, json_text, numbers_as_written
from . import generator

SEEDS = 400


def trial(program, seed, folder):
    made = generator.Spec(random.Random(seed))
    spec, data = folder / "spec.json", folder / "data.json"
    spec.write_text(json.dumps(made.spec), encoding="utf-8")
    counts = Counter({"records": 0, "documents that come back as they were": 0})
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
    laws(program, made, made.another, folder, ".json", counts)
    laws(program, made, lambda: list(made.stream()), folder, ".ndjson", counts)
    return counts


class Put:
    """Puts records onto documents."""

    def __init__(self, program, spec, folder, suffix):
        self.program, self.spec, self.folder, self.suffix = program, spec, folder, suffix
        self.flags = ["--to", "ndjson"] if suffix == ".ndjson" else []

    def get(self, text):
        return run([self.program, "apply", self.spec, self.file("get", text), "--quiet", "--type-key", "@type", *self.flags])

    def put(self, records, text, *flags):
        files = [self.file("records", records), "--onto", self.file("original", text)]
        return run([self.program, "serialize", self.spec, *files, "--quiet", "--type-key", "@type", *flags])

    def file(self, name, text):
        path = self.folder / (name + self.suffix)
        path.write_bytes(text.encode())
        return path


def laws(program, made, draw, folder, suffix, counts):
    source = made.source
    put = Put(program, folder / "spec.json", folder, suffix)
    original = untidy(source, draw(), suffix)
    x, r = original[0], put.get(original[0])
    for flags in [], ["--delete"]:
        equal("GetPut", x, put.put(r, x, *flags), r)
    counts["GetPut"] += 1
    other = put.get(untidy(source, draw(), suffix)[0])
    merged = put.put(other, x, "--delete")
    equal("PutGet", ordered(other), ordered(put.get(merged)), x, merged)
    counts["PutGet"] += 1
    if suffix == ".json":
        first, second = [put.get(json_text(document)) for document in made.twins()]
        direct = put.put(second, x, "--delete")
        twice = put.put(second, put.put(first, x, "--delete"), "--delete")
        # The spelling that a value has in x is lost on the way, and so is what its rule loses.
        if made.is_exact:
            equal("PutPut", values(direct), values(twice), x, first)
        equal("PutPut", ordered(put.get(direct)), ordered(put.get(twice)), x, first)
        counts["PutPut"] += 1
    changed = change_one(source, made, r, suffix)
    if changed:
        written = put.put(changed, x)
        begin, end = differing(x.encode(), written.encode())
        if not any(start <= begin and end <= stop for start, stop in original[1] if is_scalar(x.encode()[start:stop])):
            raise Failure(f"One cell: {x[:600]}\n    records: {changed[:600]}\n    written: {written[:600]}")
        counts["One cell"] += 1


def untidy(source, document, suffix):
    """The text of a document, or a stream of them, and where its values begin and end."""
    if suffix == ".json":
        made = generator.Untidy(source, document)
        return made.text, made.values
    text, values = "", []
    for one in document:
        made = generator.Untidy(source, one)
        offset = len(text.encode())
        # Lines have no breaks in them.
        text += made.text.replace("\r\n", "  ").replace("\n", " ") + "\n"
        values += [(offset + start, offset + end) for start, end in made.values]
    return text, values


def is_scalar(text):
    return text[:1] not in b"{["


def differing(one, other):
    """The range of the first text in which the second one differs."""
    begin = next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))
    longest = min(len(one), len(other)) - begin
    same = next((at for at in range(longest) if one[-1 - at] != other[-1 - at]), longest)
    return begin, len(one) - same


def change_one(source, made, records, suffix):
    """The records with one other text or number; nothing if there is none."""
    wanted = {}
    for mapper in made.mappers:
        for rule in mapper.get("attributes", []):
            if rule.get("type") in ("string", "integer") and rule["to"] != "id" and "transform" not in rule:
                wanted[mapper["target"], rule["to"]] = rule["type"]
    parsed = numbers_as_written(records) if suffix == ".json" else [numbers_as_written(line) for line in records.splitlines()]
    cells = [(record, name) for record in all_records(parsed) for name in record if (record["@type"], name) in wanted and record[name] is not None]
    if not cells:
        return None
    record, name = source.choice(cells)
    record[name] = Number(int(record[name]) + 1) if wanted[record["@type"], name] == "integer" else record[name] + "!"
    if suffix == ".json":
        return json_text(parsed)
    return "".join(json_text(record) + "\n" for record in parsed)


def all_records(value):
    if isinstance(value, list):
        for element in value:
            yield from all_records(element)
    elif isinstance(value, dict):
        if "@type" in value:
            yield value
        for member in value.values():
            yield from all_records(member)


def ordered(records):
    """Records whose order is not meant: those that are identified."""
    return sorted_by_identity([values(line) for line in records.splitlines()])


def values(text):
    """JSON with the exact values of its numbers."""
    return json.loads(text, parse_int=Fraction, parse_float=Fraction)


def sorted_by_identity(value):
    if isinstance(value, dict):
        return {key: sorted_by_identity(member) for key, member in value.items()}
    if isinstance(value, list):
        made = [sorted_by_identity(element) for element in value]
        return sorted(made, key=lambda one: one["id"]) if made and all(isinstance(one, dict) and "id" in one for one in made) else made
    return value


def equal(law, one, other, *details):
    if one != other:
        begin, _ = differing(str(one).encode(), str(other).encode())
        shown = "\n    ".join(str(detail)[:600] for detail in (one, other, *details))
        raise Failure(f"{law}, from byte {begin}: {shown}")


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
