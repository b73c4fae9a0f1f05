"""The tables of the database, the rules it enforces by itself, and the migrations that bring a database to them.

What is written is never changed: triggers refuse it. A balance changes only by a transfer that is there, so the sum
over all accounts stays zero, and only the house may be below zero. The program checks first; the database makes sure.
"""

from collections.abc import Sequence

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

version = Table("schema_version", metadata, Column("version", Integer, primary_key=True))

accounts = Table(
    "accounts",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("name_key", String(40), nullable=False),
    Column("role", String(16), nullable=False),
    Column("password_hash", Text),
    Column("made_at_ms", BigInteger, nullable=False),
)
sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("expires_at_ms", BigInteger, nullable=False),
)
invitations = Table(
    "invitations",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("used", Boolean, nullable=False),
)
lockouts = Table(
    "lockouts",
    metadata,
    Column("name_key", String(40), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)
journal = Table(
    "journal",
    metadata,
    Column("n", BigInteger, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("actor", String(40), nullable=False),
    Column("client_id", String(64)),
    Column("rule", Text),
    Column("at_ms", BigInteger, nullable=False),
    Column("hash", String(64), nullable=False),
)
sealed_orders = Table(
    "sealed_orders",
    metadata,
    Column("n", BigInteger, primary_key=True),
    Column("seal", String(64), nullable=False),
    Column("locked", LargeBinary, nullable=False),
)
opened_orders = Table(
    "opened_orders",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seal", String(64), primary_key=True),
    Column("salt", String(64), nullable=False),
    Column("cards", Text, nullable=False),
)
closed_tables = Table("closed_tables", metadata, Column("table_id", String(32), primary_key=True))
rounds = Table(
    "rounds",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)
round_players = Table(
    "round_players",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("name", String(40), primary_key=True),
    Column("net_cents", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
)
transfers = Table(
    "transfers",
    metadata,
    Column("id", BigInteger, primary_key=True),
    Column("n", BigInteger, nullable=False),
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("round", Integer, nullable=False),
    Column("what", Text, nullable=False),
    Column("clauses", Text, nullable=False),
)
balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", BigInteger, nullable=False),
    Column("last_transfer", BigInteger, nullable=False),
)

APPEND_ONLY = (
    "journal",
    "sealed_orders",
    "opened_orders",
    "closed_tables",
    "rounds",
    "round_players",
    "transfers",
    "schema_version",
)

_TABLES = (
    "CREATE TABLE accounts (name VARCHAR(40) PRIMARY KEY, name_key VARCHAR(40) NOT NULL UNIQUE,"
    " role VARCHAR(16) NOT NULL CHECK (role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor')),"
    " password_hash TEXT, made_at_ms BIGINT NOT NULL)",
    "CREATE TABLE sessions (token_hash VARCHAR(64) PRIMARY KEY, name VARCHAR(40) NOT NULL REFERENCES accounts (name),"
    " expires_at_ms BIGINT NOT NULL)",
    "CREATE TABLE invitations (code_hash VARCHAR(64) PRIMARY KEY, role VARCHAR(16) NOT NULL, used BOOLEAN NOT NULL)",
    "CREATE TABLE lockouts (name_key VARCHAR(40) PRIMARY KEY, failures INTEGER NOT NULL, until_ms BIGINT NOT NULL)",
    "CREATE TABLE journal (n BIGINT PRIMARY KEY, kind VARCHAR(8) NOT NULL CHECK (kind IN ('open', 'move', 'grant')),"
    " table_id VARCHAR(32) NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL, actor VARCHAR(40) NOT NULL,"
    " client_id VARCHAR(64), rule TEXT, at_ms BIGINT NOT NULL, hash VARCHAR(64) NOT NULL UNIQUE,"
    " UNIQUE (table_id, seq), UNIQUE (table_id, actor, client_id))",
    "CREATE TABLE sealed_orders (n BIGINT PRIMARY KEY REFERENCES journal (n), seal VARCHAR(64) NOT NULL,"
    " locked {blob} NOT NULL)",
    "CREATE TABLE opened_orders (table_id VARCHAR(32) NOT NULL, seal VARCHAR(64) NOT NULL, salt VARCHAR(64) NOT NULL,"
    " cards TEXT NOT NULL, PRIMARY KEY (table_id, seal))",
    "CREATE TABLE closed_tables (table_id VARCHAR(32) PRIMARY KEY)",
    "CREATE TABLE rounds (table_id VARCHAR(32) NOT NULL, round INTEGER NOT NULL, first_seq INTEGER NOT NULL,"
    " last_seq INTEGER NOT NULL, n BIGINT NOT NULL REFERENCES journal (n), at_ms BIGINT NOT NULL,"
    " PRIMARY KEY (table_id, round))",
    "CREATE TABLE round_players (table_id VARCHAR(32) NOT NULL, round INTEGER NOT NULL, name VARCHAR(40) NOT NULL,"
    " net_cents BIGINT NOT NULL, n BIGINT NOT NULL, PRIMARY KEY (table_id, round, name),"
    " FOREIGN KEY (table_id, round) REFERENCES rounds (table_id, round))",
    "CREATE INDEX round_players_by_name ON round_players (name, n)",
    "CREATE TABLE transfers (id BIGINT PRIMARY KEY, n BIGINT NOT NULL REFERENCES journal (n), source TEXT NOT NULL,"
    " target TEXT NOT NULL CHECK (target <> source), cents BIGINT NOT NULL CHECK (cents > 0),"
    " table_id VARCHAR(32) NOT NULL, round INTEGER NOT NULL, what TEXT NOT NULL, clauses TEXT NOT NULL)",
    "CREATE INDEX transfers_by_round ON transfers (table_id, round)",
    "CREATE TABLE balances (account TEXT PRIMARY KEY, cents BIGINT NOT NULL CHECK (cents >= 0 OR account = 'house'),"
    " last_transfer BIGINT NOT NULL REFERENCES transfers (id))",
)

# The amount by which the transfer a balance names changes that account.
_BY_ITS_TRANSFER = (
    "(SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END"
    " FROM transfers t WHERE t.id = NEW.last_transfer)"
)


def _sqlite_rules() -> list[str]:
    rules = []
    for name in APPEND_ONLY:
        for act in ("UPDATE", "DELETE"):
            rules.append(
                f"CREATE TRIGGER {name}_no_{act.lower()} BEFORE {act} ON {name}"
                f" BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END"
            )
    rules += [
        f"CREATE TRIGGER balances_begin BEFORE INSERT ON balances WHEN NEW.cents IS NOT {_BY_ITS_TRANSFER}"
        " BEGIN SELECT RAISE(ABORT, 'a balance begins with a transfer'); END",
        "CREATE TRIGGER balances_follow BEFORE UPDATE ON balances WHEN NEW.account IS NOT OLD.account"
        f" OR NEW.last_transfer <= OLD.last_transfer OR NEW.cents - OLD.cents IS NOT {_BY_ITS_TRANSFER}"
        " BEGIN SELECT RAISE(ABORT, 'a balance changes by a transfer only'); END",
        "CREATE TRIGGER balances_stay BEFORE DELETE ON balances"
        " BEGIN SELECT RAISE(ABORT, 'a balance is never deleted'); END",
        "CREATE TRIGGER journal_in_order BEFORE INSERT ON journal"
        " WHEN NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM journal)"
        " BEGIN SELECT RAISE(ABORT, 'the journal has no gaps'); END",
        "CREATE TRIGGER transfers_in_order BEFORE INSERT ON transfers"
        " WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM transfers)"
        " BEGIN SELECT RAISE(ABORT, 'the ledger has no gaps'); END",
        # No UPSERT: the row it tries first may be below zero, which the account's check would refuse.
        "CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN"
        " UPDATE balances SET cents = cents - NEW.cents, last_transfer = NEW.id WHERE account = NEW.source;"
        " INSERT INTO balances SELECT NEW.source, -NEW.cents, NEW.id"
        "  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.source);"
        " UPDATE balances SET cents = cents + NEW.cents, last_transfer = NEW.id WHERE account = NEW.target;"
        " INSERT INTO balances SELECT NEW.target, NEW.cents, NEW.id"
        "  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.target);"
        " END",
    ]
    return rules


def _postgres_rules() -> list[str]:
    rules = [
        "CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$"
    ]
    for name in (*APPEND_ONLY,):
        rules.append(
            f"CREATE TRIGGER {name}_append_only BEFORE UPDATE OR DELETE ON {name}"
            " FOR EACH ROW EXECUTE FUNCTION append_only()"
        )
        rules.append(f"CREATE TRIGGER {name}_no_truncate BEFORE TRUNCATE ON {name} EXECUTE FUNCTION append_only()")
    rules += [
        "CREATE FUNCTION balances_follow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a balance is never deleted'; END IF;"
        f" IF TG_OP = 'INSERT' AND NEW.cents IS DISTINCT FROM {_BY_ITS_TRANSFER}"
        "  THEN RAISE EXCEPTION 'a balance begins with a transfer'; END IF;"
        " IF TG_OP = 'UPDATE' AND (NEW.account <> OLD.account OR NEW.last_transfer <= OLD.last_transfer"
        f"  OR NEW.cents - OLD.cents IS DISTINCT FROM {_BY_ITS_TRANSFER})"
        "  THEN RAISE EXCEPTION 'a balance changes by a transfer only'; END IF;"
        " RETURN NEW; END $$",
        "CREATE TRIGGER balances_follow BEFORE INSERT OR UPDATE OR DELETE ON balances"
        " FOR EACH ROW EXECUTE FUNCTION balances_follow()",
        "CREATE TRIGGER balances_no_truncate BEFORE TRUNCATE ON balances EXECUTE FUNCTION append_only()",
        "CREATE FUNCTION journal_in_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM journal)"
        "  THEN RAISE EXCEPTION 'the journal has no gaps'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER journal_in_order BEFORE INSERT ON journal FOR EACH ROW EXECUTE FUNCTION journal_in_order()",
        "CREATE FUNCTION transfers_in_order() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " IF NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM transfers)"
        "  THEN RAISE EXCEPTION 'the ledger has no gaps'; END IF; RETURN NEW; END $$",
        "CREATE TRIGGER transfers_in_order BEFORE INSERT ON transfers"
        " FOR EACH ROW EXECUTE FUNCTION transfers_in_order()",
        "CREATE FUNCTION transfers_post() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        " UPDATE balances SET cents = cents - NEW.cents, last_transfer = NEW.id WHERE account = NEW.source;"
        " IF NOT FOUND THEN INSERT INTO balances VALUES (NEW.source, -NEW.cents, NEW.id); END IF;"
        " UPDATE balances SET cents = cents + NEW.cents, last_transfer = NEW.id WHERE account = NEW.target;"
        " IF NOT FOUND THEN INSERT INTO balances VALUES (NEW.target, NEW.cents, NEW.id); END IF;"
        " RETURN NULL; END $$",
        "CREATE TRIGGER transfers_post AFTER INSERT ON transfers FOR EACH ROW EXECUTE FUNCTION transfers_post()",
    ]
    return rules


def migrations(dialect: str) -> Sequence[Sequence[str]]:
    """What brings a database from each version to the next; version N has had the first N of them."""
    blob = "BYTEA" if dialect == "postgresql" else "BLOB"
    rules = _postgres_rules() if dialect == "postgresql" else _sqlite_rules()
    return ((*(statement.replace("{blob}", blob) for statement in _TABLES), *rules),)
