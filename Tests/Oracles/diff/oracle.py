"""Compares random documents, and their databases, by random specs, and holds `rkmap diff` to what it promises.

Each seed is a spec with two documents, whose records are related and come several times. For each:
  reference  the differences are those of a full join that an independent program in Python makes
  itself     a document does not differ from itself
  mirror     the other way round old and new, add and remove are exchanged
  shuffle    the records in another order give the same bytes
  jobs       any number of threads gives the same bytes
  databases  two databases differ as their documents do, but for what is absent
  sql        --to sql, run on the old database, gives the rows of the new one, and of a document from nothing
"""
import json
import random
import sqlite3
import subprocess

from ..shared import Failure
from .reference import Comparison, changes

SEEDS = 300


def trial(program, seed, folder):
    return {"differences": Trial(program, seed, folder).run()}


class Spec:
    """A random spec: targets with attributes, identities and relationships."""

    def __init__(self, chance):
        self.targets = ["Post", "User", "Note", "Tag"]
        self.identities = {
            "Post": chance.choice([["id"], ["id"], ["id", "part"]]),
            "User": ["id"],
            "Note": [],
            "Tag": chance.choice([[], ["name"]]),
        }
        self.types = {
            ("Post", "id"): chance.choice([None, "integer"]),
            ("Post", "part"): None,
            ("Post", "score"): chance.choice([None, "number"]),
            ("Post", "title"): chance.choice([None, "string"]),
            ("Post", "words"): chance.choice(["set<string>", "[string]"]),
            ("Post", "rev"): "integer",
            ("User", "id"): None,
            ("User", "name"): None,
            ("User", "age"): "integer",
            ("Note", "text"): None,
            ("Note", "size"): chance.choice([None, "integer"]),
            ("Tag", "name"): "string",
        }
        self.attributes = {target: [(name, kind) for (owner, name), kind in self.types.items() if owner == target] for target in self.targets}
        policy = chance.choice(["set", "set", "union"])
        self.relations = {
            "Post": [
                ("author", "User", False, "set"),
                ("notes", "Note", True, "set"),
                ("tags", "Tag", True, policy if self.identities["Tag"] else "set"),
                ("first", "Note", False, "set"),
            ],
            "User": [],
            "Note": [("by", "User", False, "set")] if chance.random() < 0.5 else [],
            "Tag": [],
        }
        self.unordered = set()
        if self.types["Post", "words"].startswith("set"):
            self.unordered.add(("Post", "words"))
        if policy == "union" and self.identities["Tag"]:
            self.unordered.add(("Post", "tags"))
        self.revisions = {"Post": "rev"} if chance.random() < 0.3 else {}
        self.roots = [("Post", "posts")]
        if chance.random() < 0.7:
            self.roots.append(("Note", "loose"))

    def order(self, target):
        return [name for name, _ in self.attributes[target]] + [name for name, *_ in self.relations[target]]

    def tree(self):
        mappers = []
        for target in self.targets:
            mapper = {
                "id": target.lower(),
                "target": target,
                "attributes": [
                    {"from": name, "to": name, "type": kind} if kind else name for name, kind in self.attributes[target]
                ],
                "relationships": [
                    {"from": name, "to": name, "map-ref": other.lower(), "many": is_many}
                    | ({"assignmentPolicy": policy} if policy != "set" else {})
                    for name, other, is_many, policy in self.relations[target]
                ],
            }
            if self.identities[target]:
                mapper["identification"] = self.identities[target]
            if target in self.revisions:
                mapper["modification"] = self.revisions[target]
            mappers.append(mapper)
        descriptors = [{"keyPath": name, "root-map-ref": target.lower()} for target, name in self.roots]
        return {"descriptors": descriptors, "mappers": mappers}


