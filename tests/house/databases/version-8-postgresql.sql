CREATE FUNCTION public.append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE FUNCTION public.balances_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a balance is never deleted'; END IF; IF TG_OP = 'INSERT' AND NEW.cents IS DISTINCT FROM (SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END FROM transfers t WHERE t.id = NEW.last_transfer)  THEN RAISE EXCEPTION 'a balance begins with a transfer'; END IF; IF TG_OP = 'UPDATE' AND (NEW.account <> OLD.account OR NEW.last_transfer = OLD.last_transfer  OR NEW.cents - OLD.cents IS DISTINCT FROM (SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END FROM transfers t WHERE t.id = NEW.last_transfer)  OR NOT EXISTS (SELECT 1 FROM transfers t WHERE t.id = NEW.last_transfer AND t.xmin = pg_current_xact_id()::xid))  THEN RAISE EXCEPTION 'a balance changes by a transfer only'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.checkpoints_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'UPDATE' THEN IF NEW.n = OLD.n AND NEW.table_id = OLD.table_id AND NEW.seq = OLD.seq AND NEW.digest = OLD.digest THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'checkpoints is append-only'; END $$;
CREATE FUNCTION public.journal_in_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.seq <> coalesce((SELECT max(seq) + 1 FROM journal WHERE table_id = NEW.table_id), CASE WHEN NEW.table_id IN ('people', 'bank', 'key') THEN 1 ELSE 0 END) OR NEW.n <= coalesce((SELECT n FROM journal WHERE table_id = NEW.table_id ORDER BY seq DESC LIMIT 1), 0) THEN RAISE EXCEPTION 'a chain of the journal has no gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.sealed_orders_stay() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'UPDATE' THEN IF NEW.n = OLD.n AND NEW.seal = OLD.seal AND EXISTS (SELECT 1 FROM journal k WHERE k.table_id = 'key' AND k.n > OLD.n AND k.body LIKE '%[' || OLD.n || ',%') THEN RETURN NEW; END IF; END IF; RAISE EXCEPTION 'sealed_orders is append-only'; END $$;
CREATE FUNCTION public.transfers_post() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN UPDATE balances SET cents = cents - NEW.cents, last_transfer = NEW.id WHERE account = NEW.source; IF NOT FOUND THEN INSERT INTO balances VALUES (NEW.source, -NEW.cents, NEW.id); END IF; UPDATE balances SET cents = cents + NEW.cents, last_transfer = NEW.id WHERE account = NEW.target; IF NOT FOUND THEN INSERT INTO balances VALUES (NEW.target, NEW.cents, NEW.id); END IF; RETURN NULL; END $$;
CREATE TABLE public.accounts (
    name character varying(40) NOT NULL,
    name_key character varying(40) NOT NULL,
    role character varying(16) NOT NULL,
    password_hash text,
    made_at_ms bigint NOT NULL,
    disabled boolean DEFAULT false NOT NULL,
    formerly character varying(40),
    CONSTRAINT accounts_role_check CHECK (((role)::text = ANY (ARRAY[('guest'::character varying)::text, ('player'::character varying)::text, ('dealer'::character varying)::text, ('floorperson'::character varying)::text, ('auditor'::character varying)::text, ('instructor'::character varying)::text])))
);
CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.balances (
    account text NOT NULL,
    cents bigint NOT NULL,
    last_transfer bigint NOT NULL,
    CONSTRAINT balances_check CHECK (((cents >= 0) OR (account = 'house'::text)))
);
CREATE TABLE public.chains (
    table_id character varying(32) NOT NULL,
    epoch bigint NOT NULL,
    process character varying(32),
    seq integer NOT NULL,
    n bigint NOT NULL,
    hash character varying(64) NOT NULL,
    writes bigint NOT NULL
);
CREATE TABLE public.checkpoints (
    table_id character varying(32) NOT NULL,
    seq integer NOT NULL,
    n bigint NOT NULL,
    digest character varying(64) NOT NULL,
    locked bytea NOT NULL
);
CREATE TABLE public.class_members (
    class_name character varying(40) NOT NULL,
    name character varying(40) NOT NULL
);
CREATE TABLE public.classes (
    name character varying(40) NOT NULL,
    made_at_ms bigint NOT NULL
);
CREATE TABLE public.closed_tables (
    table_id character varying(32) NOT NULL
);
CREATE TABLE public.counters (
    name character varying(16) NOT NULL,
    next bigint NOT NULL
);
CREATE TABLE public.drill_answers (
    sheet character varying(32) NOT NULL,
    place integer NOT NULL,
    item_key text NOT NULL,
    item character varying(64) NOT NULL,
    given text NOT NULL,
    is_right boolean NOT NULL,
    took_ms bigint NOT NULL,
    clauses text NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE public.drill_sheets (
    id character varying(32) NOT NULL,
    name character varying(40) NOT NULL,
    game character varying(80) NOT NULL,
    rules_hash character varying(64) NOT NULL,
    drill character varying(40) NOT NULL,
    made_by character varying(16) NOT NULL,
    seed character varying(64) NOT NULL,
    made_at_ms bigint NOT NULL
);
CREATE TABLE public.exams (
    id character varying(32) NOT NULL,
    class_name character varying(40) NOT NULL,
    test text NOT NULL,
    given_by character varying(40) NOT NULL,
    given_at_ms bigint NOT NULL,
    closed boolean NOT NULL
);
CREATE TABLE public.heads (
    h bigint NOT NULL,
    at_ms bigint NOT NULL,
    body text NOT NULL,
    hash character varying(64) NOT NULL
);
CREATE TABLE public.invitations (
    code_hash character varying(64) NOT NULL,
    role character varying(16) NOT NULL,
    used boolean NOT NULL,
    expires_at_ms bigint,
    class_name character varying(40)
);
CREATE TABLE public.journal (
    n bigint NOT NULL,
    kind character varying(8) NOT NULL,
    table_id character varying(32) NOT NULL,
    seq integer NOT NULL,
    body text NOT NULL,
    actor character varying(40) NOT NULL,
    client_id character varying(64),
    rule text,
    at_ms bigint NOT NULL,
    hash character varying(64) NOT NULL,
    CONSTRAINT journal_kind_check CHECK (((kind)::text = ANY (ARRAY[('open'::character varying)::text, ('move'::character varying)::text, ('grant'::character varying)::text, ('people'::character varying)::text, ('key'::character varying)::text])))
);
CREATE TABLE public.log_ends (
    which character varying(8) NOT NULL,
    id bigint NOT NULL,
    hash character varying(64) NOT NULL,
    CONSTRAINT log_ends_which_check CHECK (((which)::text = ANY (ARRAY[('gone'::character varying)::text, ('last'::character varying)::text])))
);
CREATE TABLE public.opened_orders (
    table_id character varying(32) NOT NULL,
    seal character varying(64) NOT NULL,
    salt character varying(64) NOT NULL,
    cards text NOT NULL,
    hands text DEFAULT ''::text NOT NULL,
    seed text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.processes (
    id character varying(32) NOT NULL,
    address text NOT NULL,
    version text NOT NULL,
    until_ms bigint NOT NULL,
    draining boolean NOT NULL
);
CREATE TABLE public.removals (
    table_id character varying(32) NOT NULL,
    name character varying(40) NOT NULL,
    rule text NOT NULL
);
CREATE TABLE public.rolled (
    table_id character varying(32) NOT NULL,
    seq integer NOT NULL
);
CREATE TABLE public.round_marks (
    n bigint NOT NULL,
    round integer NOT NULL,
    mark character varying(80) NOT NULL
);
CREATE TABLE public.round_players (
    table_id character varying(32) NOT NULL,
    round integer NOT NULL,
    name character varying(40) NOT NULL,
    net_cents bigint NOT NULL,
    n bigint NOT NULL
);
CREATE TABLE public.rounds (
    table_id character varying(32) NOT NULL,
    round integer NOT NULL,
    first_seq integer NOT NULL,
    last_seq integer NOT NULL,
    n bigint NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE public.sealed_orders (
    n bigint NOT NULL,
    seal character varying(64) NOT NULL,
    locked bytea NOT NULL
);
CREATE TABLE public.security_log (
    id bigint NOT NULL,
    at_ms bigint NOT NULL,
    event character varying(40) NOT NULL,
    name character varying(40) NOT NULL,
    place text NOT NULL,
    detail text NOT NULL,
    hash character varying(64) DEFAULT ''::character varying NOT NULL
);
CREATE TABLE public.sessions (
    token_hash character varying(64) NOT NULL,
    name character varying(40) NOT NULL,
    expires_at_ms bigint NOT NULL
);
CREATE TABLE public.sitting_lines (
    sitting character varying(32) NOT NULL,
    place integer NOT NULL,
    body text NOT NULL,
    at_ms bigint NOT NULL
);
CREATE TABLE public.sittings (
    id character varying(32) NOT NULL,
    exam character varying(32) NOT NULL,
    name character varying(40) NOT NULL,
    made_by character varying(16) NOT NULL,
    seed character varying(64) NOT NULL,
    began_at_ms bigint NOT NULL,
    ended_at_ms bigint,
    score text
);
CREATE TABLE public.standing_orders (
    name character varying(40) NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.transfers (
    id bigint NOT NULL,
    n bigint NOT NULL,
    source text NOT NULL,
    target text NOT NULL,
    cents bigint NOT NULL,
    table_id character varying(32) NOT NULL,
    round integer NOT NULL,
    what text NOT NULL,
    clauses text NOT NULL,
    CONSTRAINT transfers_cents_check CHECK ((cents > 0)),
    CONSTRAINT transfers_check CHECK ((target <> source))
);
CREATE TABLE public.whereabouts (
    table_id character varying(40) NOT NULL,
    process character varying(32) NOT NULL,
    card text NOT NULL,
    only_for text
);
INSERT INTO public.accounts VALUES ('Ann', 'ann', 'guest', NULL, 1794787730246, false, NULL);
INSERT INTO public.alembic_version VALUES ('8');
INSERT INTO public.balances VALUES ('house', -1000000, 1);
INSERT INTO public.balances VALUES ('player:Ann', 990000, 2);
INSERT INTO public.balances VALUES ('chips:tc6c1c295:Ann', 10000, 2);
INSERT INTO public.chains VALUES ('key', 2, 'd99180931b572b05', 1, 1, '2b1f589716b8bb897850062f9df83e4b37ed210a7c35d60f47d27cdef8efafce', 0);
INSERT INTO public.chains VALUES ('tc6c1c295', 2, 'd99180931b572b05', 2, 6, '2b1f589716b8bb897850062f9df83e4b37ed210a7c35d60f47d27cdef8efafce', 0);
INSERT INTO public.chains VALUES ('people', 2, 'd99180931b572b05', 1, 2, '2b1f589716b8bb897850062f9df83e4b37ed210a7c35d60f47d27cdef8efafce', 0);
INSERT INTO public.chains VALUES ('bank', 2, 'd99180931b572b05', 1, 3, '2b1f589716b8bb897850062f9df83e4b37ed210a7c35d60f47d27cdef8efafce', 0);
INSERT INTO public.heads VALUES (1, 1794823266073, '{"until":6,"anchor":"2b1f589716b8bb897850062f9df83e4b37ed210a7c35d60f47d27cdef8efafce"}', '739836b6fadfce3bdc79914ba904808890e418592ba2f1bf6eadd682cb995032');
INSERT INTO public.journal VALUES (1, 'key', 'key', 1, '{"public_key":"2104a498cb02696b116fac2406cf640af83c03e5b21ef84887a8f065b76af9fe"}', 'house', NULL, NULL, 1794787729991, '0c37096ddaf0b660098e10d089a18109b101857e46d2525c7def1d184a12b7de');
INSERT INTO public.journal VALUES (2, 'people', 'people', 1, '[{"act":"insert","table":"accounts","key":["Ann"],"values":{"name":"Ann","name_key":"ann","role":"guest","password_hash":null,"made_at_ms":1794787730246,"disabled":false,"formerly":null}},{"act":"insert","table":"sessions","key":["f11c8b9aee58bde4f1348a13e6f50d0f0aa95a0a30f2550db7f69607633fd6e6"],"values":{"token_hash":"f11c8b9aee58bde4f1348a13e6f50d0f0aa95a0a30f2550db7f69607633fd6e6","name":"Ann","expires_at_ms":1797379730246}},{"act":"insert","table":"log_ends","key":["last"],"values":{"which":"last","id":1,"hash":"0ecbf25b9e9f7bd3e4e7867a6dd7585a784e372f0db036e41bdfd42f93c0db30"}}]', 'house', NULL, NULL, 1794787730246, '5ac7a5ec61c1060ae8de1f84653487465925522f45233af03e08f783a8ac7e76');
INSERT INTO public.journal VALUES (3, 'grant', 'bank', 1, '{"grant":"Ann","cents":1000000}', 'Ann', NULL, NULL, 1794787730246, '2283febc2a676c14b0083b5275a29912c542c28664766d5fe1bb7c35f67c907a');
INSERT INTO public.journal VALUES (4, 'open', 'tc6c1c295', 0, '{"procedure":3,"game":"double-attack-pa","sets":{},"readings":{},"rules_hash":"e44a6baffce6d43490dd129039b5705937bd8a8db54897abc965e04dba25a11f","by_hand":[],"opened_by":"Ann","private":false}', 'Ann', NULL, NULL, 1794787730338, '0bc3ad32c68f7b9c47e698f830bfc052d4ba11ed34550fb240caa143458f4a6e');
INSERT INTO public.journal VALUES (5, 'move', 'tc6c1c295', 1, '{"move":"sit","by":"Ann","box":1}', 'Ann', 'c8f163d131544ce8b76f0be67c365913', NULL, 1794787730356, '33238c93b8b482aae58f786f5096f2ca2f578b2290a6b3e034256a972e1a2526');
INSERT INTO public.journal VALUES (6, 'move', 'tc6c1c295', 2, '{"move":"buy-in","by":"Ann","cents":10000}', 'Ann', '530d9d2a43ca4dec86cdf431f807cdba', NULL, 1794787730368, '2b1f589716b8bb897850062f9df83e4b37ed210a7c35d60f47d27cdef8efafce');
INSERT INTO public.log_ends VALUES ('last', 1, '0ecbf25b9e9f7bd3e4e7867a6dd7585a784e372f0db036e41bdfd42f93c0db30');
INSERT INTO public.rolled VALUES ('key', 1);
INSERT INTO public.rolled VALUES ('tc6c1c295', 2);
INSERT INTO public.rolled VALUES ('people', 1);
INSERT INTO public.rolled VALUES ('bank', 1);
INSERT INTO public.security_log VALUES (1, 1794787730246, 'guest', 'Ann', '', '', '0ecbf25b9e9f7bd3e4e7867a6dd7585a784e372f0db036e41bdfd42f93c0db30');
INSERT INTO public.sessions VALUES ('f11c8b9aee58bde4f1348a13e6f50d0f0aa95a0a30f2550db7f69607633fd6e6', 'Ann', 1797379730246);
INSERT INTO public.transfers VALUES (1, 3, 'house', 'player:Ann', 1000000, 'bank', 0, 'practice bankroll', '');
INSERT INTO public.transfers VALUES (2, 6, 'player:Ann', 'chips:tc6c1c295:Ann', 10000, 'tc6c1c295', 1, 'buy-in', '');
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.chains
    ADD CONSTRAINT chains_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.checkpoints
    ADD CONSTRAINT checkpoints_n_key UNIQUE (n);
ALTER TABLE ONLY public.checkpoints
    ADD CONSTRAINT checkpoints_pkey PRIMARY KEY (table_id, seq);
ALTER TABLE ONLY public.class_members
    ADD CONSTRAINT class_members_pkey PRIMARY KEY (class_name, name);
ALTER TABLE ONLY public.classes
    ADD CONSTRAINT classes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.closed_tables
    ADD CONSTRAINT closed_tables_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.counters
    ADD CONSTRAINT counters_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.drill_answers
    ADD CONSTRAINT drill_answers_pkey PRIMARY KEY (sheet, place);
ALTER TABLE ONLY public.drill_sheets
    ADD CONSTRAINT drill_sheets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.exams
    ADD CONSTRAINT exams_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.heads
    ADD CONSTRAINT heads_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.heads
    ADD CONSTRAINT heads_pkey PRIMARY KEY (h);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (code_hash);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_pkey PRIMARY KEY (n);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_table_id_actor_client_id_key UNIQUE (table_id, actor, client_id);
ALTER TABLE ONLY public.journal
    ADD CONSTRAINT journal_table_id_seq_key UNIQUE (table_id, seq);
ALTER TABLE ONLY public.log_ends
    ADD CONSTRAINT log_ends_pkey PRIMARY KEY (which);
ALTER TABLE ONLY public.opened_orders
    ADD CONSTRAINT opened_orders_pkey PRIMARY KEY (table_id, seal);
ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.removals
    ADD CONSTRAINT removals_pkey PRIMARY KEY (table_id, name);
ALTER TABLE ONLY public.rolled
    ADD CONSTRAINT rolled_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY public.round_marks
    ADD CONSTRAINT round_marks_pkey PRIMARY KEY (n, round, mark);
ALTER TABLE ONLY public.round_players
    ADD CONSTRAINT round_players_pkey PRIMARY KEY (table_id, round, name);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_pkey PRIMARY KEY (table_id, round);
ALTER TABLE ONLY public.sealed_orders
    ADD CONSTRAINT sealed_orders_pkey PRIMARY KEY (n);
ALTER TABLE ONLY public.security_log
    ADD CONSTRAINT security_log_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
ALTER TABLE ONLY public.sitting_lines
    ADD CONSTRAINT sitting_lines_pkey PRIMARY KEY (sitting, place);
ALTER TABLE ONLY public.sittings
    ADD CONSTRAINT sittings_exam_name_key UNIQUE (exam, name);
ALTER TABLE ONLY public.sittings
    ADD CONSTRAINT sittings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.standing_orders
    ADD CONSTRAINT standing_orders_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.whereabouts
    ADD CONSTRAINT whereabouts_pkey PRIMARY KEY (table_id);
CREATE INDEX drill_sheets_by_name ON public.drill_sheets USING btree (name);
CREATE INDEX round_marks_by_mark ON public.round_marks USING btree (mark, n);
CREATE INDEX round_players_by_name ON public.round_players USING btree (name, n);
CREATE INDEX rounds_by_n ON public.rounds USING btree (n, round);
CREATE INDEX transfers_by_round ON public.transfers USING btree (table_id, round);
CREATE TRIGGER balances_follow BEFORE INSERT OR DELETE OR UPDATE ON public.balances FOR EACH ROW EXECUTE FUNCTION public.balances_follow();
CREATE TRIGGER balances_no_truncate BEFORE TRUNCATE ON public.balances FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER checkpoints_append_only BEFORE DELETE OR UPDATE ON public.checkpoints FOR EACH ROW EXECUTE FUNCTION public.checkpoints_stay();
CREATE TRIGGER checkpoints_no_truncate BEFORE TRUNCATE ON public.checkpoints FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER closed_tables_append_only BEFORE DELETE OR UPDATE ON public.closed_tables FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER closed_tables_no_truncate BEFORE TRUNCATE ON public.closed_tables FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER heads_append_only BEFORE DELETE OR UPDATE ON public.heads FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER heads_no_truncate BEFORE TRUNCATE ON public.heads FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER journal_append_only BEFORE DELETE OR UPDATE ON public.journal FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER journal_in_order BEFORE INSERT ON public.journal FOR EACH ROW EXECUTE FUNCTION public.journal_in_order();
CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER opened_orders_append_only BEFORE DELETE OR UPDATE ON public.opened_orders FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER opened_orders_no_truncate BEFORE TRUNCATE ON public.opened_orders FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER round_marks_append_only BEFORE DELETE OR UPDATE ON public.round_marks FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER round_marks_no_truncate BEFORE TRUNCATE ON public.round_marks FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER round_players_append_only BEFORE DELETE OR UPDATE ON public.round_players FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER round_players_no_truncate BEFORE TRUNCATE ON public.round_players FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER rounds_append_only BEFORE DELETE OR UPDATE ON public.rounds FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER rounds_no_truncate BEFORE TRUNCATE ON public.rounds FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER sealed_orders_append_only BEFORE DELETE OR UPDATE ON public.sealed_orders FOR EACH ROW EXECUTE FUNCTION public.sealed_orders_stay();
CREATE TRIGGER sealed_orders_no_truncate BEFORE TRUNCATE ON public.sealed_orders FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_no_truncate BEFORE TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_post AFTER INSERT ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.transfers_post();
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_last_transfer_fkey FOREIGN KEY (last_transfer) REFERENCES public.transfers(id);
ALTER TABLE ONLY public.checkpoints
    ADD CONSTRAINT checkpoints_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
ALTER TABLE ONLY public.class_members
    ADD CONSTRAINT class_members_class_name_fkey FOREIGN KEY (class_name) REFERENCES public.classes(name);
ALTER TABLE ONLY public.class_members
    ADD CONSTRAINT class_members_name_fkey FOREIGN KEY (name) REFERENCES public.accounts(name);
ALTER TABLE ONLY public.drill_answers
    ADD CONSTRAINT drill_answers_sheet_fkey FOREIGN KEY (sheet) REFERENCES public.drill_sheets(id);
ALTER TABLE ONLY public.exams
    ADD CONSTRAINT exams_class_name_fkey FOREIGN KEY (class_name) REFERENCES public.classes(name);
ALTER TABLE ONLY public.round_marks
    ADD CONSTRAINT round_marks_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
ALTER TABLE ONLY public.round_players
    ADD CONSTRAINT round_players_table_id_round_fkey FOREIGN KEY (table_id, round) REFERENCES public.rounds(table_id, round);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
ALTER TABLE ONLY public.sealed_orders
    ADD CONSTRAINT sealed_orders_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_name_fkey FOREIGN KEY (name) REFERENCES public.accounts(name);
ALTER TABLE ONLY public.sitting_lines
    ADD CONSTRAINT sitting_lines_sitting_fkey FOREIGN KEY (sitting) REFERENCES public.sittings(id);
ALTER TABLE ONLY public.sittings
    ADD CONSTRAINT sittings_exam_fkey FOREIGN KEY (exam) REFERENCES public.exams(id);
ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
