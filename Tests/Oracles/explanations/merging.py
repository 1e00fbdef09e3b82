"""Compares what `rkmap explain` says of records that come more than once with what SQLite holds of them.

Records have identities that are numbers and texts, defaults, policies for null, a modification attribute, and others
inside of them. The last `out` under `merge` must be what the database has, and the cell's own value where nothing
followed that could have changed it.
"""
import json
import random
import sqlite3

from ..shared import Failure


def make_spec(chance):
    attributes = [
        "id", {"to": "u", **chance.choice([{}, {"type": "integer"}])}, "d", {"to": "e", "onNull": "absent"},
        {"to": "f", "onMissing": "null"}, {"to": "g", "default": 5},
        {"to": "h", "default": 6, "onNull": "default"},
    ]
    relationships = [
        {"from": "kid", "to": "kid", "map-ref": "m", "many": False},
        {"from": "q", "to": "q", "map-ref": "q", "many": False},
        {"from": "list", "to": "list", "map-ref": "q", "many": True},
    ]
    mapper = {"id": "m", "target": "M", "identification": "id", "attributes": attributes, "relationships": relationships}
    other = {"id": "q", "target": "Q", "identification": "id", "attributes": ["id", "w", {"to": "v", "default": 1}]}
    if chance.random() < 0.6:
        mapper["modification"] = "u"
        if chance.random() < 0.3:
            mapper["mapRelationshipsIfUnmodified"] = True
    return {"descriptors": [{"keyPath": "", "root-map-ref": "m"}], "mappers": [mapper, other]}


def make_record(chance, depth=0):
    record = {"id": chance.choice([1, "1", 2])}
    if chance.random() < 0.7:
        record["u"] = chance.choice([1, 2, 3, None])
    for key in "defgh":
        if chance.random() < 0.6:
            record[key] = chance.choice([1, 2, 3, None])
    if depth < 1 and chance.random() < 0.4:
        record["kid"] = make_record(chance, depth + 1)
    if chance.random() < 0.4:
        record["q"] = make_other(chance)
    if chance.random() < 0.3:
        record["list"] = [make_other(chance) for _ in range(chance.randrange(3))]
    return record


def make_other(chance):
    other = {"id": chance.choice([1, "1", 2])}
    for key in "wv":
        if chance.random() < 0.7:
            other[key] = chance.choice([1, 2, None])
    return other


def compare(program, seed, folder, run):
    """Returns how many merged cells were compared."""
    chance = random.Random(seed)
    spec, source, base = folder / "merge.json", folder / "merged.json", folder / "merged.db"
    spec.write_text(json.dumps(make_spec(chance)), encoding="utf-8")
    source.write_text(json.dumps([make_record(chance) for _ in range(4)]), encoding="utf-8")
    base.unlink(missing_ok=True)
    run(program, "apply", spec, source, "-o", base, "--quiet", statuses=(0,))
    cells = json.loads("".join(run(program, "explain", spec, source, "--to", "json")))["cells"]
    rows = read(base)
    count = 0
    for cell in cells:
        if "merge" not in cell:
            continue
        # It is not there if all its owners were skipped.
        row = rows.get((cell["target"], str(cell["key"]["id"])), {})
        column = cell.get("outputs", {}).get("column", cell["attribute"])
        last = cell["merge"][-1].get("out")
        if cell["attribute"] != "id" and row.get(column) != last:
            reasons = [entry["reason"] for entry in cell["merge"]]
            name = f"{cell['target']} {cell['key']['id']} {cell['attribute']}"
            raise Failure(f"{name}: explain has {last!r} by {reasons}, and the database {row.get(column)!r}")
        count += 1
    return count


def read(base):
    connection = sqlite3.connect(base)
    connection.row_factory = sqlite3.Row
    rows = {(t, str(row["id"])): dict(row) for t in "MQ" for row in connection.execute(f"SELECT * FROM {t}")}
    connection.close()
    return rows
