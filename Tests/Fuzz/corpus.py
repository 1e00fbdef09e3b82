#!/usr/bin/env python3
"""Keeps what the fuzzer has learnt in files that can be read: a JSON string a line, a character for each byte.

usage: corpus.py unpack FILE FOLDER   make a file of each line
       corpus.py pack FOLDER FILE     make a line of each file
"""
import json
import sys
from pathlib import Path


def unpack(file, folder):
    Path(folder).mkdir(parents=True, exist_ok=True)
    if not Path(file).exists():
        return
    for number, line in enumerate(Path(file).read_text().splitlines()):
        (Path(folder) / f"kept-{number:04}").write_bytes(json.loads(line).encode("latin-1"))


def pack(folder, file):
    texts = {path.read_bytes().decode("latin-1") for path in Path(folder).iterdir() if path.is_file()}
    lines = [json.dumps(text) for text in sorted(texts, key=lambda text: (len(text), text))]
    Path(file).write_text("".join(line + "\n" for line in lines))


if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in ("pack", "unpack"):
        sys.exit(__doc__)
    (pack if sys.argv[1] == "pack" else unpack)(*sys.argv[2:])
