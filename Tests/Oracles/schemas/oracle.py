"""Holds the JSON Schemas that rkmap prints to what its reader takes and refuses.

Two validators check the schemas themselves; every spec and test file of the project that rkmap takes;
files in which each member of each kind of object has values of every kind; and some (--count, default
2000) random changes of the project's files.
What rkmap refuses for an unknown member, a value of a wrong kind or a word that is not known the schema
must refuse, and what the schema refuses rkmap must refuse. The records and inputs of the project's cases are held to the
schemas of records and of the source. Then it looks up what an editor would offer
in each kind of object. The action and the hooks of the project are held to their schemas, too.
"""
import copy
import json
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..shared import ROOT, WORK
from .places import PLACES, PROBES, TEST_PROBES

NEEDS_PACKAGES = True
CHANGES = 2000
# Unknown member, wrong kind, both spellings, missing member, unknown value, matcher without condition.
FORM_CODES = {"RK2005", "RK2006", "RK2008", "RK2009", "RK2010", "RK2019"}
# What a schema cannot know: names of other things, and what texts of a form of their own say.
BEYOND = re.compile(
    r"there is no type '|the '.' of the type|stands after the type$|a type is missing"
    r"|the transform 'round'|the transform '[a-zA-Z]+' needs|the transform 'replace'|the spec has no mappers"
    r"|the spec has no descriptor$"
    r"|is no status code|needs a 'map-ref' beside|this attribute needs a 'to'"
    r"|needs \"dynamic\": \"YES\" beside|^the dynamic mapper '.*' has no 'matchers'$"
)
# Names that lead to nothing are no reason for a schema to refuse.
REFERENCES = {"RK2003", "RK2013", "RK2027", "RK2040", "RK2041", "RK2042", "RK2051", "RK2065", "RK2067"}


def run(options, checks):
    trial = Trial(options.bin, checks)
    for subject in (Subject(options.bin, "spec"), Subject(options.bin, "test")):
        trial.validate_schema(subject)
        files = trial.own_files(subject)
        trial.probe(subject)
        trial.change(subject, files, random.Random(options.seed), options.count or CHANGES)
        trial.complete(subject)
    trial.validate_yaml()
    trial.validate_data()


class Subject:
    """A kind of files, with its schema."""

    def __init__(self, program, name):
        import jsonschema
        import jsonschema_rs

        self.name = name
        run = subprocess.run([program, "schema", "--of", name], check=True, capture_output=True, text=True)
        self.schema = json.loads(run.stdout)
        self.first = jsonschema.Draft7Validator(self.schema)
        self.second = jsonschema_rs.Draft7Validator(self.schema)
        self.kinds = {name: self.schema} | self.schema["definitions"]
        self.kinds = {n: k for n, k in self.kinds.items() if "patternProperties" in k}

    def refusals(self, document):
        """Why a document is not of the schema; None where the two validators do not agree."""
        reasons = [f"{list(e.absolute_path)}: {e.message[:200]}" for e in self.first.iter_errors(document)]
        if bool(reasons) == self.second.is_valid(document):
            return None
        return reasons


