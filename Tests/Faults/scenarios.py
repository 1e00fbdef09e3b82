"""What is run: the files of before, the command, and what each file is to it."""
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Safety"))
import databases  # noqa: E402
from databases import Wrong  # noqa: E402

SPEC = {
    "descriptors": [{"root-map-ref": "item"}],
    "mappers": [
        {
            "id": "item",
            "target": "Item",
            "identification": "id",
            "attributes": [{"to": "id", "type": "integer"}, {"to": "name", "type": "string", "required": True}],
            "relationships": [{"from": "notes", "to": "notes", "map-ref": "note", "many": True}],
        },
        {"id": "note", "target": "Note", "attributes": [{"to": "text", "type": "string"}]},
    ],
}
PLAIN = {
    "mappers": [{"id": "item", "target": "Item", "identification": "id", "attributes": [{"to": "id", "type": "integer"}, "name"]}]
}
# Slips that `check --fix` mends without being asked twice, in a file and in one that it includes.
SLIPS = '{\n  "include": ["part.json"],\n  "mappers": [{"id": "user", "target": "User", "attributes": ["id", "name",]}]\n}\n'
PART = '{"mappers": [{"id": "tag", "target": "Tag", "attributes": ["name",]}]}\n'
SUITE = {"spec": "spec.json", "cases": [{"files": "*.GET.json", "snapshot": True}]}


class Scenario:
    """A command whose system calls are to fail.

    `roles` says which files are specs, inputs and so on; all others are outputs. `reports` are files that tell of
    the run and so are others when it fails: they must be whole. Outputs that stand `apart` are some old and some new when
    one of them fails. What a scenario does not write needs no kills, and where its calls are not `steady`, threads make
    them in another order each time.
    """

    def __init__(self, title, words, prepare, roles, more=None, stdin=None, reports=(), apart=False, killed=None, writes=True, steady=True):
        self.title, self.words, self.prepare, self.roles = title, words, prepare, roles
        self.more, self.stdin, self.reports = more, stdin, reports
        self.apart, self.killed, self.writes, self.steady = apart, killed, writes, steady

    def make(self, program, folder):
        """The files of before."""
        folder.mkdir()
        for name, text in self.prepare.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for words, sources in self.more or []:
            self.run(program, folder, words)
            for name, text in sources.items():
                if text is None:
                    (folder / name).unlink()
                else:
                    (folder / name).write_text(text)
        if self.killed:
            self.kill_at_last(program, folder, self.killed)

    def kill_at_last(self, program, folder, call):
        """Kills a run before the last call of a name, which another run tells."""
        other = folder.with_name("counted")
        shutil.copytree(folder, other)
        told = self.run(program, other, before=["strace", "-e", f"trace={call}"]).stderr.decode()
        shutil.rmtree(other)
        number = told.count(f"{call}(")
        run = self.run(program, folder, before=["strace", "-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={number}"])
        if run.returncode != -9:
            raise Wrong(f"not killed by {call} number {number}: {run.stderr}")

    def command(self, program, words=None):
        return [str(program), *(words or self.words)]

    def run(self, program, folder, words=None, before=(), seconds=20):
        return subprocess.run(
            [*before, *self.command(program, words)], cwd=folder, env=environment(), input=self.stdin or b"",
            capture_output=True, timeout=seconds,
        )

    def role(self, call):
        if call.descriptor in (0, 1, 2):
            return ("input", "output", "message")[call.descriptor]
        if call.path in (None, ".", "outside"):
            return None
        for role, names in self.roles.items():
            if call.path in names:
                return role
        return "output"


def environment():
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return {**kept, "LC_ALL": "C"}


def state(folder):
    """All that is in a folder: files by their bytes, databases by their rows."""
    # To look at a database takes away the journal that a killed run has left.
    found = {path.name: databases.contents(path) for path in folder.glob("*.db")}
    for path in folder.rglob("*"):
        name = str(path.relative_to(folder))
        if path.is_dir():
            found[name + "/"] = "folder"
        elif name not in found:
            found[name] = path.read_bytes()
    return found


def copy(model, folder):
    shutil.copytree(model, folder, symlinks=True)


def items(first, end, name="item"):
    lines = []
    for number in range(first, end):
        notes = [{"text": f"{name} {number} {step}"} for step in range(number % 3)]
        lines.append(json.dumps({"id": number, "name": f"{name} {number}", "notes": notes}) + "\n")
    return "".join(lines)


