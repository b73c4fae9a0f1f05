"""A PostgreSQL of a benchmark's own, in a folder that is thrown away, as durable as any: nothing is switched off."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

PLACES = Path("/usr/lib/postgresql")


def binaries() -> Path | None:
    """Where the newest PostgreSQL of this machine is."""
    found = sorted(PLACES.glob("*/bin/initdb"), key=lambda one: float(one.parts[-3]))
    at_hand = shutil.which("initdb")
    return found[-1].parent if found else Path(at_hand).parent if at_hand else None


class OwnPostgres:
    """A server on a socket nobody else has; as root it runs as the user postgres, as it asks for."""

    def __init__(self) -> None:
        self._programs = binaries()
        if self._programs is None:
            raise SystemExit("there is no PostgreSQL on this machine: leave it out with --db sqlite")
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-load-pg-", dir="/tmp"))
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user:
            shutil.chown(self.folder, "postgres")
        data = str(self.folder / "data")
        self._run("initdb", "-D", data, "-A", "trust", "-E", "UTF8")
        options = f"-k {self.folder} -h '' -c max_connections=200 -c unix_socket_permissions=0777"
        self._run("pg_ctl", "-D", data, "-o", options, "-w", "-l", str(self.folder / "log"), "start")
        self.folder.chmod(0o755)
        self.pid = int(self._run("cat", str(self.folder / "data" / "postmaster.pid"), own=False).splitlines()[0])

    def new_database(self, name: str) -> str:
        """The URL of an empty database."""
        self._run("createdb", "-h", str(self.folder), name)
        user = "postgres" if self._as_user else os.environ.get("USER", "postgres")
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def stop(self) -> None:
        """Stop it and throw the folder away."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", "immediate", "-w", "stop")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str, own: bool = True) -> str:
        command = [*self._as_user, str(self._programs / program) if own and self._programs else program, *arguments]
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd="/tmp").stdout
