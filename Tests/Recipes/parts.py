#!/usr/bin/env python3
"""Runs the recipes of docs/recipes, and compares what they write with what one process writes.

usage: run [--bin PATH]

one-machine: with 1, 7 and 64 parts; then a part is taken away, as if its process had been killed, and another one is
mapped twice, and another input given. The rows are those of one process, and so are the sorted lines that are merged.
"""
import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPEC = {
    "mappers": [
        {"id": "person", "target": "Person", "identification": "id", "modification": "seen", "mapRelationshipsIfUnmodified": True,
         "attributes": [{"to": "id", "type": "integer"}, "name", {"to": "seen", "type": "integer"}, {"to": "level", "type": "integer", "default": 1}],
         "relationships": [{"from": "city", "to": "city", "map-ref": "city", "many": False},
                           {"from": "tags", "to": "tags", "map-ref": "tag", "many": True, "assignmentPolicy": "union"},
                           {"from": "notes", "to": "notes", "map-ref": "note", "many": True}]},
        {"id": "city", "target": "City", "identification": "id", "attributes": [{"to": "id", "type": "integer"}, "name"]},
        {"id": "tag", "target": "Tag", "identification": "word", "attributes": [{"from": "", "to": "word", "type": "string"}]},
        {"id": "note", "target": "Note", "attributes": ["text"]},
    ]
}


def document(r):
    made = {"id": r.randint(1, 400)}
    for name, value in [("name", f"n{r.randint(0, 99)}"), ("seen", r.randint(0, 9)), ("level", 2), ("city", {"id": r.randint(1, 20), "name": "c"}),
                        ("tags", [f"t{r.randint(0, 30)}" for _ in range(r.randint(0, 3))]), ("notes", [{"text": "x"}] * r.randint(0, 2))]:
        if r.random() < 0.6:
            made[name] = r.choice([value, value, value, None]) if name != "seen" else value
    return made


def rows(path):
    db = sqlite3.connect(path)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = {name: sorted(db.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}
    db.close()
    return found


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    program = str((ROOT / flags.parse_args().bin).resolve())
    folder = Path(tempfile.mkdtemp(prefix="rkmap-recipes-"))
    try:
        one_machine(program, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print("recipes: one-machine writes what one process writes")


def one_machine(program, folder):
    r = random.Random(1)
    (folder / "spec.json").write_text(json.dumps(SPEC))
    (folder / "in.ndjson").write_text("".join(json.dumps(document(r)) + "\n" for _ in range(3000)))

    def recipe(database, parts):
        command = ["sh", str(ROOT / "docs" / "recipes" / "one-machine.sh"), "spec.json", "in.ndjson", database, str(parts), "4"]
        subprocess.run(command, cwd=folder, check=True, env={**os.environ, "RKMAP": program})

    def merged(files):
        lines = sorted(line for file in files for line in file.read_bytes().splitlines(keepends=True))
        return subprocess.run([program, "merge", "spec.json"], cwd=folder, input=b"".join(lines), capture_output=True, check=True).stdout

    subprocess.run([program, "apply", "spec.json", "in.ndjson", "-o", "one.db", "--quiet"], cwd=folder, check=True)
    wanted = rows(folder / "one.db")
    records = None
    for parts in (1, 7, 64):
        recipe(f"{parts}.db", parts)
        expect(rows(folder / f"{parts}.db") == wanted, f"{parts} parts give other rows")
        given = merged(sorted((folder / f"{parts}.db.parts").glob("out.*")))
        records = records or given
        expect(given == records, f"{parts} parts merge to other bytes")
    parts = folder / "7.db.parts"
    (parts / "out.000003").unlink()
    shutil.copy(parts / "out.000002", parts / "out.again")
    (folder / "7.db").unlink()
    recipe("7.db", 7)
    expect(rows(folder / "7.db") == wanted, "parts that are mapped again give other rows")
    (folder / "in.ndjson").write_text(json.dumps({**document(r), "id": 10**6}) + "\n")
    recipe("7.db", 7)
    expect(10**6 in [row[0] for row in rows(folder / "7.db")["Person"]], "another input is not mapped")


def expect(is_sound, message):
    if not is_sound:
        print(f"recipes: {message}")
        sys.exit(1)


if __name__ == "__main__":
    main()
