"""Writes random documents by random specs into databases, and holds them to what tables promise.

Each seed is a spec with its documents, which never contradict each other. For each:
  reference  the rows are those that an independent program in Python works out
  again      a second run of the same input changes nothing, and reports so
  order      the documents in another order give the same tables and the same schema
  sql        --to sql gives a script that loads to the same tables and schema
  split      the documents in several runs give the same tables as in one
  folder     -o FOLDER/ --unify gives the rows of a new database, also of documents that contradict each other
  disputes   documents that do contradict each other, in several runs by several modes, give the rows that an independent
             program works out, and each run reports what it did to them
  inverses   lists whose members refer to their owner, in several runs, leave the rows that an independent program works out,
             and each run reports what it did to them; a member that two owners claim leaves out the record that is later
  stored     connections, deletionPredicate and --prune, in several runs, dry ones between them, leave the rows that an
             independent program works out
Every database must be sound, without dangling references.
"""
import json
import random
import shutil
import sqlite3
import subprocess
from decimal import Decimal

from ..shared import Failure, difference, json_text
from .disputes import DisputedReference, DisputedWorld
from .generator import World
from .inverses import InverseReference, InverseWorld
from .inverses import contents as inverse_contents
from .reference import Reference, canonical
from .stored import QUERIES, StoredReference, StoredWorld

SEEDS = 400
COUNTS = ["inserted", "updated", "unchanged", "deleted"]


def trial(program, seed, folder):
    return {"rows": sum(kind(program, seed, folder).run() for kind in (Trial, Dispute, Inverses, Stored))}


class Trial:
    World = World

    def __init__(self, program, seed, folder):
        self.program, self.folder = program, folder
        self.random = random.Random(seed * 7919)
        self.world = self.World(seed)
        self.spec = folder / f"spec-{self.World.__name__}.json"
        self.spec.write_text(json.dumps(self.world.spec(), indent=1), encoding="utf-8")
        self.documents = self.world.documents()
        self.flags = ["--strict-tables"] if self.random.random() < 0.2 else []

    def run(self):
        whole = self.write("all.ndjson", self.documents)
        database = self.folder / "a.db"
        self.apply(whole, "-o", database)
        tables, schema = contents(database), schema_of(database)
        self.check_reference(tables)

        dump = dump_of(database)
        counts = self.apply(whole, "-o", database)
        if dump_of(database) != dump:
            raise Failure("again: a second run of the same input changed the tables")
        if [counts[name] for name in ("inserted", "updated", "deleted")] != [0, 0, 0]:
            raise Failure(f"again: a second run of the same input reports {counts}")
        if counts["unchanged"] != sum(len(rows) for rows in tables.values()):
            raise Failure(f"again: {sum(map(len, tables.values()))} rows, and a second run reports {counts}")

        shuffled = list(self.documents)
        self.random.shuffle(shuffled)
        other = self.folder / "b.db"
        self.apply(self.write("shuffled.ndjson", shuffled), "-o", other)
        self.compare("order", contents(other), tables)
        if schema_of(other) != schema:
            raise Failure(f"order: the schema differs: {difference(schema_of(other), schema)}")

        script = self.folder / "c.sql"
        self.apply(whole, "--to", "sql", "-o", script)
        loaded = self.folder / "c.db"
        load(script, loaded)
        if dump_of(loaded) != dump:
            self.compare("sql", contents(loaded), tables)
            raise Failure("sql: the loaded script gives another dump")
        if schema_of(loaded) != schema:
            raise Failure(f"sql: the schema differs: {difference(schema_of(loaded), schema)}")

        self.check_folder(whole, database)
        parts = self.folder / "d.db"
        rest = list(shuffled)
        while rest:
            size = self.random.randint(1, 4)
            self.apply(self.write("part.ndjson", rest[:size]), "-o", parts)
            rest = rest[size:]
        self.compare("split", contents(parts), tables)
        for made in (database, other, loaded, parts):
            sound(made)
        return sum(len(rows) for rows in tables.values())

    def check_reference(self, tables):
        reference = Reference(self.world)
        for document in self.documents:
            reference.take(document)
        self.compare("reference", tables, reference.tables())

    def check_folder(self, source, database):
        """The rows of a folder of tables are those of the database that one run of the same input has made."""
        folder = self.folder / "rows"
        shutil.rmtree(folder, ignore_errors=True)
        self.run_rows(source, folder)
        db = sqlite3.connect(database)
        db.row_factory = sqlite3.Row
        names = names_of_tables(db)
        files = sorted(path.name for path in folder.iterdir())
        if files != sorted([f"{name}.ndjson" for name in names] + ["datapackage.json"]):
            raise Failure(f"folder: the database has {names}, and the folder {files}")
        for name in names:
            lines = (folder / f"{name}.ndjson").read_text(encoding="utf-8").splitlines()
            given = [json.loads(line, parse_float=number) for line in lines]
            wanted = [dict(row) for row in db.execute(f'SELECT * FROM "{name}"')]
            given = sorted(({c: stored(r.get(c)) for c in (wanted[0] if wanted else [])} for r in given), key=repr)
            wanted = sorted(({c: stored(v) for c, v in row.items()} for row in wanted), key=repr)
            if given != wanted:
                raise Failure(f"folder: {name}: {difference(given, wanted)}")
        db.close()

    def run_rows(self, source, folder):
        command = [self.program, "apply", self.spec, source, "--from", "ndjson", "-o", f"{folder}/", "--to", "ndjson", "--unify"]
        command += ["--quiet", "--on-error", "skip", "--max-errors", "100%"]
        run = subprocess.run([str(w) for w in command], capture_output=True, text=True)
        if run.returncode != 0:
            raise Failure(f"folder: exit {run.returncode}: {run.stderr[:600]}")

    def write(self, name, documents):
        path = self.folder / name
        path.write_text("".join(json_text(d) + "\n" for d in documents), encoding="utf-8")
        return path

    def apply(self, source, *words):
        report = self.folder / "report.json"
        command = [self.program, "apply", self.spec, source, "--from", "ndjson", *words, *self.flags]
        command += [f"--report=json={report}", "--quiet"]
        run = subprocess.run([str(w) for w in command], capture_output=True, text=True)
        if run.returncode != 0:
            text = run.stderr.strip() or report.read_text() if report.exists() else run.stderr.strip()
            raise Failure(f"exit {run.returncode}: {' '.join(map(str, words))}: {text[:600]}")
        return counts_of(json.loads(report.read_text()))

    def compare(self, name, given, wanted):
        for table in sorted(set(given) | set(wanted)):
            a, b = given.get(table, []), wanted.get(table, [])
            if a != b:
                raise Failure(f"{name}: {table}: {difference(a, b)}")


