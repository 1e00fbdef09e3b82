"""Makes the same random runs into SQLite and, by psql, into PostgreSQL, and compares the rows.

Each seed is a spec with documents that contradict each other, in several runs by several modes, policies of lists and
rules for dangling references (those of the oracle `tables`). For each run:
  rows    the tables of both databases have the same rows, by the types of their columns
  counts  the script prints what a run into SQLite reports
  again   the last run repeated changes no row: none is written anew, as far as lists are not merged in turns
known.json has cases of what was once different. Without a server there is nothing to compare.
"""
import concurrent.futures
import json
import os
import random
import re
import shutil
import subprocess
import tempfile
from decimal import Decimal
from pathlib import Path

from ..shared import ROOT, Failure, difference, json_text
from ..tables.disputes import DisputedWorld
from ..tables.inverses import InverseWorld
from ..tables.oracle import counts_of, placed, rows_of
from ..tables.stored import StoredWorld
from .server import Server

COUNT = 24
KNOWN = Path(__file__).with_name("known.json")
COUNTS = ["inserted", "updated", "unchanged", "deleted"]
TYPES = "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public'"


def run(options, checks):
    try:
        server = Server()
    except OSError as error:
        return checks.check(f"{error}: nothing is compared", os.environ.get("CI") != "true")
    check_documentation(server, options, checks)
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(json.loads(KNOWN.read_text())):
            check_known(server, options, checks, case, f"known_{number}", Path(folder))
    seeds = range(options.seed, options.seed + (options.count or COUNT))
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, reason in pool.map(lambda seed: attempt(server, options, seed), seeds):
            checks.check(f"seed {seed}: Tests/Oracles/run postgres --seed {seed} --count 1 --keep", not reason, reason)


def check_documentation(server, options, checks):
    """The commands that docs/tables.md shows for psql print what it shows."""
    text = (ROOT / "docs/tables.md").read_text(encoding="utf-8")
    server.make("app")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in re.findall(r"```json (?:spec|input)=(\S+)\n(.*?)```", text, re.S):
            (Path(folder) / name).write_text(content, encoding="utf-8")
        (Path(folder) / "rkmap").symlink_to(options.bin)
        names = {"PATH": f"{folder}:{os.environ['PATH']}", "PGHOST": server.folder, "PGUSER": "rkmap"}
        for block in re.findall(r"```psql\n(.*?)```", text, re.S):
            for command, wanted in re.findall(r"^\$ (.*)\n((?:[^$].*\n)*)", block, re.M):
                done = subprocess.run(command, shell=True, cwd=folder, env=os.environ | names, capture_output=True, text=True)
                checks.check(f"docs/tables.md: {command}", done.stdout == wanted, done.stdout, done.stderr)


def check_known(server, options, checks, case, database, folder):
    server.make(database)
    try:
        Known(server, database, options.bin, case, folder).run()
        checks.check(case["name"], True)
    except Failure as failure:
        checks.check(case["name"], False, str(failure))


def attempt(server, options, seed):
    folder = Path(tempfile.mkdtemp(prefix=f"rkmap-postgres-{seed}-"))
    reason = None
    for kind in (Disputes, Inverses, Stored):
        database = f"{kind.__name__.lower()}_{seed}"
        try:
            server.make(database)
            kind(server, database, options.bin, seed, folder).run()
            server.drop(database)
        except Failure as failure:
            reason = reason or f"{kind.__name__}: {failure}"
    if not (reason and options.keep):
        shutil.rmtree(folder)
    return seed, reason


