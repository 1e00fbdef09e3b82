"""Counts which records of random documents overwrite earlier ones, and compares with what rkmap tells.

Each seed is a spec with identities, whose mappers report, fail or keep silent about records that come twice, and some
inputs with such records. What RK3031 tells of them, and `--summary` counts, has to be what reference.py finds in the
documents: for `apply` into a database and `apply --unify` over all inputs, and for `check` for each input by itself. The
database has a row for each identity. Some seeds have an input of several segments, which threads may not change.
"""
import json
import sqlite3
import subprocess

from ..shared import Failure, difference, json_text
from .generator import Text, World
from .reference import Model

SEEDS = 500
# Seeds between two whose input is large.
LARGE = 500


class Runs:
    """Runs over the inputs of a seed, and what has to be told."""

    def __init__(self, program, folder, spec, inputs):
        self.program, self.folder, self.spec, self.inputs = program, folder, spec, inputs
        self.names = [one.name for one in inputs]
        (folder / "spec.json").write_text(json_text(spec))
        for one in inputs:
            (folder / one.name).write_text("".join(one.parts))

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=300)
        if done.returncode not in (0, 1):
            raise Failure(f"{' '.join(arguments)} ends with {done.returncode}: {done.stderr[:600]}")
        return done

    def model(self, inputs, **options):
        model = Model(self.spec, **options)
        for one in inputs:
            for document in one.documents:
                for descriptor in self.spec["descriptors"]:
                    path = descriptor.get("keyPath")
                    values = document.get(path, []) if path else document
                    for value in values if isinstance(values, list) else [values]:
                        model.add(descriptor["root-map-ref"], value, one.place)
        return model

    def compare(self, command, models):
        """Holds what a command tells to the models of what it compares; the number of records that overwrite others."""
        path = self.folder / "report.json"
        done = self.run(*command, "--report", f"json={path.name}", "--summary")
        report = json.loads(path.read_text())
        # Members that a list names again are told under the same code.
        told = [one for one in report["findings"] if one["code"] == "RK3031" and " already: " not in one["message"]]
        title = " ".join(command)
        errors = [one for one in told if one["severity"] == "error"]
        wanted = [one for model in models for one in model.failed]
        count = sum(one.get("extent", {}).get("findings", 1) for one in errors)
        # Equal findings are told once, with their number.
        strange = [
            one for one in errors
            if not any(at == place(one) and one["message"].rsplit("'", 2)[1] in members for at, members in wanted)
        ]
        if count != len(wanted) or strange:
            raise Failure(f"{title}: {count} records fail, {strange[:1]}, and should {wanted}")
        warned = sorted((one["message"], *place(one)) for one in told if one["severity"] != "error")
        wanted, count = [], 0
        for model in models:
            for target, (number, counts, (at, _), are_skipped) in model.told.items():
                wanted.append((message(target, number, counts, list(model.members[target]), are_skipped), *at))
                count += number
        if warned != sorted(wanted):
            raise Failure(f"{title}: {difference(warned, sorted(wanted))}")
        if report["summary"].get("repeated", 0) != count:
            raise Failure(f"{title}: {report['summary']} and {count} repeated")
        earlier = {(one["message"], place(one)): place(one["related"][0]) for one in told if one["severity"] != "error"}
        for model in models:
            for target, (number, counts, (at, places), are_skipped) in model.told.items():
                found = earlier[message(target, number, counts, list(model.members[target]), are_skipped), at]
                if found not in places:
                    raise Failure(f"{title}: {at} overwrites {found}, and should {places}")
        line = f", {count} repeated"
        if command[0] == "apply" and (line in done.stderr) != (count > 0):
            raise Failure(f"{title}: not {count} repeated: {done.stderr[-200:]}")
        return count

    def rows(self, name):
        """The rows of each table."""
        with sqlite3.connect(self.folder / name) as base:
            names = [one for one, in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%$%' ORDER BY name")]
            return {one: base.execute(f'SELECT * FROM "{one}"').fetchall() for one in names}

    def all(self):
        skip = ["--on-error", "skip", "--max-errors", "100%", "--max-report", "100000"]
        (self.folder / "run.db").unlink(missing_ok=True)
        model = self.model(self.inputs, needs_keys=True)
        counts = {"repeated": self.compare(["apply", "spec.json", *self.names, "-o", "run.db", *skip], [model])}
        counts["failed"] = len(model.failed)
        rows = self.rows("run.db")
        for target, keys in model.keys.items():
            if len(rows.get(target, [])) != len(keys):
                raise Failure(f"{target} has {len(rows.get(target, []))} rows, and there are {len(keys)} identities")
        self.compare(["apply", "spec.json", *self.names, "--unify", "--to", "ndjson", *skip], [self.model(self.inputs, roots_alone=True)])
        counts["checked"] = self.compare(["check", "spec.json", *self.names, "--max-report", "100000"], [self.model([one]) for one in self.inputs])
        return counts

    def threads(self):
        """Threads change no byte."""
        outcomes = []
        for jobs in "12":
            done = self.run("apply", "spec.json", *self.names, "-o", f"jobs{jobs}.db", "--on-error", "skip", "--max-errors", "100%", "-j", jobs)
            outcomes.append((done.returncode, done.stdout, done.stderr.replace(f"jobs{jobs}", "jobs"), self.rows(f"jobs{jobs}.db")))
        if outcomes[0] != outcomes[1]:
            part = next(part for part, (one, other) in enumerate(zip(*outcomes)) if one != other)
            raise Failure(f"-j 2 differs from -j 1 in {['status', 'output', 'findings', 'rows'][part]}")


def message(target, number, counts, names, are_skipped):
    order = sorted(counts, key=lambda name: (-counts[name], names.index(name)))
    rest = f" and {len(order) - 3} more" if len(order) > 3 else ""
    does, do = ("is skipped, as it is not newer than", "are skipped, as they are not newer than") if are_skipped else ("overwrites", "overwrite")
    what = f"1 record of {target} {does} an earlier one" if number == 1 else f"{number} records of {target} {do} earlier ones"
    return f"{what} with the same identity: {', '.join(f'{name} ({counts[name]})' for name in order[:3])}{rest}"


def place(finding):
    at = finding["location"]
    return at["file"], at["line"], at["column"]


def trial(program, seed, folder):
    world = World(seed)
    spec, draw = world.spec(), world.draw
    inputs = []
    for number in range(draw.choice([1, 1, 2, 3])):
        is_flat = world.chance(0.5)
        documents = [world.document(6) for _ in range(draw.randint(1, 3) if is_flat else 1)]
        inputs.append(Text(f"in{number}.{'nd' if is_flat else ''}json", documents, is_flat, draw))
    runs = Runs(program, folder, spec, inputs)
    counts = runs.all()
    if seed % LARGE == 1:
        # Segments of 512 KiB are mapped by threads.
        documents, size = [], 0
        while size < 3_500_000:
            documents.append(world.document(6))
            size += len(json_text(documents[-1]))
        runs = Runs(program, folder, spec, [Text("large.ndjson", documents, True, draw)])
        runs.all()
        runs.threads()
    return counts