class Trial:
    def __init__(self, program, checks):
        self.program, self.check = program, checks.check

    def validate_schema(self, subject):
        import jsonschema

        reasons = list(jsonschema.Draft7Validator(jsonschema.Draft7Validator.META_SCHEMA).iter_errors(subject.schema))
        self.check(f"the schema of {subject.name} is valid", not reasons, *reasons[:3])
        published = ROOT / "docs" / "schemas" / f"{subject.name}.json"
        self.check(f"{published} is fresh (make docs)", json.loads(published.read_text()) == subject.schema)

    # -- Records and their source

    def validate_data(self):
        """What apply writes is of the schema of records, and what check --strict takes is of that of the source."""
        import jsonschema

        validator = jsonschema.Draft202012Validator
        for case in sorted(ROOT.glob("fixtures/apply/*/command.txt")):
            words = shlex.split(case.read_text(encoding="utf-8"))
            files = [word for word in words[2:] if word.endswith(".json") and (case.parent / word).exists()]
            if words[:2] != ["rkmap", "apply"] or len(files) < 2:
                continue
            spec, data = files[:2]
            request = [word for flag in ("--descriptor", "--method", "--path", "--status") if flag in words
                       for word in (flag, words[words.index(flag) + 1])]
            records, source = (self.printed(case.parent, "schema", spec, "--of", of, *request) for of in ("records", "source"))
            if records is None or source is None:
                continue
            for schema in records, source:
                validator.check_schema(schema)
            output = self.printed(case.parent, "apply", spec, data, "--to", "json", *request)
            if output is not None:
                reasons = [error.message for error in validator(records).iter_errors(output)]
                self.check(f"{case.parent.name}: records are of their schema", not reasons, *reasons[:2])
            if self.printed(case.parent, "check", "--strict", spec, data, "--report", "json", *request) is not None:
                try:
                    document = json.loads((case.parent / data).read_text(encoding="utf-8-sig"))
                except json.JSONDecodeError:
                    continue  # a stream
                reasons = [error.message for error in validator(source).iter_errors(document)]
                self.check(f"{case.parent.name}: the source is of its schema", not reasons, *reasons[:2])

    def printed(self, folder, *command):
        """The JSON value that a command prints; None where it fails."""
        run = subprocess.run([self.program, *command], cwd=folder, capture_output=True, text=True)
        try:
            return json.loads(run.stdout) if run.returncode == 0 else None
        except json.JSONDecodeError:
            return None

    # -- What rkmap says

    def findings(self, subject, document, folder=ROOT):
        """The errors that rkmap finds in a document: code and message."""
        text = json.dumps(document)
        if subject.name == "spec":
            command = [self.program, "check", "-", "--report", "json"]
            run = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True)
        else:
            run = self.run_suite(text)
        if run.returncode not in (0, 1, 2, 3):
            raise RuntimeError(f"exit {run.returncode}: {text}\n{run.stderr}")
        report = json.loads(run.stdout or run.stderr)
        errors = [f for f in report["findings"] if f["severity"] == "error"]
        if subject.name == "test":
            # A suite may name a file as its spec that is none: that says nothing of the suite.
            errors = [e for e in errors if (e.get("location") or {}).get("file", "").endswith("rkmap.test.json")]
        return [(e["code"], e["message"]) for e in errors]

    def run_suite(self, text):
        (WORK / "schemas").mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=WORK / "schemas"))
        (folder / "rkmap.test.json").write_text(text, encoding="utf-8")
        (folder / "spec.json").write_text('{"mappers": [{"id": "m", "target": "M", "attributes": ["a"]}]}')
        (folder / "one.json").write_text('{"a": 1}')
        command = [self.program, "test", ".", "--report", "json"]
        return subprocess.run(command, cwd=folder, capture_output=True, text=True)

    # -- Files of the project

    def candidates(self, subject):
        """Strict JSON documents with the folders that they stand in."""
        if subject.name == "test":
            paths = sorted(ROOT.glob("fixtures/*/*/**/*.test.json"))
            texts = [(p, p.read_text(encoding="utf-8")) for p in paths]
            tag = "json test="
        else:
            paths = sorted(ROOT.glob("specs/*.json"))
            for folder in ["apply", "check", "diagnostics", "route", "schema", "test", "fmt", "help"]:
                paths += sorted(ROOT.glob(f"fixtures/{folder}/*/*.json"))
            texts = [(p, p.read_text(encoding="utf-8", errors="replace")) for p in paths if p.stat().st_size < 100_000]
            tag = "json spec="
        for page in sorted(ROOT.glob("docs/*.md")) + [ROOT / "README.md"]:
            blocks = re.findall(r"^```" + tag + r"\S+\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
            texts += [(page, block) for block in blocks]
        for path, text in texts:
            try:
                document = json.loads(text, object_pairs_hook=once)
            except ValueError:
                continue
            if isinstance(document, dict):
                yield path, document

    def own_files(self, subject):
        """Holds the project's files to the schema; returns those that are sound."""
        found = list(self.candidates(subject))
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = list(pool.map(lambda f: self.findings(subject, f[1], f[0].parent), found))
        sound = []
        for (path, document), errors in zip(found, verdicts):
            if not any(self.is_of_form(subject, e) for e in errors):
                sound.append((path, document))
            self.compare(subject, document, errors, path)
        least = {"spec": 150, "test": 1}[subject.name]
        self.check(f"only {len(sound)} sound files of {subject.name}", len(sound) >= least)
        return sound

    def is_of_form(self, subject, error):
        """Whether an error may be a reason for a schema to refuse."""
        # Suites are tried beside fixtures that are not theirs: what comes of these says nothing.
        return error[0] in FORM_CODES or error[0].startswith("RK208") if subject.name == "test" else error[0] not in REFERENCES

    def compare(self, subject, document, errors, title):
        reasons = subject.refusals(document)
        if reasons is None:
            return self.check(f"{title}: the validators do not agree", False, json.dumps(document)[:600])
        formal = [e for e in errors if e[0] in FORM_CODES and not BEYOND.search(e[1])]
        real = [e for e in errors if self.is_of_form(subject, e)]
        if formal and not reasons:
            return self.check(f"{title}: the schema takes what rkmap refuses", False, json.dumps(document)[:600], formal[:3])
        is_sound = bool(real) or not reasons
        self.check(f"{title}: the schema refuses what rkmap takes", is_sound, json.dumps(document)[:600], reasons[:3])

    # -- Values of every kind

    def probe(self, subject):
        work = []
        for name, kind in subject.kinds.items():
            place = PLACES[subject.name].get(name)
            if place is None:
                self.check(f"no place is known for the kind '{name}'", False)
                continue
            for member in list(kind["properties"]) + ["unheardOf", "$mine", "x-mine"]:
                if member == "$schema":
                    continue
                for probe in PROBES + (TEST_PROBES if subject.name == "test" else []):
                    document = copy.deepcopy(place.base)
                    at(document, place.path)[member] = probe
                    work.append((f"{name}.{member}", document))
        self.compare_all(subject, work)

    def compare_all(self, subject, work):
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            verdicts = pool.map(lambda w: self.findings(subject, w[1], w[2] if len(w) > 2 else ROOT), work)
            for item, errors in zip(work, verdicts):
                self.compare(subject, item[1], errors, item[0])

    # -- Random changes

    def change(self, subject, files, numbers, count):
        work = []
        while len(work) < count and files:
            path, document = numbers.choice(files)
            changed = copy.deepcopy(document)
            title = change(changed, numbers)
            if title:
                work.append((f"{path.relative_to(ROOT)}, {title}", changed, path.parent))
        self.compare_all(subject, work)

    # -- What an editor offers

    def complete(self, subject):
        """In each kind of object an editor must find every member, and something to say of it."""
        for name, kind in subject.kinds.items():
            place = PLACES[subject.name].get(name)
            offered = offers(subject.schema, [subject.schema], place.path) if place else {}
            for member in kind["properties"]:
                description = offered.get(member, "")
                is_sound = description.endswith(".") and len(description) > 10
                self.check(f"an editor has nothing to say of '{member}' in {name}: {description!r}", is_sound)

    # -- The action and the hooks

    def validate_yaml(self):
        for command in [
            ["check_jsonschema", "--builtin-schema", "vendor.github-actions", "action.yml"],
            ["pre_commit", "validate-manifest", ".pre-commit-hooks.yaml"],
        ]:
            run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
            self.check(command[-1], run.returncode == 0, run.stdout, run.stderr)


def once(pairs):
    """An object whose keys are all different."""
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a repeated key")
    return dict(pairs)


def at(document, path):
    for step in path:
        document = document[step]
    return document


def offers(root, schemas, path):
    """The properties that a schema knows of at a path, with their descriptions."""
    for step in path:
        inner = []
        for schema in spread(root, schemas):
            if isinstance(step, int):
                inner += [schema["items"]] if "items" in schema else []
            elif step in schema.get("properties", {}):
                inner.append(schema["properties"][step])
            elif isinstance(schema.get("additionalProperties"), dict):
                inner.append(schema["additionalProperties"])
        schemas = inner
    offered = {}
    for schema in spread(root, schemas):
        for name, value in schema.get("properties", {}).items():
            if isinstance(value, dict) and value.get("description"):
                offered.setdefault(name, value["description"])
    return offered


def spread(root, schemas):
    """Schemas with all that they refer to."""
    found, todo = [], list(schemas)
    while todo:
        schema = todo.pop()
        if not isinstance(schema, dict) or any(schema is other for other in found):
            continue
        found.append(schema)
        if "$ref" in schema:
            todo.append(at(root, schema["$ref"].removeprefix("#/").split("/")))
        for word in ("allOf", "anyOf", "oneOf"):
            todo += schema.get(word, [])
        todo += [schema[word] for word in ("then", "else") if word in schema]
    return found


def change(document, numbers):
    """Changes one thing somewhere in a document; what was changed."""
    objects, slots = [], []
    collect(document, objects, slots)
    kind = numbers.choice(["add", "rename", "replace", "replace", "word", "remove"])
    if kind == "add":
        numbers.choice(objects)[numbers.choice(["unheardOf", "Path", "$x", "many", "to", "maps"])] = numbers.choice([1, "a", None])
        return "a member more"
    holder, key = numbers.choice(slots)
    if kind == "rename":
        if not isinstance(key, str) or len(key) < 2:
            return None
        place = numbers.randrange(len(key))
        holder[key[:place] + key[place + 1 :]] = holder.pop(key)
        return f"'{key}' spelt wrong"
    if kind == "replace":
        holder[key] = copy.deepcopy(numbers.choice(PROBES))
        return f"another value of {key!r}"
    if kind == "word":
        if not isinstance(holder[key], str):
            return None
        holder[key] = numbers.choice(["nonsense", holder[key].upper(), holder[key][1:]])
        return f"another text of {key!r}"
    if isinstance(holder, list):
        return None
    del holder[key]
    return f"without {key!r}"


def collect(value, objects, slots):
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    if isinstance(value, dict):
        objects.append(value)
    for key, member in members:
        slots.append((value, key))
        collect(member, objects, slots)