class Dispute(Trial):
    World = DisputedWorld

    def run(self):
        database = self.folder / "e.db"
        reference = DisputedReference(self.world)
        runs = [self.documents] + [self.world.documents() for _ in range(self.random.randint(1, 3))]
        for number, documents in enumerate(runs):
            mode = self.random.choice(["upsert", "upsert", "append", "fail"])
            name = f"disputes: run {number} by --mode {mode}"
            reference.begin(mode)
            before = reference.contents()
            for document in documents:
                reference.take(document)
            source = self.write(f"disputes-{number}.ndjson", documents)
            counts = self.apply(source, "-o", database, "--mode", mode, "--on-error", "skip", "--max-errors", "100%")
            tables = contents(database)
            self.compare(name, tables, reference.tables())
            wanted = reference.counts(before)
            if reference.has_numbered:
                counts, wanted = ({"more": c["inserted"] - c["deleted"]} for c in (counts, wanted))
            if counts != wanted:
                raise Failure(f"{name}: it reports {counts}, and has done {wanted}")
            if number == 0 and mode == "upsert":
                self.check_folder(source, database)
            # What a run that fails leaves out may be what others refer to.
            sound(database)
        return sum(len(rows) for rows in tables.values())


class Inverses(Trial):
    World = InverseWorld

    def run(self):
        database = self.folder / "g.db"
        reference, rows = InverseReference(self.world), 0
        for number in range(self.random.randint(1, 4)):
            name = f"inverses: run {number}"
            documents = self.documents if number == 0 else self.world.documents()
            wanted = reference.run(documents)
            source = self.write(f"inverses-{number}.ndjson", documents)
            words = ["--on-error", "skip", "--max-errors", "100%", "--dangling", self.world.dangling]
            counts = self.apply(source, "-o", database, *words)
            db = sqlite3.connect(database)
            given = inverse_contents(db, self.world)
            db.close()
            if given != reference.contents():
                raise Failure(f"{name}: {difference(sorted(given.items()), sorted(reference.contents().items()))}")
            if counts != wanted:
                raise Failure(f"{name}: it reports {counts}, and has done {wanted}")
            sound(database)
            if number == 0 and self.world.dangling != "stub":
                self.check_folder(source, database)
            rows = len(given)
        return rows


