"""Compares the tables that `rkmap schema --of sql` prints with those that runs make.

For each spec of the project's cases and examples that has an input: a database that `apply` makes has the statements
that `schema` prints, no more and no less, and so has a script for PostgreSQL. Where a relationship does not say how many
records it leads to (RK5011), the records decide, and nothing is compared.
"""
import os
import re
import shlex
import sqlite3
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ..shared import ROOT

# Flags that choose descriptors, or say how inputs are read.
KEPT = ["--descriptor", "--method", "--path", "--status", "--from", "--route"]
LEAST = 100
POSTGRES = ["--dialect", "postgres"]


def run(options, checks):
    cases = sorted(set(found()))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        places = [Path(folder) / str(number) for number in range(len(cases))]
        verdicts = pool.map(lambda case: compare(options.bin, *case), [(*c, p) for c, p in zip(cases, places)])
        compared = 0
        for (place, words), verdict in zip(cases, verdicts):
            for dialect, wanted, made in verdict:
                compared += 1
                title = f"{place.relative_to(ROOT)}: {' '.join(words)}: {dialect}"
                checks.check(title, wanted == made, *sorted(set(wanted) ^ set(made))[:4])
    checks.check(f"only {compared} are compared", compared >= LEAST)


def found():
    """The folder, and the spec, the input and the flags of each case."""
    for case in ROOT.glob("fixtures/*/*/command.txt"):
        words = shlex.split(case.read_text(encoding="utf-8"))
        files = [word for word in words[2:] if not word.startswith("-") and (case.parent / word).is_file()]
        if len(files) > 1 and files[0].endswith(".json"):
            yield case.parent, (*files[:2], *flags(words))
    for line in (ROOT / "specs/README.md").read_text(encoding="utf-8").splitlines():
        for command in re.findall(r"`(rkmap apply [^`]*)`", line):
            words = [word for word in shlex.split(command) if word != "<"]
            files = [word for word in words[2:] if (ROOT / word).is_file()]
            yield ROOT, (*files[:2], *flags(words))


def flags(words):
    return [word for flag in KEPT if flag in words for word in words[words.index(flag) :][:2]]


def compare(program, place, words, output):
    """For each dialect the statements that are wanted, and those that are made; nothing if they cannot be compared."""
    spec, data, *rest = words
    request = rest[: rest.index("--from")] if "--from" in rest else rest

    def outcome(*command):
        return subprocess.run([program, *command], cwd=place, capture_output=True, text=True, errors="replace")

    printed = outcome("schema", spec, "--of", "sql", *request)
    is_request = re.search(r"\.(GET|POST|PUT|PATCH|DELETE|HEAD)\.", data)
    if printed.returncode != 0 or "RK5011" in printed.stderr or is_request:
        return []
    compared = []
    file = f"{output}.db"
    skip = ["--on-error", "skip", "--max-errors", "100%"]
    if outcome("apply", spec, data, *rest, *skip, "-o", file).returncode in (0, 1) and Path(file).exists():
        with sqlite3.connect(file) as database:
            made = [row[0] for row in database.execute(
                "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE '\\_rkmap%' ESCAPE '\\'")]
        compared.append(("SQLite", plain(printed.stdout.split(";\n")), plain(made)))
    printed = outcome("schema", spec, "--of", "sql", *request, *POSTGRES)
    script = outcome("apply", spec, data, *rest, *skip, "--to", "sql", *POSTGRES)
    if printed.returncode == 0 and script.stdout.endswith("COMMIT;\n"):
        made = re.findall(r"^CREATE (?:TABLE|UNIQUE INDEX|INDEX) IF NOT EXISTS (?:.|\n)*?;$", script.stdout, re.M)
        made = [text.replace(" IF NOT EXISTS", "", 1) for text in made if "_rkmap" not in text.split("(")[0]]
        wanted = [text for text in printed.stdout.split(";\n") if not text.lstrip().startswith("ALTER")]
        compared.append(("PostgreSQL", plain(wanted), plain(made)))
    return compared


def plain(statements):
    """The statements in some order, without comments and layout."""
    texts = (re.sub(r"--[^\n]*", "", text).strip().rstrip(";") for text in statements)
    texts = (re.sub(r"\s+", " ", text).replace("( ", "(").replace(" )", ")") for text in texts)
    return sorted({text for text in texts if text})
