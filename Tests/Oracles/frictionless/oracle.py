"""Validates the folders of tables that rkmap writes.

Writes tables of several specs, with several dialects, and asks the validator of the Frictionless
Data project whether each datapackage.json is valid, and whether the files are as it says. Then damages copies in ways that it must
notice: a validator that accepts everything would prove nothing.
"""
import json
import shutil
import subprocess
import sys

from ..shared import ROOT, WORK

NEEDS_PACKAGES = True
CASES = "Tests/Oracles/frictionless/cases"
EXAMPLES = [
    ("specs/tweets.json", "fixtures/apply/tweets/tweets.ndjson"),
    ("specs/tweets-document.json", "fixtures/data/twitter.json"),
    ("specs/citm.json", "fixtures/data/citm_catalog.json"),
    ("specs/people.json", "fixtures/apply/people/people.ndjson"),
    ("specs/articles-stored.json", "fixtures/apply/articles-stored/articles.json"),
    ("specs/boys-and-girls.json", "fixtures/apply/boys-and-girls/people.json"),
    ("specs/magazine.json", "fixtures/apply/magazine/magazine.json"),
    (f"{CASES}/shop.json", f"{CASES}/orders.json"),
    (f"{CASES}/tree.json", f"{CASES}/comments.json"),
    (f"{CASES}/playlists.json", f"{CASES}/playlists-data.json"),
]
DIALECTS = [
    [],
    ["--delimiter", ";", "--crlf", "--null", "NULL"],
    ["--delimiter", "tab", "--bom", "--list-separator", "|"],
    ["--no-header"],
    ["--safe-cells", "--delimiter", "'"],
]


def run(options, checks):
    tables = WORK / "tables"
    shutil.rmtree(tables, ignore_errors=True)
    tables.mkdir(parents=True)
    folders = []
    for number, (spec, source) in enumerate(EXAMPLES):
        for dialect, words in enumerate(DIALECTS):
            folder = tables / f"{number}-{dialect}"
            command = [options.bin, "apply", spec, source, "-o", f"{folder}/", "--quiet", *words]
            subprocess.run(command, cwd=ROOT, check=True)
            folders.append((folder, f"{spec} {' '.join(words)}".strip(), True))
    sound = tables / "7-0"
    for name, damage in DAMAGES:
        folder = tables / f"damaged {name}"
        shutil.copytree(sound, folder)
        damage(folder)
        folders.append((folder, f"damaged: {name}", False))
    found = validate([folder for folder, _, _ in folders])
    for (folder, title, is_sound), errors in zip(folders, found):
        checks.check(title, bool(errors) != is_sound, *errors[:5])


VALIDATION = """
import json, os, sys
from frictionless import Package, validate
verdicts = []
for folder in json.load(sys.stdin):
    os.chdir(folder)
    report = validate("datapackage.json", type="package")
    errors = [e[-1] for e in report.flatten(["message"])]
    count = len(Package("datapackage.json").resources) if not errors else len(report.tasks)
    if count != len(report.tasks) or not report.tasks:
        errors.append("not every resource was looked at")
    verdicts.append(errors)
json.dump(verdicts, sys.stdout)
"""


def validate(folders):
    """For each folder what the validator complains of."""
    names = json.dumps([str(folder) for folder in folders])
    run = subprocess.run([sys.executable, "-c", VALIDATION], input=names, check=True, stdout=subprocess.PIPE, text=True)
    return json.loads(run.stdout)


def rewrite(name, change):
    def damage(folder):
        path = folder / name
        old = path.read_text(encoding="utf-8")
        new = change(old)
        assert new != old, f"nothing to damage in {name}"
        path.write_text(new, encoding="utf-8")

    return damage


DAMAGES = [
    ("a key that occurs twice", rewrite("Customer.csv", lambda text: text + text.splitlines()[-1] + "\n")),
    ("a reference to nothing", rewrite("Order.csv", lambda text: text.replace(",c1", ",c9", 1))),
    ("no integer", rewrite("Line.csv", lambda text: text.replace(",3\n", ",three\n", 1))),
    ("a column without a name", rewrite("Line.csv", lambda text: text.replace("count", "number", 1))),
    ("a row that is too long", rewrite("Order.csv", lambda text: text + "1,2,3,4,5,6,7,8,9,10,11,12\n")),
    ("no file", lambda folder: (folder / "Line.csv").unlink()),
    ("no description", rewrite("datapackage.json", lambda text: text.replace('"resources"', '"resource"'))),
]

