"""A PostgreSQL server of our own in a temporary folder, which listens on a socket there and ends with us."""
import atexit
import glob
import os
import shutil
import subprocess
import tempfile
from pathlib import Path


class Server:
    """Raises OSError where PostgreSQL is not installed."""

    def __init__(self):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb")) or [shutil.which("initdb")]
        if not found[-1] or not shutil.which("psql"):
            raise OSError("PostgreSQL is not installed")
        self.bin, self.folder, self.count = Path(found[-1]).parent, tempfile.mkdtemp(prefix="rkmap-pg-"), 0
        # initdb refuses root.
        self.user = {"user": "nobody"} if os.geteuid() == 0 else {}
        if self.user:
            shutil.chown(self.folder, "nobody")
        atexit.register(self.stop)
        self.control("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "rkmap", "-E", "UTF8", "--locale=C", "-N")
        options = f"-k {self.folder} -h '' -F -c timezone=UTC"
        self.control("pg_ctl", "-D", f"{self.folder}/data", "-w", "-l", f"{self.folder}/log", "-o", options, "start")

    def control(self, name, *words):
        subprocess.run([self.bin / name, *words], check=True, stdout=subprocess.DEVNULL, cwd=self.folder, **self.user)

    def stop(self):
        if os.path.exists(f"{self.folder}/data/postmaster.pid"):
            self.control("pg_ctl", "-D", f"{self.folder}/data", "-m", "immediate", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, database, *words):
        return ["psql", "-XqAt", "-h", self.folder, "-U", "rkmap", "-d", database, *words]

    def psql(self, database, *words, data=b""):
        return subprocess.run(self.command(database, *words), input=data, capture_output=True)

    def make(self, name):
        made = self.psql("postgres", "-c", f"CREATE DATABASE {name}")
        if made.returncode:
            raise OSError(made.stderr.decode())

    def drop(self, name):
        self.psql("postgres", "-c", f"DROP DATABASE {name}")
