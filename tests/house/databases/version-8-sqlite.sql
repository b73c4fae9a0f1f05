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
	CHECK (role IN ('guest', 'player', 'dealer', 'floorperson', 'auditor', 'instructor')), 
	UNIQUE (name_key)
);
INSERT INTO "accounts" VALUES('Ann','ann','guest',NULL,1794787723764,0,NULL);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('8');
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
INSERT INTO "balances" VALUES('chips:t1a86d676:Ann',10000,2);
CREATE TABLE chains (
	table_id VARCHAR(32) NOT NULL, 
	epoch BIGINT NOT NULL, 
	process VARCHAR(32), 
	seq INTEGER NOT NULL, 
	n BIGINT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	writes BIGINT NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "chains" VALUES('bank',2,'5b261b7917685245',1,3,'fbc362b447f749a18b9ede730cf89fcb62ece34249d8ea3a0bf2bc0b9c2766c9',0);
INSERT INTO "chains" VALUES('key',2,'5b261b7917685245',1,1,'fbc362b447f749a18b9ede730cf89fcb62ece34249d8ea3a0bf2bc0b9c2766c9',0);
INSERT INTO "chains" VALUES('people',2,'5b261b7917685245',1,2,'fbc362b447f749a18b9ede730cf89fcb62ece34249d8ea3a0bf2bc0b9c2766c9',0);
INSERT INTO "chains" VALUES('t1a86d676',2,'5b261b7917685245',2,6,'fbc362b447f749a18b9ede730cf89fcb62ece34249d8ea3a0bf2bc0b9c2766c9',0);
CREATE TABLE checkpoints (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	n BIGINT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	locked BLOB NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	UNIQUE (n), 
	FOREIGN KEY(n) REFERENCES journal (n)
);
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
CREATE TABLE counters (
	name VARCHAR(16) NOT NULL, 
	next BIGINT NOT NULL, 
	PRIMARY KEY (name)
);
CREATE TABLE drill_answers (
	sheet VARCHAR(32) NOT NULL, 
	place INTEGER NOT NULL, 
	item_key TEXT NOT NULL, 
	item VARCHAR(64) NOT NULL, 
	given TEXT NOT NULL, 
	is_right BOOLEAN NOT NULL, 
	took_ms BIGINT NOT NULL, 
	clauses TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	PRIMARY KEY (sheet, place), 
	FOREIGN KEY(sheet) REFERENCES drill_sheets (id)
);
CREATE TABLE drill_sheets (
	id VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	game VARCHAR(80) NOT NULL, 
	rules_hash VARCHAR(64) NOT NULL, 
	drill VARCHAR(40) NOT NULL, 
	made_by VARCHAR(16) NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	made_at_ms BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE exams (
	id VARCHAR(32) NOT NULL, 
	class_name VARCHAR(40) NOT NULL, 
	test TEXT NOT NULL, 
	given_by VARCHAR(40) NOT NULL, 
	given_at_ms BIGINT NOT NULL, 
	closed BOOLEAN NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(class_name) REFERENCES classes (name)
);
CREATE TABLE heads (
	h BIGINT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	body TEXT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (h), 
	UNIQUE (hash)
);
INSERT INTO "heads" VALUES(1,1794823262740,'{"until":6,"anchor":"fbc362b447f749a18b9ede730cf89fcb62ece34249d8ea3a0bf2bc0b9c2766c9"}','1bfe86e0f2074a1db7ba55b91406f9f824b8c94e8b8cd422fb7ca19cc73a4416');
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
INSERT INTO "journal" VALUES(1,'key','key',1,'{"public_key":"2104a498cb02696b116fac2406cf640af83c03e5b21ef84887a8f065b76af9fe"}','house',NULL,NULL,1794787723722,'69564dcec4f78246f55ebcc54bd3b48081bcc23f3f001922196b400c219bdeb1');
INSERT INTO "journal" VALUES(2,'people','people',1,'[{"act":"insert","table":"accounts","key":["Ann"],"values":{"name":"Ann","name_key":"ann","role":"guest","password_hash":null,"made_at_ms":1794787723764,"disabled":false,"formerly":null}},{"act":"insert","table":"sessions","key":["02d58d6c84b2add75d14de8ec3e12750b08fb6e255afc77eb6c7581c4e7777b1"],"values":{"token_hash":"02d58d6c84b2add75d14de8ec3e12750b08fb6e255afc77eb6c7581c4e7777b1","name":"Ann","expires_at_ms":1797379723764}},{"act":"insert","table":"log_ends","key":["last"],"values":{"which":"last","id":1,"hash":"2b774c05e41950f190ff639bfc34c2291aec5b4731b13db4a7b06eb61d7504de"}}]','house',NULL,NULL,1794787723765,'72d953432bac6c6d188d7db1e0d542fb444e49e75860453e379ff9cb13caf559');
INSERT INTO "journal" VALUES(3,'grant','bank',1,'{"grant":"Ann","cents":1000000}','Ann',NULL,NULL,1794787723765,'9a6dc84365144bdb57480e72605013decbbc240142c37bfe5fb7934ddde01d75');
INSERT INTO "journal" VALUES(4,'open','t1a86d676',0,'{"procedure":3,"game":"double-attack-pa","sets":{},"readings":{},"rules_hash":"e44a6baffce6d43490dd129039b5705937bd8a8db54897abc965e04dba25a11f","by_hand":[],"opened_by":"Ann","private":false}','Ann',NULL,NULL,1794787724210,'1ffd5161e76a4e77faf4486aab93fd726bfc05fb61da82c65ebe0e5995994503');
INSERT INTO "journal" VALUES(5,'move','t1a86d676',1,'{"move":"sit","by":"Ann","box":1}','Ann','f0e94f469eef4187abb04585ee355972',NULL,1794787724235,'a644a33ec682b0a4e7f4379b1cb923e45a451c94d213d7dae41c64c77e4a6154');
INSERT INTO "journal" VALUES(6,'move','t1a86d676',2,'{"move":"buy-in","by":"Ann","cents":10000}','Ann','134b6e91747b417aacb5db64927de066',NULL,1794787724242,'fbc362b447f749a18b9ede730cf89fcb62ece34249d8ea3a0bf2bc0b9c2766c9');
CREATE TABLE log_ends (
	which VARCHAR(8) NOT NULL, 
	id BIGINT NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (which), 
	CHECK (which IN ('gone', 'last'))
);
INSERT INTO "log_ends" VALUES('last',1,'2b774c05e41950f190ff639bfc34c2291aec5b4731b13db4a7b06eb61d7504de');
CREATE TABLE opened_orders (
	table_id VARCHAR(32) NOT NULL, 
	seal VARCHAR(64) NOT NULL, 
	salt VARCHAR(64) NOT NULL, 
	cards TEXT NOT NULL, 
	hands TEXT DEFAULT '' NOT NULL, 
	seed TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (table_id, seal)
);
CREATE TABLE processes (
	id VARCHAR(32) NOT NULL, 
	address TEXT NOT NULL, 
	version TEXT NOT NULL, 
	until_ms BIGINT NOT NULL, 
	draining BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE removals (
	table_id VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	rule TEXT NOT NULL, 
	PRIMARY KEY (table_id, name)
);
CREATE TABLE rolled (
	table_id VARCHAR(32) NOT NULL, 
	seq INTEGER NOT NULL, 
	PRIMARY KEY (table_id)
);
INSERT INTO "rolled" VALUES('bank',1);
INSERT INTO "rolled" VALUES('key',1);
INSERT INTO "rolled" VALUES('people',1);
INSERT INTO "rolled" VALUES('t1a86d676',2);
CREATE TABLE round_marks (
	n BIGINT NOT NULL, 
	round INTEGER NOT NULL, 
	mark VARCHAR(80) NOT NULL, 
	PRIMARY KEY (n, round, mark), 
	FOREIGN KEY(n) REFERENCES journal (n)
)
 WITHOUT ROWID

;
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
	hash VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "security_log" VALUES(1,1794787723764,'guest','Ann','','','2b774c05e41950f190ff639bfc34c2291aec5b4731b13db4a7b06eb61d7504de');
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	expires_at_ms BIGINT NOT NULL, 
	PRIMARY KEY (token_hash), 
	FOREIGN KEY(name) REFERENCES accounts (name)
);
INSERT INTO "sessions" VALUES('02d58d6c84b2add75d14de8ec3e12750b08fb6e255afc77eb6c7581c4e7777b1','Ann',1797379723764);
CREATE TABLE sitting_lines (
	sitting VARCHAR(32) NOT NULL, 
	place INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	PRIMARY KEY (sitting, place), 
	FOREIGN KEY(sitting) REFERENCES sittings (id)
);
CREATE TABLE sittings (
	id VARCHAR(32) NOT NULL, 
	exam VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	made_by VARCHAR(16) NOT NULL, 
	seed VARCHAR(64) NOT NULL, 
	began_at_ms BIGINT NOT NULL, 
	ended_at_ms BIGINT, 
	score TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (exam, name), 
	FOREIGN KEY(exam) REFERENCES exams (id)
);
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
INSERT INTO "transfers" VALUES(1,3,'house','player:Ann',1000000,'bank',0,'practice bankroll','');
INSERT INTO "transfers" VALUES(2,6,'player:Ann','chips:t1a86d676:Ann',10000,'t1a86d676',1,'buy-in','');
CREATE TABLE whereabouts (
	table_id VARCHAR(40) NOT NULL, 
	process VARCHAR(32) NOT NULL, 
	card TEXT NOT NULL, 
	only_for TEXT, 
	PRIMARY KEY (table_id)
);
CREATE INDEX transfers_by_round ON transfers (table_id, round);
CREATE INDEX round_players_by_name ON round_players (name, n);
CREATE TRIGGER journal_no_update BEFORE UPDATE ON journal BEGIN SELECT RAISE(ABORT, 'journal is append-only'); END;
CREATE TRIGGER journal_no_delete BEFORE DELETE ON journal BEGIN SELECT RAISE(ABORT, 'journal is append-only'); END;
CREATE TRIGGER sealed_orders_no_update BEFORE UPDATE ON sealed_orders WHEN NOT (NEW.n = OLD.n AND NEW.seal = OLD.seal AND EXISTS (SELECT 1 FROM journal k WHERE k.table_id = 'key' AND k.n > OLD.n AND k.body LIKE '%[' || OLD.n || ',%')) BEGIN SELECT RAISE(ABORT, 'sealed_orders is append-only'); END;
CREATE TRIGGER sealed_orders_no_delete BEFORE DELETE ON sealed_orders BEGIN SELECT RAISE(ABORT, 'sealed_orders is append-only'); END;
CREATE TRIGGER checkpoints_no_update BEFORE UPDATE ON checkpoints WHEN NOT (NEW.n = OLD.n AND NEW.table_id = OLD.table_id AND NEW.seq = OLD.seq AND NEW.digest = OLD.digest) BEGIN SELECT RAISE(ABORT, 'checkpoints is append-only'); END;
CREATE TRIGGER checkpoints_no_delete BEFORE DELETE ON checkpoints BEGIN SELECT RAISE(ABORT, 'checkpoints is append-only'); END;
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
CREATE TRIGGER transfers_post AFTER INSERT ON transfers BEGIN UPDATE balances SET cents = cents - NEW.cents, last_transfer = NEW.id WHERE account = NEW.source; INSERT INTO balances SELECT NEW.source, -NEW.cents, NEW.id  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.source); UPDATE balances SET cents = cents + NEW.cents, last_transfer = NEW.id WHERE account = NEW.target; INSERT INTO balances SELECT NEW.target, NEW.cents, NEW.id  WHERE NOT EXISTS (SELECT 1 FROM balances WHERE account = NEW.target); END;
CREATE INDEX drill_sheets_by_name ON drill_sheets (name);
CREATE INDEX rounds_by_n ON rounds (n, round);
CREATE INDEX round_marks_by_mark ON round_marks (mark, n);
CREATE TRIGGER round_marks_no_update BEFORE UPDATE ON round_marks BEGIN SELECT RAISE(ABORT, 'round_marks is append-only'); END;
CREATE TRIGGER round_marks_no_delete BEFORE DELETE ON round_marks BEGIN SELECT RAISE(ABORT, 'round_marks is append-only'); END;
CREATE TRIGGER journal_in_order BEFORE INSERT ON journal WHEN NEW.seq <> coalesce((SELECT max(seq) + 1 FROM journal WHERE table_id = NEW.table_id), CASE WHEN NEW.table_id IN ('people', 'bank', 'key') THEN 1 ELSE 0 END) OR NEW.n <= coalesce((SELECT n FROM journal WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1), 0) BEGIN SELECT RAISE(ABORT, 'a chain of the journal has no gaps'); END;
CREATE TRIGGER transfers_in_order BEFORE INSERT ON transfers WHEN NEW.id <= (SELECT coalesce(max(id), 0) FROM transfers) BEGIN SELECT RAISE(ABORT, 'the ledger is written in order'); END;
CREATE TRIGGER heads_no_update BEFORE UPDATE ON heads BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END;
CREATE TRIGGER heads_no_delete BEFORE DELETE ON heads BEGIN SELECT RAISE(ABORT, 'heads is append-only'); END;
COMMIT;
