BEGIN TRANSACTION;
CREATE TABLE accounts (
	name VARCHAR(40) NOT NULL, 
	name_key VARCHAR(40) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	password_hash TEXT, 
	made_at_ms BIGINT NOT NULL, 
	disabled BOOLEAN DEFAULT 0 NOT NULL, 
	formerly VARCHAR(40), 
	PRIMARY KEY (name), 
	CHECK (role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor')), 
	UNIQUE (name_key)
);
INSERT INTO "accounts" VALUES('Ann','ann','guest',NULL,1000000,0,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('4');
CREATE TABLE balances (
	account TEXT NOT NULL, 
	cents BIGINT NOT NULL, 
	last_transfer BIGINT NOT NULL, 
	PRIMARY KEY (account), 
	CHECK (cents >= 0 OR account = 'house'), 
	FOREIGN KEY(last_transfer) REFERENCES transfers (id)
);
INSERT INTO "balances" VALUES('house',-1000000,1);
INSERT INTO "balances" VALUES('player:Ann',990000,2);
INSERT INTO "balances" VALUES('chips:tfdb4851a:Ann',10000,2);
CREATE TABLE class_members (
	class_name VARCHAR(40) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	PRIMARY KEY (class_name, name), 
	FOREIGN KEY(class_name) REFERENCES classes (name), 
	FOREIGN KEY(name) REFERENCES accounts (name)
);
CREATE TABLE classes (
	name VARCHAR(40) NOT NULL, 
	made_at_ms BIGINT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE closed_tables (
	table_id VARCHAR(32) NOT NULL, 
	PRIMARY KEY (table_id)
);
CREATE TABLE invitations (
	code_hash VARCHAR(64) NOT NULL, 
	role VARCHAR(16) NOT NULL, 
	used BOOLEAN NOT NULL, 
	expires_at_ms BIGINT, 
	class_name VARCHAR(40), 
	PRIMARY KEY (code_hash)
);
CREATE TABLE journal (
	n BIGINT NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	actor VARCHAR(40) NOT NULL, 
	client_id VARCHAR(64), 
	rule TEXT, 
	at_ms BIGINT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (n), 
	CHECK (kind IN ('open', 'move', 'grant', 'people', 'key')), 
	UNIQUE (table_id, seq), 
	UNIQUE (table_id, actor, client_id), 
	UNIQUE (hash)
);
INSERT INTO "journal" VALUES(1,'grant','bank',1,'{"grant":"Ann","cents":1000000}','Ann',NULL,NULL,1000000,'3cd3bce08a0132a67b2dd567f542204f7d2c6c498786cf612bf7639d9fd6304c');
INSERT INTO "journal" VALUES(2,'open','tfdb4851a',0,'{"procedure":3,"game":"double-attack-pa","sets":{},"readings":{},"rules_hash":"e44a6baffce6d43490dd129039b5705937bd8a8db54897abc965e04dba25a11f","by_hand":[],"opened_by":"Ann"}','Ann',NULL,NULL,1000000,'39a92c5b7a163eb73c03ca2b0ebe31c920d9ebe85762782db7366a22c16cfa59');
INSERT INTO "journal" VALUES(3,'move','tfdb4851a',1,'{"move":"sit","by":"Ann","box":1}','Ann','5e8498b2d73f4de0bf0565d441540360',NULL,1000000,'dde2dab19075bb4ac05edb96556f7db062f6d96be7ea10912bb2608e83ab1ab8');
INSERT INTO "journal" VALUES(4,'move','tfdb4851a',2,'{"move":"buy-in","by":"Ann","cents":10000}','Ann','acbb9254d706407098281299e472e362',NULL,1000000,'045e0840378facd62fd61c1fc2854a7e7340861b6d246b40a72442f1ae8d610b');
CREATE TABLE opened_orders (
	table_id VARCHAR(32) NOT NULL, 
	seal VARCHAR(64) NOT NULL, 
	salt VARCHAR(64) NOT NULL, 
	cards TEXT NOT NULL, 
	hands TEXT DEFAULT '' NOT NULL, 
	seed TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_id, seal)
);
CREATE TABLE ownership (
	one INTEGER NOT NULL, 
	epoch BIGINT NOT NULL, 
	writes BIGINT NOT NULL, 
	PRIMARY KEY (one), 
	CHECK (one = 1)
);
INSERT INTO "ownership" VALUES(1,1,0);
CREATE TABLE round_players (
	table_id VARCHAR(32) NOT NULL, 
	round INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	net_cents BIGINT NOT NULL, 
	n BIGINT NOT NULL, 
	PRIMARY KEY (table_id, round, name), 
	FOREIGN KEY(table_id, round) REFERENCES rounds (table_id, round)
);
CREATE TABLE rounds (
	table_id VARCHAR(32) NOT NULL, 
	round INTEGER NOT NULL, 
	first_seq INTEGER NOT NULL, 
	last_seq INTEGER NOT NULL, 
	n BIGINT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	PRIMARY KEY (table_id, round), 
	FOREIGN KEY(n) REFERENCES journal (n)
);
CREATE TABLE sealed_orders (
	n BIGINT NOT NULL, 
	seal VARCHAR(64) NOT NULL, 
	locked BLOB NOT NULL, 
	PRIMARY KEY (n), 
	FOREIGN KEY(n) REFERENCES journal (n)
);
CREATE TABLE security_log (
	id BIGINT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	event VARCHAR(40) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	place TEXT NOT NULL, 
	detail TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "security_log" VALUES(1,1000000,'guest','Ann','','');
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	expires_at_ms BIGINT NOT NULL, 
	PRIMARY KEY (token_hash), 
	FOREIGN KEY(name) REFERENCES accounts (name)
);
INSERT INTO "sessions" VALUES('ee457c22626b11f896c988408c4deb1ddb2034e860e40ca7c7010652273f8917','Ann',2593000000);
CREATE TABLE standing_orders (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE transfers (
	id BIGINT NOT NULL, 
	n BIGINT NOT NULL, 
	source TEXT NOT NULL, 
	target TEXT NOT NULL, 
	cents BIGINT NOT NULL, 
	table_id VARCHAR(32) NOT NULL, 
	round INTEGER NOT NULL, 
	what TEXT NOT NULL, 
	clauses TEXT NOT NULL, 
	PRIMARY KEY (id), 
	CHECK (target <> source), 
	CHECK (cents > 0), 
	FOREIGN KEY(n) REFERENCES journal (n)
);
INSERT INTO "transfers" VALUES(1,1,'house','player:Ann',1000000,'bank',0,'practice bankroll','');
INSERT INTO "transfers" VALUES(2,4,'player:Ann','chips:tfdb4851a:Ann',10000,'tfdb4851a',1,'buy-in','');
CREATE INDEX transfers_by_round ON transfers (table_id, round);
CREATE INDEX round_players_by_name ON round_players (name, n);
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'journal is append-only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'journal is append-only'); END;
CREATE TRIGGER sealed_orders_no_update BEFORE UPDATE ON sealed_orders BEGIN SELECT RAISE(ABORT, 'sealed_orders is append-only'); END;
CREATE TRIGGER sealed_orders_no_delete BEFORE DELETE ON sealed_orders BEGIN SELECT RAISE(ABORT, 'sealed_orders is append-only'); END;
CREATE TRIGGER opened_orders_no_update BEFORE UPDATE ON opened_orders BEGIN SELECT RAISE(ABORT, 'opened_orders is append-only'); END;
CREATE TRIGGER opened_orders_no_delete BEFORE DELETE ON opened_orders BEGIN SELECT RAISE(ABORT, 'opened_orders is append-only'); END;
CREATE TRIGGER closed_tables_no_update BEFORE UPDATE ON closed_tables BEGIN SELECT RAISE(ABORT, 'closed_tables is append-only'); END;
CREATE TRIGGER closed_tables_no_delete BEFORE DELETE ON closed_tables BEGIN SELECT RAISE(ABORT, 'closed_tables is append-only'); END;
CREATE TRIGGER rounds_no_update BEFORE UPDATE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds is append-only'); END;
CREATE TRIGGER rounds_no_delete BEFORE DELETE ON rounds BEGIN SELECT RAISE(ABORT, 'rounds is append-only'); END;
CREATE TRIGGER round_players_no_update BEFORE UPDATE ON round_players BEGIN SELECT RAISE(ABORT, 'round_players is append-only'); END;
CREATE TRIGGER round_players_no_delete BEFORE DELETE ON round_players BEGIN SELECT RAISE(ABORT, 'round_players is append-only'); END;
CREATE TRIGGER transfers_no_update BEFORE UPDATE ON transfers BEGIN SELECT RAISE(ABORT, 'transfers is append-only'); END;
CREATE TRIGGER transfers_no_delete BEFORE DELETE ON transfers BEGIN SELECT RAISE(ABORT, 'transfers is append-only'); END;
CREATE TRIGGER balances_begin BEFORE INSERT ON balances WHEN NEW.cents IS NOT (SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END FROM transfers t WHERE t.id = NEW.last_transfer) BEGIN SELECT RAISE(ABORT, 'a balance begins with a transfer'); END;
CREATE TRIGGER balances_follow BEFORE UPDATE ON balances WHEN NEW.account IS NOT OLD.account OR NEW.last_transfer <= OLD.last_transfer OR NEW.cents - OLD.cents IS NOT (SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END FROM transfers t WHERE t.id = NEW.last_transfer) BEGIN SELECT RAISE(ABORT, 'a balance changes by a transfer only'); END;
CREATE TRIGGER balances_stay BEFORE DELETE ON balances BEGIN SELECT RAISE(ABORT, 'a balance is never deleted'); END;
CREATE TRIGGER journal_in_order BEFORE INSERT ON journal WHEN NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM journal) BEGIN SELECT RAISE(ABORT, 'the journal has no gaps'); END;
CREATE TRIGGER transfers_in_order BEFORE INSERT ON transfers WHEN NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM transfers) BEGIN SELECT RAISE(ABORT, 'the ledger has no gaps'); END;
CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN UPDATE balances SET cents = cents - NEW.cents, last_transfer = NEW.id WHERE account = NEW.source; INSERT INTO balances SELECT NEW.source, -NEW.cents, NEW.id  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.source); UPDATE balances SET cents = cents + NEW.cents, last_transfer = NEW.id WHERE account = NEW.target; INSERT INTO balances SELECT NEW.target, NEW.cents, NEW.id  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.target); END;
COMMIT;
