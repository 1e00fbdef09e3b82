"""Maps random documents by random specs in parts, and holds what merge and load make of them to what one process makes.

Each seed is a spec with documents that contradict each other. They are cut into parts at the borders of documents; the
parts come in any order, some of them twice. For each:
  load       the lines of one process, as they come, give the tables that apply gives
  sorted     the sorted lines of all parts give them, too, and so do those with positions of the caller's
  merge      merge gives the same bytes of the sorted lines of one process and of all parts
  again      what merge --emit keyed writes merges to the same bytes, and loads to the same tables
  update     lines that are loaded into a database which has rows give the tables that apply gives there
  lines      a line that is cut, changed or left out never crashes load and merge, which know parts that are not complete
"""
import json
import random
import shutil
import subprocess

from ..shared import Failure, json_text
from ..tables.generator import Attribute, Relationship, Target
from ..tables.disputes import DisputedWorld
from ..tables.oracle import Trial, contents, schema_of

SEEDS = 300


def trial(program, seed, folder):
    return {"rows": PartsTrial(program, seed, folder).run()}


class NoOther(Exception):
    """All records of a target contain the one that is shown."""


class PartsWorld(DisputedWorld):
    """Keys have types, and owners whose records are older than others map their related records all the same."""

    def make_targets(self):
        r = self.random
        targets = super().make_targets()
        for target in targets:
            for key in target.keys:
                key.kind = key.kind or "integer"
            target.relates_unmodified = True
            target.is_deleted = target.is_identified and not target.is_keyed and r.random() < 0.3
        self.open = []
        self.composed, self.connections, self.others = [], [], []
        owners = [target for target in targets if target.is_identified and not target.parent]
        for owner in owners:
            if r.random() < 0.3 and not owner.is_keyed:
                self.composed.append((owner, r.choice([False, True])))
            if r.random() < 0.3:
                other = r.choice(owners)
                if len(other.keys) == 1:
                    self.connections.append((owner, other, r.choice([True, False, None]), r.random() < 0.5))
            if r.random() < 0.3 and not owner.is_keyed and not owner.takes_scalars:
                self.others.append(owner)
        return targets

    def spec(self):
        spec = super().spec()
        by_id = {mapper["id"]: mapper for mapper in spec["mappers"]}
        for target in self.targets:
            if target.is_deleted:
                by_id[target.name]["deletionPredicate"] = f"{target.attributes[0].name} == NIL"
        for number, (owner, has_key) in enumerate(self.composed):
            # Members of the owner's own representation become a record in it.
            part = {"id": f"C{number}", "target": f"C{number}", "attributes": [{"from": "C0", "to": "c0"}, {"from": "C1", "to": "c1", "type": "string"}]}
            if has_key:
                part["attributes"].insert(0, {"from": owner.keys[0].source, "to": "k", "type": owner.keys[0].kind})
                part["identification"] = ["k"]
            spec["mappers"].append(part)
            made = {"from": "", "to": "rc", "map-ref": part["id"], "many": False}
            by_id[owner.name].setdefault("relationships", []).append(made)
        for number, (owner, other, many, hidden) in enumerate(self.connections):
            mapper = by_id[owner.name]
            own = {"from": "F", "to": "f"}
            if hidden:
                own["hidden"] = True
            mapper["attributes"].append(own)
            made = {"to": "fk", "target": other.name, "where": {"f": other.keys[0].name}}
            if many is not None:
                properties = spec.setdefault("targets", {}).setdefault(owner.name, {"properties": {}})["properties"]
                properties["fk"] = f"[{other.name}]" if many else other.name
            mapper["connections"] = [made]
        for owner in self.others:
            # A second mapper of the same target, which reads less, in another order.
            mapper = by_id[owner.name]
            less = [rule for rule in mapper["attributes"] if rule["to"].startswith("k")]
            more = [rule for rule in mapper["attributes"] if rule["to"].startswith("a")]
            second = {"id": owner.name + "b", "target": owner.name, "identification": mapper["identification"], "attributes": less + more[::-1][:2]}
            second["attributes"].append({"from": "Z", "to": "z", "type": "string"})
            spec["mappers"].append(second)
            name = owner.name + "b"
            spec["descriptors"].append({"name": name, "keyPath": name, "root-map-ref": name, "optional": True})
        return spec

    def member(self, target):
        found = super().member(target)
        for _ in range(20):
            if not any(found is one for one in self.open):
                return found
            found = super().member(target)
        raise NoOther

    def shown(self, one, depth):
        try:
            return super().shown(one, depth)
        except NoOther:
            return None

    def documents(self):
        r = self.random
        documents = super().documents()
        for document in documents:
            for owner in self.others:
                if r.random() < 0.5 and isinstance(document.get(owner.name), list):
                    copies = [dict(one) for one in document[owner.name]]
                    for copy in copies:
                        if r.random() < 0.5:
                            copy["Z"] = r.choice(["z", None, "\u2028"])
                    document[owner.name + "b"] = copies
        return documents

    def show(self, target, record, depth, owner=None):
        # A record that contains itself has the last word in its own lists, as a database takes them.
        if depth == 0:
            self.open = []
        self.open.append(record)
        shown = super().show(target, record, depth, owner)
        self.open.pop()
        r = self.random
        if isinstance(shown, dict):
            if any(owner is target for owner, _ in self.composed):
                for name in ("C0", "C1"):
                    if r.random() < 0.6:
                        shown[name] = r.choice(["x", None, "y\n"])
            for owner, other, many, _ in self.connections:
                if owner is target and r.random() < 0.7:
                    keys = [key[0] for key in self.records[other.name]]
                    is_list = r.random() < 0.5 if many is None else many
                    shown["F"] = [r.choice(keys) for _ in range(r.randint(0, 3))] if is_list else r.choice(keys + [None])
        return shown


