"""Splits generated documents with rkmap and with Python's json module, and compares the elements byte by byte.

Python's scanner says where each element ends; what stands there, without white space outside strings, is the line.
Each seed is 12 documents.
"""
import json
import random
import re
import subprocess

from ..shared import Failure

SEEDS = 40
DOCUMENTS = 12
SPACES = ["", "", "", " ", "\n", "\r\n\t", "  "]
SCALARS = ["null", "true", "false", "0", "-0", "1.50", "1e5", "-12.0E-3", "123456789012345678901234567890"]
LETTERS = ["a", " ", "é", "😀", "\\u00e9", "\\ud800", "\\n", '\\"', "\\\\", "[", "{", ",", ":", "\u2028"]
STRINGS = re.compile(r'("(?:[^"\\]|\\.)*")|[ \t\r\n]+')


def trial(program, seed, folder):
    source = random.Random(seed)
    count = 0
    for number in range(DOCUMENTS):
        keys = source.choice([[], ["a"], ["data", "items"], ["x", "y", "z"]])
        elements = [value(source, 0) for _ in range(source.choice([0, 1, 3, 20, 500]))]
        text = gap(source) + "[" + ",".join(elements) + gap(source) + "]" + gap(source)
        for key in reversed(keys):
            members = [f'"{key}":{text}', f'"before":{value(source, 3)}', f'"after":{value(source, 3)}']
            source.shuffle(members)
            text = gap(source) + "{" + gap(source) + ("," + gap(source)).join(members) + "}" + gap(source)
        file = folder / f"{number}.json"
        file.write_text(text, encoding="utf-8", newline="")
        wanted = [compact(element) for element in parts(text, keys)]
        compare(program, file, keys, wanted)
        count += len(wanted)
    return {"elements compared": count}


def compare(program, file, keys, wanted):
    for flags in (["-j", "1"], ["-j", "4"]):
        run = subprocess.run([program, "split", file, "--at", ".".join(keys), *flags], capture_output=True)
        if run.returncode != 0 or run.stderr:
            raise Failure(f"{file.name}: exit {run.returncode}: {run.stderr.decode()[:300]}")
        if run.stdout != "".join(line + "\n" for line in wanted).encode():
            raise Failure(f"{file.name} {flags}: other lines than Python's elements")


def parts(text, keys):
    """The texts of the elements, where Python's scanner finds that they begin and end."""
    decoder = json.JSONDecoder()
    at = begin(text, 0)
    for key in keys:
        at = begin(text, at + 1)
        while True:
            name, at = decoder.raw_decode(text, at)
            at = begin(text, begin(text, at) + 1)
            if name == key:
                break
            _, at = decoder.raw_decode(text, at)
            at = begin(text, begin(text, at) + 1)
    at = begin(text, at + 1)
    while text[at] != "]":
        _, end = decoder.raw_decode(text, at)
        yield text[at:end]
        at = begin(text, end)
        if text[at] == ",":
            at = begin(text, at + 1)


def begin(text, at):
    while text[at] in " \t\r\n":
        at += 1
    return at


def compact(text):
    return STRINGS.sub(lambda found: found.group(1) or "", text)


def value(source, level):
    kind = source.random()
    if level < 4 and kind < 0.2:
        inner = ",".join(value(source, level + 1) for _ in range(source.randint(0, 4)))
        text = "[" + inner + gap(source) + "]"
    elif level < 4 and kind < 0.5:
        members = (string(source) + gap(source) + ":" + value(source, level + 1) for _ in range(source.randint(0, 5)))
        text = "{" + ("," + gap(source)).join(gap(source) + member for member in members) + gap(source) + "}"
    elif kind < 0.75:
        text = string(source)
    else:
        text = source.choice(SCALARS)
    return gap(source) + text + gap(source)


def string(source):
    return '"' + "".join(source.choice(LETTERS) for _ in range(source.choice([0, 1, 5, 70]))) + '"'


def gap(source):
    return source.choice(SPACES)
