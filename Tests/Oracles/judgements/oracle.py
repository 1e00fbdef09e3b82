"""Asks every command that maps for its judgement on one fixture, and compares.

Each seed is a spec of several descriptors with paths, methods, statuses and key paths, and a fixture whose name says its
request, or says nothing. `check SPEC FILE`, `check FILE`, `test` and `report` have to say the same of it, strict or not;
`apply`, `coverage` and flags in place of the name have to read the same records.
"""
import json
import random
import subprocess

from ..shared import Failure

SEEDS = 200
NAMES = ["issue", "issues", "repo", "failure"]
PATHS = ["/issues/:id", "/issues", "/repos/:id", "/repos"]
KEYS = ["id", "title", "size", "open", "owner", "tags"]
TYPES = ["integer", "string", "boolean", "number", None, "[string]"]
# Names that say no request.
PLAIN = ["page.json", "v1.2.json", "issue.get.json"]
# What only `check` of a spec and an input says, at the end of a run.
OF_RUNS = {"RK3042", "RK3050"}


def trial(program, seed, folder):
    chance = random.Random(seed)
    spec = make_spec(chance)
    name = fixture_name(chance, spec)
    (folder / "spec.json").write_text(json.dumps(spec, indent=1))
    # In a file without a request in its name, a second document is one more for `check` with a spec.
    (folder / name).write_text(fixture(chance, spec, may_repeat=name not in PLAIN))
    (folder / "rkmap.test.json").write_text(json.dumps({"spec": "spec.json", "cases": [{"files": name}]}))
    ask = Questions(program, folder, name)
    counts = {"fixtures": 1, "with errors": 0, "with records": 0}
    for flags in ([], ["--strict"], ["--drift", "report"]):
        counts["with errors"] += ask.judgements(flags)
    counts["with records"] += ask.records(spec)
    return counts


