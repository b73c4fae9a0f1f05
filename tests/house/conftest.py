"""Both databases for every test of the house: SQLite in a file, and a PostgreSQL that the tests start and stop."""

import asyncio
import gc
import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy.engine import make_url

from pitboss.house.database import Database

BINARIES = Path("/usr/lib/postgresql/15/bin")

# httpcore looks for it again at every request where it is not installed: a quarter of what a test with many takes.
if find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]  # an import fails at once


class Postgres:
    """A server of our own, in a folder that is thrown away, on a socket nobody else has."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="pitboss-pg-", dir="/tmp"))
        self._as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self._as_user:
            shutil.chown(self.folder, "postgres")
        self._run("initdb", "-D", str(self.folder / "data"), "-A", "trust", "-E", "UTF8", "--no-sync")
        self.start()
        self.folder.chmod(0o755)

    def start(self) -> None:
        """Start the server, for the first time or again."""
        # What a server killed had written, the machine still has: only a machine that stops needs the disk's word, and
        # a server that starts again would otherwise ask for it file by file, of every database the tests have made.
        careless = "-c fsync=off -c full_page_writes=off"
        options = f"-k {self.folder} -h '' -c max_connections=200 -c unix_socket_permissions=0777 {careless}"
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-o", options, "-w", "-l", str(self.folder / "log"), "start"
        )

    def halt(self, how: str = "fast") -> None:
        """Stop the server and keep what it has; `immediate` is as good as pulling the plug."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def say(self, db: str, statement: str) -> None:
        """A statement to a database from outside."""
        name = str(make_url(db).database)
        self._run("psql", "-h", str(self.folder), "-q", "-d", name, "-c", statement)

    def _run(self, program: str, *arguments: str) -> None:
        command = [*self._as_user, str(BINARIES / program), *arguments]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/tmp")

    @cached_property
    def made(self) -> str:
        """A database with the tables of a house in it, which nobody has open: most tests start from a copy."""
        return made(self.new_database(), self.folder)

    def new_database(self, like: str = "") -> str:
        """The URL of an empty database, or of a copy of another that nobody has open."""
        name = f"house_{uuid4().hex[:12]}"
        copied = ["-T", like.partition("?")[0].rpartition("/")[2]] if like else []
        self._run("createdb", "-h", str(self.folder), *copied, name)
        user = "postgres" if self._as_user else os.environ.get("USER", "postgres")
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def stop(self) -> None:
        """Stop the server and throw the folder away."""
        self.halt("immediate")
        # Some hundred databases are some hundred thousand files: nobody waits a minute and a half until they are gone.
        subprocess.run(["sh", "-c", 'nice rm -rf "$1" &', "sh", self.folder], check=True)


def made(db: str, folder: Path) -> str:
    """The same database, once a house has made its tables: that takes ten times as long as to open it again."""

    async def opened() -> None:
        await (await Database.open(db, folder / "no.key")).close()

    asyncio.run(opened())
    return db


def has_postgres() -> None:
    """Skip where there is none."""
    if not (BINARIES / "initdb").exists():
        pytest.skip("PostgreSQL 15 is not installed here")
    if os.geteuid() == 0 and shutil.which("runuser") is None:
        pytest.skip("PostgreSQL does not run as root, and there is no runuser")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    has_postgres()
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def nothing_left_behind(request: pytest.FixtureRequest) -> Iterator[None]:
    """A connection whose answer was not waited for any longer ends with its own test, not in the middle of another."""
    if not ("postgresql" in request.node.name or {"postgres", "pg_db"} & {*request.fixturenames}):
        yield
        return
    gc.freeze()  # of what was there before nothing is looked at: a process that has compiled much has much of it
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
    gc.unfreeze()


@pytest.fixture(scope="session")
def made_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file with the tables of a house in it."""
    folder = tmp_path_factory.mktemp("made")
    return Path(made(str(folder / "house.db"), folder))


@pytest.fixture
def sqlite_db(tmp_path: Path, made_file: Path) -> str:
    """An SQLite file in which nothing is written yet, where the kind of database makes no difference."""
    return str(shutil.copy(made_file, tmp_path / "house.db"))


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest) -> str:
    """A database of either kind in which nothing is written yet, as `--db` takes it."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_db"))
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database(server.made)


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind that no house has opened: it has no tables."""
    if request.param == "sqlite":
        return str(tmp_path / "house.db")
    server: Postgres = request.getfixturevalue("postgres")
    return server.new_database()


@pytest.fixture
def key(tmp_path: Path) -> Path:
    """Where the key of the sealed orders lies."""
    return tmp_path / "house.key"
