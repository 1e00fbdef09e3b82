"""Builds the copy, and runs tests with one mutant on."""
import json
import os
import re
import resource
import signal
import subprocess
import threading
import time

# Optimised, the tests take a quarter of the time.
BUILD = ["-c", "release", "-Xswiftc", "-enable-testing"]
# Where that puts the programs.
PRODUCTS = ".build/release"

# What Swift Testing prints where something fails.
FAILED = "\u2718"
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def build(tree, swift, mutants, log):
    """Builds the tests; gives the mutants that do not compile, [] when all is built."""
    run = subprocess.run([swift, "build", *BUILD, "--build-tests"], cwd=tree, capture_output=True, text=True)
    log.write_text(run.stdout + run.stderr)
    if run.returncode == 0:
        return []
    wrong = set()
    for match in re.finditer(r"(?m)^(/[^:\n]+):(\d+):\d+: (?:fatal )?error:", run.stdout + run.stderr):
        try:
            path = str((tree / match[1]).resolve().relative_to(tree.resolve()))
        except ValueError:
            continue
        line = int(match[2])
        if path.endswith("MutantSwitch.swift"):
            # An operator's own declaration.
            declared = (tree / path).read_text().splitlines()[line - 1]
            found = re.search(r"mutantIsOn\((\d+)\)", declared)
            if found:
                wrong.add(int(found[1]))
            continue
        here = [m for m in mutants if m.path == path]
        if not here:
            continue
        nearest = min(abs(m.line - line) for m in here)
        wrong.update(m.number for m in here if abs(m.line - line) == nearest)
    if not wrong:
        raise SystemExit(f"mutants: the copy does not build, see {log}")
    return [m for m in mutants if m.number in wrong]


def test_targets(tree, swift):
    """The test targets, and for each the modules that its tests can reach."""
    text = subprocess.run([swift, "package", "dump-package"], cwd=tree, capture_output=True, check=True, text=True).stdout
    targets = {t["name"]: t for t in json.loads(text)["targets"]}

    def reach(name):
        found = {name}
        for dependency in targets.get(name, {}).get("dependencies", []):
            found |= reach((dependency.get("byName") or dependency.get("target"))[0])
        return found

    return {name: reach(name) for name, t in targets.items() if t["type"] == "test"}

# A process that crashes is found; the place of it takes long to tell, and at times for ever.
QUIET = {"SWIFT_BACKTRACE": "enable=no"}
# Seconds of work after which a process ends by itself: one that a test has started in a group of its own may go
# on for ever.
CPU = 1200

class Runner:
    def __init__(self, tree, swift, bundle):
        self.tree = tree
        if bundle.is_file():
            self.command = [str(bundle), "--testing-library", "swift-testing", "--filter"]
        else:
            self.command = [swift, "test", *BUILD, "--skip-build", "--filter"]

    def run(self, names, number, limit):
        """How the tests of these names end, and what was said of the first that failed, after which they stop.

        They have "passed", "failed", "timed out", or were "stopped" from outside, as for want of memory.
        """
        command = self.command + ["^(" + "|".join(names) + r")[./]"]
        environment = dict(os.environ, RKMAP_MUTANT=str(number), **QUIET)
        process = subprocess.Popen(command, cwd=self.tree, env=environment, stdout=subprocess.PIPE, text=True,
                                   stderr=subprocess.STDOUT, errors="replace", start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU, CPU)))
        ended = []

        def end(how, said=""):
            if not ended:
                ended.append((how, said))
                # The programs that tests have started are in its group.
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

        clock = threading.Timer(limit, end, ["timed out"])
        clock.start()
        has_ended = False
        try:
            for line in process.stdout:
                has_ended = has_ended or "Test run with" in line
                if FAILED in line:
                    end("failed", COLOURS.sub("", line).strip())
                    break
            process.stdout.close()
            status = process.wait()
        finally:
            clock.cancel()
        if ended:
            return ended[0]
        if status == -signal.SIGKILL:
            return "stopped", ""
        return ("passed", "") if status == 0 and has_ended else ("failed", f"exit status {status}")

    def passes(self, check, number):
        """Whether a check of the program from outside finds nothing."""
        command = check + ["--bin", str(self.tree / PRODUCTS / "rkmap")]
        environment = dict(os.environ, RKMAP_MUTANT=str(number), **QUIET)
        try:
            run = subprocess.run(command, cwd=self.tree, env=environment, capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            return False
        return run.returncode == 0

    def time(self, name):
        """How long the tests of a target take where no mutant is on; None when they fail."""
        for _ in range(3):
            start = time.monotonic()
            if self.run([name], 0, 3600)[0] == "passed":
                return time.monotonic() - start
        return None