class Questions:
    """The commands, all about one fixture."""

    def __init__(self, program, folder, name):
        self.program, self.folder, self.name = program, folder, name

    def run(self, *arguments):
        done = subprocess.run([self.program, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=60)
        if done.returncode in (70, 139, 134):
            raise Failure(f"{' '.join(arguments)} ends with {done.returncode}: {done.stderr[:300]}")
        return done

    def report(self, *arguments):
        """The exit status, and the report; nil if the command could not ask at all."""
        done = self.run(*arguments, "--report", "json=report.json")
        path = self.folder / "report.json"
        report = json.loads(path.read_text()) if path.exists() else None
        path.unlink(missing_ok=True)
        return done.returncode, report

    def judgements(self, flags):
        """Whether the fixture has errors, of which all commands have to say the same."""
        status, wanted = self.report("check", "spec.json", self.name, *flags)
        # What a name leaves open is a fault of the command line here, and of the fixture in a suite.
        is_open = status == 2
        for command in (["check", self.name], ["test"]):
            other, report = self.report(*command, *flags)
            if is_open:
                if not other or "RK3014" not in codes(report):
                    raise Failure(f"{command} {flags}: exit {other}, although the request is not clear")
                continue
            self.compare(command + flags, report, wanted)
            if bool(other) != bool(status):
                raise Failure(f"{command} {flags}: exit {other}, and check with the spec: {status}")
        other, report = self.report("report", "spec.json", self.name, "-o", "page.html", *flags)
        if other != status:
            raise Failure(f"report {flags}: exit {other}, and check: {status}")
        if not is_open:
            self.compare(["report"] + flags, report, wanted)
        return bool(status)

    def compare(self, command, report, wanted):
        given, wanted = findings(report), findings(wanted)
        if given != wanted:
            extra = [one for one in given if one not in wanted]
            missing = [one for one in wanted if one not in given]
            raise Failure(f"{' '.join(command)}: says {extra[:2]}, does not say {missing[:2]}")

    def records(self, spec):
        """Whether there are records, which all commands have to read."""
        status, report = self.report("check", "spec.json", self.name)
        if status == 2:
            for command in ("apply", "coverage"):
                if self.run(command, "spec.json", self.name).returncode != 2:
                    raise Failure(f"{command} knows the request, and check does not")
            return False
        read = report["summary"]
        done = self.run("apply", "spec.json", self.name, "--to", "ndjson", "--on-error", "skip", "--max-errors", "1000")
        if done.returncode == 4 and status == 4:
            return False
        if done.returncode not in (0, 1) or done.stdout.count("\n") != read["records"]:
            raise Failure(f"apply: exit {done.returncode}, {done.stdout.count(chr(10))} records, and check has {read['records']}")
        done = self.run("coverage", "spec.json", self.name, "--to", "json")
        if done.stdout and json.loads(done.stdout)["summary"]["records"] != read["records"]:
            raise Failure(f"coverage: {done.stdout[:100]}, and check has {read['records']} records")
        self.shape(spec)
        return read["records"] > 0

    def shape(self, spec):
        """Flags in place of a name give the same bytes, where they can say the same."""
        parts = self.name.split(".")
        named = [one for one in spec["descriptors"] if one.get("name") == parts[0]]
        if len(parts) < 4 or len(named) != 1 or "path" not in named[0]:
            return
        path = named[0]["path"].replace(":id", "7")
        # Among others of its key path a name decides, and flags may not.
        others = [one for one in spec["descriptors"] if one is not named[0]]
        if any(one.get("keyPath") == named[0].get("keyPath") for one in others):
            return
        # A pattern of another descriptor may take the path, too.
        if any("path" in one and one["path"] != named[0]["path"] for one in others):
            return
        plain = self.folder / "plain.json"
        plain.write_text((self.folder / self.name).read_text())
        flags = ["--path", path, "--method", parts[1], "--status", parts[2]]
        given = self.run("apply", "spec.json", self.name, "--to", "json", "--on-error", "skip", "--max-errors", "1000")
        wanted = self.run("apply", "spec.json", "plain.json", "--to", "json", "--on-error", "skip", "--max-errors", "1000", *flags)
        if (given.returncode, given.stdout) != (wanted.returncode, wanted.stdout):
            raise Failure(f"{self.name} gives {given.stdout[:200]}, and {' '.join(flags)} gives {wanted.stdout[:200]}")


def codes(report):
    return {one["code"] for one in report["findings"]} if report else set()


def findings(report):
    """What is said of the fixture, without what is only noted."""
    return sorted(
        (one["severity"], one["code"], one.get("location", {}).get("pointer", ""), one["message"], one.get("count", 1))
        for one in report["findings"]
        if one["severity"] != "note" and one["code"] not in OF_RUNS
    )


def make_spec(chance):
    mappers = [mapper(chance, number) for number in range(chance.randint(1, 3))]
    if len(mappers) > 1 and chance.random() < 0.5:
        mappers[0]["relationships"] = [{"from": "owner", "to": "owner", "map-ref": mappers[1]["id"]}]
        mappers[0]["attributes"] = [one for one in mappers[0]["attributes"] if one["to"] != "owner"]
    descriptors = [descriptor(chance, mappers) for _ in range(chance.randint(1, 4))]
    spec = {"descriptors": descriptors, "mappers": mappers}
    if chance.random() < 0.3:
        spec["defaults"] = {chance.choice(["onMissing", "onNull"]): chance.choice(["absent", "error"])}
    return spec


def mapper(chance, number):
    attributes = []
    for key in sorted(chance.sample(KEYS, chance.randint(1, 4))):
        rule = {"from": key, "to": key}
        kind = chance.choice(TYPES)
        if kind:
            rule["type"] = kind
        if chance.random() < 0.1:
            rule["required"] = True
        elif chance.random() < 0.1:
            rule["onError"] = chance.choice(["fail", "null"])
        attributes.append(rule)
    made = {"id": f"m{number}", "target": f"M{number}", "attributes": attributes}
    if chance.random() < 0.2:
        made["when"] = chance.choice(["id > 2", "id > 5"])
    return made


def descriptor(chance, mappers):
    made = {"root-map-ref": chance.choice(mappers)["id"]}
    if chance.random() < 0.8:
        made["name"] = chance.choice(NAMES)
    if chance.random() < 0.7:
        made["path"] = chance.choice(PATHS)
    if chance.random() < 0.3:
        made["method"] = chance.choice(["GET", "POST"])
    if chance.random() < 0.2:
        made["statusCodes"] = chance.choice(["2XX", "4XX"])
    if chance.random() < 0.6:
        made["keyPath"] = chance.choice(["items", "error", "data.items"])
    if chance.random() < 0.15:
        made["optional"] = True
    return made


def fixture_name(chance, spec):
    if chance.random() < 0.15:
        return chance.choice(PLAIN)
    named = [one for one in spec["descriptors"] if "name" in one]
    if named and chance.random() < 0.6:
        one = chance.choice(named)
        status = {"2XX": ".200", "4XX": ".404"}.get(one.get("statusCodes"), ".200")
        return f"{one['name']}.{one.get('method', 'GET')}{status}.json"
    name = chance.choice(NAMES + [one["name"] for one in spec["descriptors"] if "name" in one] * 2)
    status = chance.choice([".200", ".200", ".404", ".204", ""])
    return f"{name}.{chance.choice(['GET', 'GET', 'POST'])}{status}.json"


def fixture(chance, spec, may_repeat):
    kind = chance.random()
    if kind < 0.02:
        return ""
    if kind < 0.04:
        return '{"items": [\n'
    if kind < 0.08 and may_repeat:
        return json.dumps(body(chance, spec)) + "\n" + json.dumps(body(chance, spec)) + "\n"
    return json.dumps(body(chance, spec), indent=chance.choice([None, 1]))


def body(chance, spec):
    made = things(chance)
    for path in {one.get("keyPath", "") for one in spec["descriptors"]} - {""}:
        if chance.random() < 0.1:
            continue
        if not isinstance(made, dict):
            made = {}
        place = made
        for key in path.split(".")[:-1]:
            place = place.setdefault(key, {})
            if not isinstance(place, dict):
                break
        else:
            place[path.split(".")[-1]] = things(chance)
    return made


def things(chance):
    kind = chance.random()
    if kind < 0.45:
        return thing(chance, 2)
    if kind < 0.85:
        return [thing(chance, 2) for _ in range(chance.randint(0, 3))]
    return chance.choice([None, 5, "text", [], {}, [[{"id": 1}]], [None, {"id": 3}]])


def thing(chance, depth):
    made = {}
    for key in chance.sample(KEYS, chance.randint(2, len(KEYS))):
        made[key] = value(chance, key, depth)
    return made


def value(chance, key, depth):
    if key == "owner" and depth > 0 and chance.random() < 0.7:
        return chance.choice([thing(chance, depth - 1), [thing(chance, depth - 1)], None])
    right = {"id": 3, "title": "a", "size": 1.5, "open": True, "tags": ["x"]}.get(key, 4)
    return right if chance.random() < 0.9 else chance.choice([None, "7", "x", 2, -1.5, False, [], ["a", 2], {}, {"id": 1}, ""])
