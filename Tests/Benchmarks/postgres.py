#!/usr/bin/env python3
"""Compares scripts for PostgreSQL with psql's \\copy of the same rows into a table with the same key.

usage: postgres.py [--bin PATH] [--rows 200000]

Prints rows per second: of \\copy of our CSV, of rkmap and psql together, of psql alone with a script that is there, and of
a second run, which changes nothing; and the share of \\copy that each reaches. It starts a server of its own.
"""
import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests"))

from Oracles.postgres.server import Server  # noqa: E402

COLUMNS = [("id", "integer"), ("name", "string"), ("group", "integer"), ("since", "date"), ("text", "string"), ("open", "boolean")]
SPEC = {
    "mappers": [
        {"id": "row", "target": "Row", "identification": "id", "attributes": [{"to": name, "type": kind} for name, kind in COLUMNS]}
    ]
}


def rows(count):
    """Keys come in no order."""
    for number in range(count):
        key = number * 7919 % 1_000_003
        yield {
            "id": key, "name": f"name {number}", "group": number % 1000, "since": "2024-05-01T10:00:00.25Z",
            "text": f"some text of {number * 3} characters", "open": number % 2 == 0,
        }


def timed(command):
    start = time.monotonic()
    subprocess.run(["bash", "-o", "pipefail", "-c", command], check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--bin", default=".build/release/rkmap")
    flags.add_argument("--rows", type=int, default=200_000)
    options = flags.parse_args()
    program, server = (ROOT / options.bin).resolve(), Server()
    with tempfile.TemporaryDirectory() as folder:
        spec, source, table = (Path(folder) / name for name in ("spec.json", "in.ndjson", "rows.csv"))
        spec.write_text(json.dumps(SPEC))
        source.write_text("".join(json.dumps(row) + "\n" for row in rows(options.rows)))
        subprocess.run([program, "apply", spec, source, "-o", table], check=True)
        schema = subprocess.run([program, "schema", spec, "--of", "sql", "--dialect", "postgres"], check=True, capture_output=True)
        for name in ("copied", "merged", "alone"):
            server.make(name)
        server.psql("copied", data=schema.stdout)
        psql = {name: " ".join(f"'{word}'" for word in server.command(name)) for name in ("copied", "merged", "alone")}
        apply = f"{program} apply {spec} {source} --to sql --dialect postgres"
        copied = timed(f"""{psql["copied"]} -c "\\\\copy \\"Row\\" FROM '{table}' WITH (FORMAT csv, HEADER)" """)
        whole = timed(f"{apply} | {psql['merged']}")
        again = timed(f"{apply} | {psql['merged']}")
        subprocess.run(f"{apply} > {folder}/script.sql", shell=True, check=True)
        alone = timed(f"{psql['alone']} < {folder}/script.sql")
    for name, seconds in (("\\copy", copied), ("rkmap | psql", whole), ("psql alone", alone), ("rkmap | psql again", again)):
        print(f"{name:20} {options.rows / seconds:10,.0f} rows/s  {copied / seconds:.2f}")


if __name__ == "__main__":
    main()
