#!/usr/bin/env python3
"""Runs docs/recipes/spark/rkmap_job.py on a cluster of this machine, and compares it with one process.

usage: spark.py [--bin PATH] [--python PATH] [--records N]

PATH of --python has pyspark; without it, a virtual environment with pyspark from PyPI is made under .build/spark. Java must be
there. The cluster has two workers that are processes of their own. The job runs with speculation; calls of rkmap are killed in the
middle, and so is an executor. What it leaves must be, sorted, the bytes of one process, and so must the rows of a database.
"""
import argparse
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
JOB = ROOT / "docs/recipes/spark/rkmap_job.py"
SPEC = ROOT / "docs/recipes/spec.json"
# Names for the environment of the script that stands for rkmap.
KILLER = """#!/bin/sh
# The first calls are killed in the middle of their input.
for number in 1 2 3; do
  if mkdir "{folder}/$number" 2>/dev/null; then head -c 4000 | "{program}" "$@"; kill -9 $$; fi
done
exec "{program}" "$@"
"""


def python_with_spark():
    place = ROOT / ".build/spark"
    python = place / "bin/python"
    if not python.exists():
        venv.create(place, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "pyspark"], check=True)
    return python


def documents(count):
    """Orders with customers that many of them share, of which later ones know more; some cannot be mapped."""
    made = random.Random(26)
    for number in range(count):
        customer = {"id": made.randint(1, max(count // 20, 1)), "seen": number}
        if made.random() < 0.5:
            customer["name"] = made.choice(["Zoë", "Åse", "李", "a\\tb", "x"])
        order = "null" if made.random() < 0.01 else made.randint(1, count)
        total = f"{made.randint(0, 99999) / 100:.2f}"
        items = ", ".join(f'{{"sku": "s{made.randint(1, 500)}"}}' for _ in range(made.randint(0, 3)))
        customer = ", ".join(f'"{key}": {value}' if isinstance(value, int) else f'"{key}": "{value}"' for key, value in customer.items())
        yield f'{{"id": {order}, "at": {number}, "total": "{total}", "customer": {{{customer}}}, "items": [{items}]}}'


def one_process(program, folder, sources):
    """The merged records of all inputs, the failed ones, and the rows."""
    apply = [program, "apply", SPEC, *sources, "--from", "ndjson", "--emit", "keyed", "--on-error", "emit"]
    keyed = subprocess.run(apply, check=True, capture_output=True).stdout.splitlines(keepends=True)
    lines = b"".join(sorted(line for line in keyed if not line.startswith(b"$error\t")))
    merged = subprocess.run([program, "merge", SPEC], input=lines, check=True, capture_output=True).stdout
    load(program, lines, folder / "one.db")
    return sorted(merged.splitlines()), sum(line.startswith(b"$error\t") for line in keyed)


def load(program, lines, database):
    subprocess.run([program, "load", SPEC, "-o", database], input=lines, check=True, capture_output=True)


def rows(database):
    db = sqlite3.connect(database)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    made = {name: sorted(db.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}
    db.close()
    return made


def kill_executor(job, killed):
    """Kills one of the executors once it works."""
    while job.poll() is None:
        time.sleep(0.3)
        found = subprocess.run(["pgrep", "-f", "CoarseGrainedExecutorBackend"], capture_output=True, text=True).stdout.split()
        if len(found) >= 2 and any(Path(folder).exists() for folder in killed):
            os.kill(int(found[0]), signal.SIGKILL)
            return killed.append(found[0])


def run_job(python, program, folder, sources, form):
    output, letters = folder / f"out-{form}", folder / f"dead-{form}"
    kills = folder / f"kills-{form}"
    kills.mkdir()
    killer = folder / f"rkmap-{form}"
    killer.write_text(KILLER.format(folder=kills, program=program))
    killer.chmod(0o755)
    command = [
        python, JOB, "--rkmap", killer, "--spec", SPEC, "--input", f"{sources}/*.ndjson", "--output", output,
        "--dead-letters", letters, "--format", form, "--partitions", 5,
    ]
    flags = ["--master", "local-cluster[2,1,1024]", "--conf", "spark.speculation=true", "--conf", "spark.ui.enabled=false"]
    home = subprocess.run([python, "-c", "import pyspark; print(pyspark.__path__[0])"], capture_output=True, text=True, check=True)
    env = os.environ | {"PYSPARK_PYTHON": str(python), "PYSPARK_DRIVER_PYTHON": str(python), "SPARK_HOME": home.stdout.strip()}
    submit = [f"{home.stdout.strip()}/bin/spark-submit", *flags, *map(str, command[1:])]
    job = subprocess.Popen(submit, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    killed = [kills / "3"]
    watcher = threading.Thread(target=kill_executor, args=(job, killed))
    watcher.start()
    _, errors = job.communicate(timeout=600)
    watcher.join()
    if job.returncode:
        sys.exit(f"the job failed:\n{errors[-4000:]}")
    if len(killed) < 2:
        sys.exit("no executor was killed: the job was too short")
    read = lambda place: [line for path in sorted(place.glob("part-*")) for line in path.read_bytes().splitlines()]
    return read(output), read(letters), len(list(kills.iterdir()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--bin", default=".build/release/rkmap")
    parser.add_argument("--python")
    parser.add_argument("--records", type=int, default=20_000)
    options = parser.parse_args()
    program = Path(options.bin).resolve()
    python = options.python or python_with_spark()
    folder = Path(tempfile.mkdtemp(prefix="rkmap-spark-"))
    try:
        sources = folder / "in"
        sources.mkdir()
        lines = list(documents(options.records))
        third = len(lines) // 3 + 1
        for number in range(3):
            part = lines[number * third:(number + 1) * third]
            (sources / f"{number}.ndjson").write_text("".join(line + "\n" for line in part), encoding="utf-8")
        wanted, failed = one_process(program, folder, sorted(sources.iterdir()))
        records, letters, kills = run_job(python, program, folder, sources, "json")
        if sorted(records) != wanted:
            sys.exit(f"{len(records)} records, and one process has {len(wanted)}")
        if len(letters) != failed:
            sys.exit(f"{len(letters)} dead letters, and one process has {failed}")
        keyed, _, more = run_job(python, program, folder, sources, "keyed")
        load(program, b"".join(line + b"\n" for line in sorted(keyed)), folder / "spark.db")
        if rows(folder / "spark.db") != rows(folder / "one.db"):
            sys.exit("the rows of the database are not those of one process")
        print(f"spark: {len(records)} records and {failed} dead letters as of one process, {kills + more} calls and 2 executors killed")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
