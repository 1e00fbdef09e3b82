"""Reads generated CSV and TSV with rkmap and with Python's csv module, and compares the cells.

Each seed is 12 files, with and without a header, byte order mark and last line end.
"""
import csv
import io
import json
import random
import subprocess

from ..shared import Failure

SEEDS = 40
FILES = 12
LETTERS = 'ab1 ,;\t|"\n\r\\é\x00\x01\x1f\u2028😀'
LENGTHS = [0, 0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 40, 300]


def trial(program, seed, folder):
    source = random.Random(seed)
    cells = 0
    for number in range(FILES):
        delimiter, has_header = source.choice(",;\t|"), source.random() < 0.7
        names = [f"k{column}" + source.choice(["", " ", '"x', ",;\\"]) for column in range(source.randint(1, 6))]
        text = table(source, delimiter, names)
        rows = list(csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=delimiter, strict=True))
        rows = [row for row in rows if row]
        cells += sum(map(len, rows))
        wanted = [{f"c{column}": cell for column, cell in enumerate(row)} for row in rows[has_header:]]
        keys = [f"[{json.dumps(name)}]" for name in names] if has_header else [f"[{column}]" for column in range(len(names))]
        attributes = [{"from": key, "to": f"c{column}"} for column, key in enumerate(keys)]
        spec = folder / "spec.json"
        spec.write_text(json.dumps({"mappers": [{"id": "m", "target": "M", "attributes": attributes}]}))
        compare(program, spec, folder / f"{number}.csv", text, delimiter, has_header, wanted)
    return {"cells compared": cells}


def compare(program, spec, file, text, delimiter, has_header, wanted):
    file.write_bytes(text.encode())
    flags = ["--delimiter", delimiter, "--quiet"] + ([] if has_header else ["--no-header"])
    run = subprocess.run([program, "apply", spec, file, *flags], capture_output=True)
    if run.returncode != 0:
        raise Failure(f"{file.name}: exit {run.returncode}: {run.stderr.decode()[:300]}")
    given = [json.loads(line) for line in run.stdout.decode().split("\n") if line]
    for number, (left, right) in enumerate(zip(given, wanted)):
        if left != right:
            raise Failure(f"{file.name}: row {number} is {left!r}, not {right!r}")
    if len(given) != len(wanted):
        raise Failure(f"{file.name}: {len(given)} rows, not {len(wanted)}")


def table(source, delimiter, names):
    end = source.choice(["\n", "\r\n"])
    rows = [[cell(source) for _ in range(source.randint(1, len(names)))] for _ in range(source.choice([0, 1, 2, 5, 200]))]
    # One empty cell without quotes is no row.
    lines = [line(source, row, delimiter) for row in [names] + rows if row != [""]]
    text = "".join(part + end for part in lines)
    if source.random() < 0.3:
        text = text.removesuffix(end)
    return ("\ufeff" if source.random() < 0.2 else "") + text


def cell(source):
    return "".join(source.choice(LETTERS) for _ in range(source.choice(LENGTHS)))


def line(source, row, delimiter):
    return delimiter.join(written(source, text, delimiter) for text in row)


def written(source, text, delimiter):
    needs_quotes = text.startswith('"') or any(mark in text for mark in (delimiter, "\n", "\r"))
    # A quote in a cell without quotes is a quote.
    if needs_quotes or source.random() < 0.3:
        return '"' + text.replace('"', '""') + '"'
    return text