def scenarios():
    spec = json.dumps(SPEC)
    base = {"spec.json": spec, "in.ndjson": items(0, 20)}
    roles = {"spec": ["spec.json"], "input": ["in.ndjson"]}
    apply = ["apply", "spec.json", "in.ndjson"]
    new = {"in.ndjson": items(0, 20)}
    old = {"spec.json": spec, "in.ndjson": items(10, 40, "older")}
    suite = {
        "spec.json": json.dumps(PLAIN),
        "rkmap.test.json": json.dumps(SUITE),
        "kept.GET.json": '[{"id": 1, "name": "a"}]',
        "changed.GET.json": '[{"id": 2, "name": "b"}]',
        "stale.GET.json": '[{"id": 3, "name": "c"}]',
    }
    suite_roles = {
        "spec": ["spec.json", "rkmap.test.json"],
        "input": ["kept.GET.json", "changed.GET.json", "new.GET.json", "stale.GET.json"],
        "pattern": ["*.GET.json"],
        # Older snapshots have another ending.
        "snapshot": ["__rkmap__"] + [
            f"__rkmap__/{name}.GET.json.{ending}"
            for name in ("kept", "changed", "new", "stale") for ending in ("snap.json", "ndjson")
        ],
    }
    update = ["test", "-j", "1", "--update"]
    rejected = items(0, 4) + '{"id": 5}\n' + items(6, 9)
    tolerant = ["--on-error", "skip", "--max-errors", "3"]
    reports = ["-o", "out.ndjson", "--rejects", "rejects.ndjson", "--report", "json=report.json", *tolerant]
    return [
        Scenario("`apply`, JSON to the standard output", [*apply, "--to", "json"], base, roles, writes=False),
        Scenario("`apply -o` over NDJSON that exists", [*apply, "-o", "out.ndjson"], {**base, "out.ndjson": "{}\n"}, roles),
        Scenario("`apply -o` to new CSV", [*apply, "--target-name", "Item", "-o", "out.csv"], base, roles),
        Scenario("`apply -o` to a new folder of CSV", [*apply, "--to", "csv", "-o", "out/"], base, roles),
        Scenario(
            "`apply -o` to a folder of CSV that exists", [*apply, "--to", "csv", "-o", "out/"], old, roles,
            more=[([*apply, "--to", "csv", "-o", "out/"], new)],
        ),
        Scenario("`apply -o` to a new database", [*apply, "-o", "app.db"], base, roles),
        Scenario(
            "`apply -o` to a database that exists", [*apply, "-o", "app.db"], old, roles, more=[([*apply, "-o", "app.db"], new)]
        ),
        Scenario(
            "`apply -o` to a database that a killed run has left", [*apply, "-o", "app.db"], old, roles,
            more=[([*apply, "-o", "app.db"], new)], killed="pwrite64",
        ),
        Scenario(
            "`apply --rejects --report`", [*apply, *reports],
            {**base, "in.ndjson": rejected, "out.ndjson": "{}\n", "rejects.ndjson": "{}\n", "report.json": "{}\n"}, roles,
            reports=["report.json", "rejects.ndjson"],
        ),
        Scenario(
            "`apply`, inputs by a pattern", ["apply", "spec.json", "in/?.ndjson", "-o", "out.ndjson"],
            {"spec.json": spec, "in/a.ndjson": items(0, 5), "in/b.ndjson": items(5, 9)},
            {"spec": ["spec.json"], "input": ["in", "in/a.ndjson", "in/b.ndjson"], "pattern": ["in/?.ndjson"]},
        ),
        Scenario(
            "`apply`, input by a pipe", ["apply", "spec.json", "-", "--from", "ndjson", "-o", "out.ndjson"], {"spec.json": spec},
            roles, stdin=items(0, 20).encode(),
        ),
        Scenario(
            "`apply -j 2`, a mapped input", [*apply, "-j", "2", "-o", "out.ndjson"],
            {"spec.json": spec, "in.ndjson": items(0, 40_000)}, roles, writes=False, steady=False,
        ),
        Scenario(
            "`check`", ["check", "spec.json"],
            {"spec.json": SLIPS, "part.json": PART}, {"spec": ["spec.json", "part.json"]}, writes=False,
        ),
        Scenario(
            "`check --fix`", ["check", "--fix", "spec.json"],
            {"spec.json": SLIPS, "part.json": PART}, {"spec": ["spec.json", "part.json"]}, apart=True,
        ),
        Scenario(
            "`test`", ["test", "-j", "1"], suite, suite_roles, more=[(update, {})], writes=False,
        ),
        Scenario(
            "`test --update`", update, suite, suite_roles,
            more=[(update, {"changed.GET.json": '[{"id": 2, "name": "other"}]', "new.GET.json": '[{"id": 4, "name": "d"}]', "stale.GET.json": None})],
            apart=True,
        ),
        Scenario(
            "`fmt`", ["fmt", "spec.json", "part.json"],
            {"spec.json": SLIPS, "part.json": PART}, {"spec": ["spec.json", "part.json"]}, apart=True,
        ),
    ]