class Disputes:
    def __init__(self, server, database, program, seed, folder):
        self.server, self.database, self.program, self.folder = server, database, program, folder
        self.random = random.Random(seed * 31337)
        self.file = folder / f"{database}.db"
        self.spec = folder / f"{database}.json"
        self.world = self.make_world(seed)
        self.spec.write_text(json.dumps(self.typed(self.world.spec()), indent=1), encoding="utf-8")
        self.changed = None
        self.dangling = self.random.choice(["null", "null", "stub", "keep", "error"])
        self.rule = "evolve" if self.random.random() < 0.3 else "create"

    def make_world(self, seed):
        return DisputedWorld(seed)

    @property
    def taking_turns(self):
        """Rows without a key whose lists are appended, or have replaced rows deleted: each version of a run is written."""
        mappers = json.loads(self.spec.read_text())["mappers"]
        loose = [one for one in mappers if "identification" not in one]
        return {one.get("target") for one in loose if any("assignmentPolicy" in r for r in one.get("relationships", []))}

    def typed(self, spec):
        """PostgreSQL needs the types of keys; lists may also be replaced."""
        for mapper in spec["mappers"]:
            keys = mapper.get("identification", [])
            for rule in mapper.get("attributes", []):
                if rule["to"] in keys:
                    rule.setdefault("type", "integer")
            for one in mapper.get("relationships", []):
                if self.random.random() < 0.25:
                    one["assignmentPolicy"] = "replace"
        return spec

    def documents(self):
        return self.world.documents()

    def run(self):
        for number in range(self.random.randint(2, 4)):
            mode = self.random.choice(["upsert", "upsert", "append"])
            words = self.words(number, self.documents(), mode)
            self.both(f"run {number} by --mode {mode} --dangling {self.dangling}", words)
        versions = self.versions()
        self.both("again", words)
        names = [name for name, rows in self.versions().items() if rows != versions.get(name) and name.split("_")[0] not in self.taking_turns]
        if self.changed == 0 and names:
            raise Failure(f"again: rows of {', '.join(names)} were written anew, {words[4:8]}")

    def words(self, number, documents, mode):
        """The input of a run and its flags."""
        source = self.folder / f"{self.database}-{number}.ndjson"
        source.write_text("".join(json_text(one) + "\n" for one in documents), encoding="utf-8")
        words = [source, "--from", "ndjson", "--mode", mode, "--dangling", self.dangling, "--schema", self.rule]
        return [*words, "--on-error", "skip", "--max-errors", "100%"]

    def both(self, name, words):
        counts, self.changed = self.to_sqlite(words), None
        script = self.apply([*words, "--to", "sql", "--dialect", "postgres"])
        done = self.server.psql(self.database, data=script.stdout)
        (self.folder / f"{self.database}.sql").write_bytes(script.stdout)
        if counts is None:
            if script.returncode == 0 and done.returncode == 0:
                raise Failure(f"{name}: SQLite refuses the run, and PostgreSQL does not")
            return
        errors = [line for line in done.stderr.splitlines() if b"records are left out" not in line]
        if script.returncode or done.returncode or errors:
            raise Failure(f"{name}: exit {script.returncode} and {done.returncode}: {(script.stderr + done.stderr).decode()}")
        self.compare(name)
        self.changed = sum(counts[one] for one in COUNTS if one != "unchanged")
        given, wanted = [int(one) for one in done.stdout.decode().split("|")], [counts[one] for one in COUNTS]
        if self.dangling == "stub" or any(rows and "_id" in rows[0] for rows in rows_of(self.file).values()):
            # SQLite counts a row as new that a predicate deletes and a reference makes again, and gives numbers again.
            given, wanted = given[0] - given[3], wanted[0] - wanted[3]
        if given != wanted:
            raise Failure(f"{name}: the script prints {given}, and SQLite reports {wanted}")

    def to_sqlite(self, words):
        report = self.folder / f"{self.database}-report.json"
        done = self.apply([*words, "-o", self.file, f"--report=json={report}", "--quiet"])
        if done.returncode > 1:
            raise Failure(f"exit {done.returncode}: {done.stderr.decode()}")
        return counts_of(json.loads(report.read_text())) if done.returncode == 0 else None

    def apply(self, words):
        command = [str(word) for word in (self.program, "apply", self.spec, *words)]
        return subprocess.run(command, capture_output=True)

    def ask(self, query):
        done = self.server.psql(self.database, "-c", f"SELECT to_jsonb(q) FROM ({query}) q")
        if done.returncode:
            raise Failure(f"{query}: {done.stderr.decode()}")
        return [json.loads(line, parse_float=Decimal, parse_int=Decimal) for line in done.stdout.decode().splitlines()]

    def versions(self):
        names = {one["table_name"] for one in self.ask(TYPES)}
        return {name: self.ask(f'SELECT xmin::text, ctid::text FROM "{name}" ORDER BY ctid') for name in names}

    def compare(self, name):
        types = {}
        for one in self.ask(TYPES):
            types.setdefault(one["table_name"], {})[one["column_name"]] = one["data_type"]
        stored = {table: self.ask(f'SELECT {texts(types[table])} FROM "{table}"') for table in types}
        raw = rows_of(self.file)
        for table, rows in raw.items():
            for column in {column for row in rows for column, value in row.items() if value is not None}:
                if column not in types.get(table, {}):
                    raise Failure(f"{name}: {table} has no column {column}")
        sides = [placed({table: forms(types[table], rows) for table, rows in side.items() if table in types}) for side in (stored, raw)]
        for table in sorted(set(sides[0]) | set(sides[1])):
            given, wanted = (side.get(table, []) for side in sides)
            if given != wanted:
                raise Failure(f"{name}: {table}: {difference(given, wanted)}")