class Stored:
    def __init__(self, program, seed, folder):
        self.program, self.folder = program, folder
        self.world = StoredWorld(seed)
        self.spec = folder / "spec-stored.json"
        self.spec.write_text(json.dumps(self.world.spec(), indent=1), encoding="utf-8")

    def run(self):
        database = self.folder / "f.db"
        reference, rows = StoredReference(self.world), 0
        for number in range(self.world.draw.randint(2, 4)):
            document = self.world.document()
            source = self.folder / f"stored-{number}.json"
            source.write_text(json.dumps(document), encoding="utf-8")
            prunes = self.world.draw.random() < 0.8
            flag, limit = self.world.limit()
            words = ["--dangling", self.world.dangling, *(["--prune", "--prune-limit", flag] if prunes else [])]
            name = f"stored: run {number}, {' '.join(words)}"
            before = database.read_bytes() if database.exists() else None
            dry = self.apply(source, database, *words, "--dry-run")
            if (database.read_bytes() if database.exists() else None) != before:
                raise Failure(f"{name}: a dry run changed the database")
            status, summary = self.apply(source, database, *words)
            if (status, summary) != dry:
                raise Failure(f"{name}: a dry run tells of {dry}, and the run of {summary}, exit {status}")
            if not prunes:
                reference.prune = lambda *_: 0
            pruned = reference.take(document, limit)
            reference.__dict__.pop("prune", None)
            if status != (1 if pruned is None else 0) or prunes and summary.get("pruned") != (pruned or 0):
                raise Failure(f"{name}: exit {status} and {summary}, and {pruned} rows are to be pruned")
            given, wanted = self.contents(database), reference.tables()
            for table in wanted:
                if given[table] != wanted[table]:
                    raise Failure(f"{name}: {table}: {difference(given[table], wanted[table])}")
            count = sum(map(len, given.values()))
            if summary["inserted"] - summary["deleted"] != count - rows:
                raise Failure(f"{name}: {rows} rows became {count}, and it reports {summary}")
            rows = count
        return rows

    def apply(self, source, database, *words):
        report = self.folder / "report.json"
        command = [self.program, "apply", self.spec, source, "-o", database, *words, f"--report=json={report}", "--quiet"]
        run = subprocess.run([str(w) for w in command], capture_output=True, text=True)
        if run.returncode > 1:
            raise Failure(f"exit {run.returncode}: {' '.join(map(str, words))}: {run.stderr[:600]}")
        return run.returncode, json.loads(report.read_text())["summary"]

    @staticmethod
    def contents(path):
        db = sqlite3.connect(path)
        made = {name: sorted(db.execute(query).fetchall(), key=repr) for name, query in QUERIES.items()}
        db.close()
        return {name: sorted(rows) if name in ("Kid", "Human_cats") else rows for name, rows in made.items()}


def number(text):
    """A number as a database holds it: the text of one that no double has."""
    value = float(text)
    return value if abs(value) != float("inf") and Decimal(repr(value)) == Decimal(text) else text


def stored(value):
    """A value of JSON, or of a database, in a form that both have."""
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        return str(value)
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str) and value[:1] in ("[", "{"):
        try:
            value = json.loads(value)
        except ValueError:
            return value
    return json.dumps(value, sort_keys=True) if isinstance(value, (list, dict)) else value


def counts_of(report):
    """The counts of rows, wherever the report has them."""
    if isinstance(report, dict):
        if all(name in report for name in COUNTS):
            return {name: report[name] for name in COUNTS}
        report = list(report.values())
    if isinstance(report, list):
        for part in report:
            found = counts_of(part)
            if found:
                return found
    return None


def names_of_tables(db):
    return [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")]


def contents(path):
    return placed(rows_of(path))


def rows_of(path):
    db = sqlite3.connect(path)
    db.row_factory = sqlite3.Row
    raw = {name: [dict(row) for row in db.execute(f'SELECT * FROM "{name}"')] for name in names_of_tables(db)}
    db.close()
    return raw


def placed(raw):
    """Table -> rows as sorted lists of (column, value), nulls left out; numbers of rows told by where they belong."""
    numbered = {name: {row["_id"]: row for row in rows} for name, rows in raw.items() if rows and "_id" in rows[0]}

    def owner(row):
        """Where a child row belongs: target, key of its owner, relationship's position; the values of a row that does not."""
        found = {}
        for column, value in row.items():
            head, _, tail = column.partition("_")
            if head in raw and value is not None and not column.startswith("_"):
                found.setdefault(head, []).append(place(head, tail, value))
        if not found:
            return "", sorted((column, str(value)) for column, value in row.items() if column != "_id")
        (name, parts), = found.items()
        return name, parts

    def place(table, column, value):
        if column == "_id":
            row = numbered[table][value]
            return [*owner(row), row.get("relationship"), row.get("position")]
        return value

    made = {}
    for name, rows in raw.items():
        shown = []
        for row in rows:
            row = dict(row)
            row.pop("_id", None)
            for column, value in row.items():
                if column.endswith("__id") and value is not None:
                    row[column] = place(column[:-4], "_id", value)
            shown.append(row)
        if shown:
            made[name] = canonical(shown)
    return made


def schema_of(path):
    db = sqlite3.connect(path)
    rows = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name").fetchall()
    db.close()
    return rows


def dump_of(path):
    db = sqlite3.connect(path)
    text = "\n".join(db.iterdump())
    db.close()
    return text


def load(script, path):
    db = sqlite3.connect(path)
    try:
        db.executescript(script.read_text(encoding="utf-8"))
    except sqlite3.Error as error:
        raise Failure(f"sql: the script does not load: {error}")
    finally:
        db.close()


def sound(path):
    db = sqlite3.connect(path)
    verdict = db.execute("PRAGMA integrity_check").fetchall()
    dangling = db.execute("PRAGMA foreign_key_check").fetchall()
    db.close()
    if verdict != [("ok",)] or dangling:
        raise Failure(f"{path.name}: not sound: {verdict[:3]} {dangling[:3]}")