class Trial:
    def __init__(self, program, seed, folder):
        self.program, self.folder = program, folder
        self.chance = random.Random(seed * 104729)
        self.spec = Spec(self.chance)
        # The same key is a number in both documents, or a text.
        self.texts = self.chance.random() < 0.3 and self.spec.types["Post", "id"] is None
        self.repeats = self.chance.random() < 0.5
        self.old = self.document()
        self.new = self.changed(self.old) if self.chance.random() < 0.7 else self.document()
        (folder / "spec.json").write_text(json.dumps(self.spec.tree(), indent=1), encoding="utf-8")
        for name, document in (("old", self.old), ("new", self.new)):
            (folder / f"{name}.json").write_text(json.dumps(document, ensure_ascii=False, indent=self.chance.choice([None, 1])), encoding="utf-8")

    # Documents

    def document(self):
        count = self.chance.choice([0, 1, 5, 20])
        keys = [self.chance.randint(1, 12) for _ in range(count)]
        if not self.repeats:
            keys = list(dict.fromkeys(keys))
        document = {"posts": [self.post(key) for key in keys]}
        if len(self.spec.roots) > 1:
            document["loose"] = [self.note() for _ in range(self.chance.choice([0, 1, 6]))]
        return document

    def post(self, key):
        post = {"id": f"p{key}" if self.texts else key}
        if "part" in self.spec.identities["Post"]:
            post["part"] = "x"
        self.some(post, "score", [1, 1.0, 1.5, 2, 1.5e3, 1500, None, -0.25])
        self.some(post, "title", ["a", "b", "\u00e9|`", "", None])
        self.some(post, "words", [[], ["a"], ["a", "b"], ["b", "a"], None])
        if self.spec.revisions:
            post["rev"] = self.chance.randint(1, 3)
        self.some(post, "author", [None, self.user(), self.user(), self.user()])
        self.some(post, "notes", [[], [self.note()], [self.note(), self.note()], None])
        self.some(post, "tags", [[], [self.tag()], self.tags(), None])
        self.some(post, "first", [None, self.note()])
        return post

    def some(self, made, name, values):
        if self.chance.random() < 0.7:
            made[name] = self.chance.choice(values)

    def user(self):
        user = {"id": self.chance.randint(1, 5)}
        if self.repeats or self.chance.random() < 0.1:
            self.some(user, "name", ["Ann", "Bob", None])
            self.some(user, "age", [1, 2, None])
        return user

    def note(self):
        # A record with nothing but nulls in the columns of its owner is none.
        note = {"text": self.chance.choice(["x", "y", "z"])}
        self.some(note, "size", [1, 2])
        if self.spec.relations["Note"]:
            self.some(note, "by", [self.user()])
        return note

    def tag(self):
        return {"name": self.chance.choice("abcd")}

    def tags(self):
        names = self.chance.sample("abcd", self.chance.randint(1, 3))
        return [{"name": name} for name in names]

    def changed(self, document):
        document = json.loads(json.dumps(document))
        for post in list(document["posts"]):
            kind = self.chance.random()
            if kind < 0.2:
                document["posts"].remove(post)
            elif kind < 0.6:
                name = self.chance.choice(["score", "title", "words", "author", "notes", "tags", "first"])
                post.pop(name, None)
                other = self.post(0)
                if name in other:
                    post[name] = other[name]
        if self.chance.random() < 0.5:
            document["posts"].append(self.post(self.chance.randint(13, 15)))
        for note in list(document.get("loose", [])):
            if self.chance.random() < 0.3:
                document["loose"].append(self.note())
            if self.chance.random() < 0.3:
                document["loose"].remove(note)
        return document

    # What is held to

    def run(self):
        flags, comparison = self.exceptions()
        wanted, counts = changes(self.spec, self.old, self.new, comparison)
        given = self.lines("old.json", "new.json", *flags)
        self.expect("reference", given, wanted)
        whole = json.loads(self.diff("old.json", "new.json", "--to", "json", *flags))
        self.expect("summary", whole, {"version": 1, "summary": counts, "changes": wanted})
        if self.lines("old.json", "old.json"):
            raise Failure("itself: a document differs from itself")
        mirrored = self.lines("new.json", "old.json", *flags)
        self.expect("mirror", mirrored, [mirror(line) for line in given])
        self.check_order(flags)
        self.check_databases()
        self.check_script()
        return len(given)

    def exceptions(self):
        flags, ignored, tolerances = [], [], {}
        if self.chance.random() < 0.2:
            ignored.append(self.chance.choice([("Post", "title"), ("Post", "notes"), ("User", "name")]))
            flags += ["--ignore", ".".join(ignored[0])]
        if self.chance.random() < 0.2:
            tolerances["Post", "score"] = "0.5"
            flags += ["--tolerance", self.chance.choice(["score=0.5", "Post.score=0.5"])]
        return flags, Comparison(self.spec, ignored, tolerances)

    def check_order(self, flags):
        text = self.diff("old.json", "new.json", "--to", "json", *flags)
        if self.diff("old.json", "new.json", "--to", "json", "-j", "3", *flags) != text:
            raise Failure("jobs: three threads give other bytes")
        if self.repeats or self.spec.revisions or any("name" in str(post.get("author")) for post in self.old["posts"]):
            return
        shuffled = json.loads(json.dumps(self.old))
        for records in shuffled.values():
            self.chance.shuffle(records)
        (self.folder / "shuffled.json").write_text(json.dumps(shuffled))
        if self.diff("shuffled.json", "new.json", "--to", "json", *flags) != text:
            raise Failure("shuffle: another order gives other bytes")

    def check_databases(self):
        for name in ("old", "new"):
            self.rkmap("apply", "spec.json", f"{name}.json", "-o", f"{name}.db", "--quiet")
        wanted, counts = changes(self.spec, self.old, self.new, Comparison(self.spec, absent_is_null=True))
        whole = json.loads(self.diff("old.db", "new.db", "--to", "json"))
        self.expect("databases", whole["summary"], counts)
        self.expect("databases", outlines(whole["changes"]), outlines(wanted))
        for pair in (("old.json", "new.db"), ("old.db", "new.json")):
            mixed = json.loads(self.diff(*pair, "--to", "json"))
            self.expect("databases and documents", mixed, whole)

    def check_script(self):
        (self.folder / "none.json").write_text(json.dumps({name: [] for _, name in self.spec.roots}))
        self.rkmap("apply", "spec.json", "none.json", "-o", "none.db", "--quiet")
        wanted = contents(self.folder / "new.db")
        for start, old in (("old.db", "old.db"), ("old.db", "old.json"), ("none.db", "none.json")):
            script = self.diff(old, "new.json", "--to", "sql")
            database = sqlite3.connect(":memory:", isolation_level=None)
            database.executescript(dump(self.folder / start))
            database.execute("PRAGMA foreign_keys = ON")
            try:
                database.executescript(script)
            except sqlite3.Error as error:
                raise Failure(f"sql: {error} in the script of {old}")
            self.expect("sql", rows(database), wanted)
            database.close()

    def expect(self, what, given, wanted):
        if given == wanted:
            return
        if isinstance(given, list):
            for one, other in zip(given + [None], wanted + [None]):
                if one != other:
                    raise Failure(f"{what}\n  given  {json.dumps(one)[:900]}\n  wanted {json.dumps(other)[:900]}")
        raise Failure(f"{what}\n  given  {str(given)[:1500]}\n  wanted {str(wanted)[:1500]}")

    # Runs

    def lines(self, *arguments):
        text = self.diff(*arguments, "--to", "ndjson")
        return [json.loads(line) for line in text.splitlines()]

    def diff(self, *arguments):
        run = subprocess.run([self.program, "diff", "spec.json", *arguments], cwd=self.folder, capture_output=True)
        findings = [line for line in run.stderr.splitlines() if b"[RK" in line]
        # Of records with several versions it warns.
        if run.returncode not in (0, 1) or any(b"warning[RK3031]" not in line for line in findings):
            raise Failure(f"{arguments}: {run.returncode}: {run.stderr.decode()[:500]}")
        return run.stdout.decode()

    def rkmap(self, *arguments):
        run = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True)
        if run.returncode:
            raise Failure(f"{arguments}: {run.returncode}: {run.stderr.decode()[:500]}")


def mirror(line):
    """What is told the other way round."""
    line = dict(line)
    line["op"] = {"add": "remove", "remove": "add", "change": "change"}[line["op"]]
    if "changes" in line:
        names = {"old": "new", "new": "old"}
        line["changes"] = {
            name: {names[side]: change[side] for side in ("new", "old") if side in change} for name, change in line["changes"].items()
        }
    return line


def outlines(lines):
    """What lines tell, without the values: a database has null for what is absent, which changes the order of records
    without identity."""
    found = []
    for line in lines:
        record = [name for name, value in (line.get("record") or {}).items() if value not in (None, [])]
        found.append((line["target"], json.dumps(line["key"]), line["op"], list(line.get("changes", {})), record))
    identified = [line for line in found if line[1] != "null"]
    return identified + sorted(line for line in found if line[1] == "null")


def contents(path):
    database = sqlite3.connect(path)
    found = rows(database)
    database.close()
    return found


def rows(database):
    names = [name for name, in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    return {name: sorted(map(repr, database.execute(f'SELECT * FROM "{name}"'))) for name in names}


def dump(path):
    database = sqlite3.connect(path)
    text = "\n".join(database.iterdump())
    database.close()
    return text