class Known(Disputes):
    def __init__(self, server, database, program, case, folder):
        self.server, self.database, self.program, self.folder = server, database, program, folder
        self.file, self.spec = folder / f"{database}.db", folder / f"{database}.json"
        self.spec.write_text(json.dumps(case["spec"]), encoding="utf-8")
        self.runs, self.dangling, self.rule = case["runs"], "error", "evolve"

    def run(self):
        for number, documents in enumerate(self.runs):
            self.both(f"run {number}", self.words(number, documents, "upsert"))


class Inverses(Disputes):
    def make_world(self, seed):
        return InverseWorld(seed)

    def typed(self, spec):
        return spec


class Stored(Disputes):
    def make_world(self, seed):
        return StoredWorld(seed)

    def documents(self):
        return [self.world.document()]


def texts(types):
    """Columns in the form that SQLite has of them, where that is another text."""
    special = {
        "timestamp with time zone": "to_char({0} AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US') AS {0}",
        "bytea": "replace(encode({0}, 'base64'), chr(10), '') AS {0}",
    }
    return ", ".join(special.get(kind, "{0}").format(f'"{name}"') for name, kind in types.items())


def forms(types, rows):
    return [{column: form(types.get(column), value) for column, value in row.items()} for row in rows]


def form(kind, value):
    """A value of either database in a form that both have."""
    if value is None:
        return None
    if kind == "boolean":
        return str(int(value))
    if kind in ("bigint", "numeric", "double precision", "integer"):
        return plain(Decimal(str(value)))
    if kind == "timestamp with time zone":
        return value.rstrip("Z").rstrip("0").rstrip(".") if "." in value else value.rstrip("Z")
    if kind == "jsonb":
        return any_form(value)
    return value


def any_form(value):
    """A value of no type: SQLite does not tell true from 1, nor the text of a number from the number."""
    if isinstance(value, str):
        try:
            value = json.loads(value, parse_float=Decimal, parse_int=Decimal) if value[:1] in "[{-0123456789" else value
        except ValueError:
            return value
    if isinstance(value, list):
        return "[" + ",".join(str(inner(one)) for one in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{key}:{inner(value[key])}" for key in sorted(value)) + "}"
    return plain(Decimal(str(int(value) if isinstance(value, bool) else value))) if not isinstance(value, str) else value


def inner(value):
    return value if isinstance(value, (bool, str)) or value is None else any_form(value)


def plain(number):
    return str(number.normalize()) if number else "0"