class PartsTrial(Trial):
    World = PartsWorld

    def run(self):
        more = self.world.documents()
        one = self.database("one", self.documents)
        wanted, schema = contents(one), schema_of(one)
        lines = self.keyed(self.documents)
        self.check("load", self.load("load", lines), wanted, schema)
        merged = self.run_step("merge", "merge", self.spec, text=sort(lines))
        for name in ("sorted", "positions"):
            parts = self.parts(self.documents) if name == "sorted" else self.positioned()
            self.check(name, self.load(name, sort(parts)), wanted, schema)
            given = self.run_step("merge", "merge", self.spec, text=sort(parts))
            if given != merged:
                raise Failure(f"merge: {name}: {first_difference(given, merged)}")
        again = self.run_step("merge", "merge", self.spec, "--emit", "keyed", text=sort(lines))
        if self.run_step("merge", "merge", self.spec, text=again) != merged:
            raise Failure("again: what was merged merges to something else")
        known = self.database("update", self.documents)
        self.apply_to(known, more)
        other = self.database("updated", self.documents)
        self.run_step("update", "load", self.spec, "-o", other, text=sort(self.parts(more)))
        self.compare("update", contents(other), contents(known))
        self.check_damage()
        return sum(len(rows) for rows in wanted.values())

    def check(self, name, database, wanted, schema):
        self.compare(name, contents(database), wanted)
        if sorted(map(str, schema_of(database))) != sorted(map(str, schema)):
            raise Failure(f"{name}: the schema differs: {first_difference(str(schema_of(database)), str(schema))}")

    def database(self, name, documents):
        path = self.folder / f"{name}.db"
        self.apply_to(path, documents)
        return path

    def apply_to(self, path, documents):
        source = self.write(f"{path.name}.ndjson", documents)
        self.run_step("apply", "apply", self.spec, source, "-o", path, "--on-error", "skip", "--max-errors", "100%")

    def load(self, name, lines):
        path = self.folder / f"{name}.db"
        self.run_step(name, "load", self.spec, "-o", path, text=lines)
        return path

    # Lines

    def keyed(self, documents, *words):
        source = self.write("part.ndjson", documents)
        return self.run_step("keyed", "apply", self.spec, source, "--emit", "keyed", "--on-error", "skip", "--max-errors", "100%", *words)

    def parts(self, documents, *words):
        """The lines of all parts, of which some come twice."""
        made, rest = [], list(documents)
        while rest:
            size = self.random.randint(1, 4)
            made.append(self.keyed(rest[:size], "--part", len(made), *words))
            rest = rest[size:]
        made += [part for part in made if self.random.random() < 0.3]
        self.random.shuffle(made)
        return "".join(made)

    def positioned(self):
        """The lines of documents whose positions are the caller's, in any order."""
        texts = [f"x{number:06d}\t{json_text(document)}\n" for number, document in enumerate(self.documents)]
        self.random.shuffle(texts)
        words = ["apply", self.spec, "--emit", "keyed", "--positions", "--on-error", "skip", "--max-errors", "100%"]
        return self.run_step("positions", *words, text="".join(texts))

    def check_damage(self):
        lines = sort(self.parts(self.documents, "--trailer"))
        count = len({json.loads(line.split("\t")[2])["$trailer"]["part"] for line in lines.split("\n") if line.startswith("$trailer")})
        self.run_step("lines", "load", self.spec, "-o", self.folder / "whole.db", "--parts", count, text=lines)
        places = [place for place, line in enumerate(lines.split("\n")) if line and not line.startswith("$trailer")]
        for _ in range(3 if places else 0):
            kept = lines.split("\n")
            place = self.random.choice(places)
            while kept.count(kept[place]) > 1:
                kept.remove(kept[place])
                place = min(place, len(kept) - 2)
            line = kept[place]
            at = self.random.randrange(len(line))
            changed = line[:at] + self.random.choice('\t\x1f{}"\\,x') + line[at + 1:]
            damage = self.random.choice([[], [line[:at]], [changed]])
            kept[place:place + 1] = damage
            # Whether another value is the right one nobody knows.
            allowed = (0, 1, 4) if damage == [changed] else (4,)
            for command in (["load", self.spec, "-o", self.folder / "lost.db"], ["merge", self.spec]):
                run = self.start(*command, "--parts", count, text="\n".join(kept))
                if run.returncode not in allowed:
                    raise Failure(f"lines: {command[0]} ends with {run.returncode}: {damage}: {run.stderr[:300]}")
            (self.folder / "lost.db").unlink(missing_ok=True)

    def run_step(self, name, *words, text=""):
        run = self.start(*words, text=text)
        if run.returncode != 0:
            raise Failure(f"{name}: exit {run.returncode}: {run.stderr[:600]}")
        return run.stdout

    def start(self, *words, text=""):
        command = [self.program, *map(str, words), "--quiet"]
        return subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", errors="surrogateescape")


def sort(lines):
    """As LC_ALL=C sort does."""
    kept = [line for line in lines.split("\n") if line]
    return "".join(line + "\n" for line in sorted(kept, key=lambda line: line.encode()))


def first_difference(given, wanted):
    for place, (a, b) in enumerate(zip(given, wanted)):
        if a != b:
            start = max(0, place - 80)
            return f"{given[start:place + 80]!r} in place of {wanted[start:place + 80]!r}"
    return f"{len(given)} characters in place of {len(wanted)}: {given[len(wanted):][:160]!r} {wanted[len(given):][:160]!r}"
