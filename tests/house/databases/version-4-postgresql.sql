CREATE FUNCTION public.append_only() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE FUNCTION public.balances_follow() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF TG_OP = 'DELETE' THEN RAISE EXCEPTION 'a balance is never deleted'; END IF; IF TG_OP = 'INSERT' AND NEW.cents IS DISTINCT FROM (SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END FROM transfers t WHERE t.id = NEW.last_transfer)  THEN RAISE EXCEPTION 'a balance begins with a transfer'; END IF; IF TG_OP = 'UPDATE' AND (NEW.account <> OLD.account OR NEW.last_transfer <= OLD.last_transfer  OR NEW.cents - OLD.cents IS DISTINCT FROM (SELECT CASE WHEN t.target = NEW.account THEN t.cents WHEN t.source = NEW.account THEN -t.cents END FROM transfers t WHERE t.id = NEW.last_transfer))  THEN RAISE EXCEPTION 'a balance changes by a transfer only'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.journal_in_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.n <> (SELECT coalesce(max(n), 0) + 1 FROM journal)  THEN RAISE EXCEPTION 'the journal has no gaps'; END IF; RETURN NEW; END $$;
CREATE FUNCTION public.transfers_in_order() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN IF NEW.id <> (SELECT coalesce(max(id), 0) + 1 FROM transfers)  THEN RAISE EXCEPTION 'the ledger has no gaps'; END IF; RETURN NEW; END $$;
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
    CONSTRAINT accounts_role_check CHECK (((role)::text = ANY (ARRAY[('guest'::character varying)::text, ('player'::character varying)::text, ('dealer'::character varying)::text, ('floorperson'::character varying)::text, ('auditor'::character varying)::text])))
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
    CONSTRAINT journal_kind_check CHECK (((kind)::text = ANY ((ARRAY['open'::character varying, 'move'::character varying, 'grant'::character varying, 'people'::character varying, 'key'::character varying])::text[])))
);
CREATE TABLE public.opened_orders (
    table_id character varying(32) NOT NULL,
    seal character varying(64) NOT NULL,
    salt character varying(64) NOT NULL,
    cards text NOT NULL,
    hands text DEFAULT ''::text NOT NULL,
    seed text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.ownership (
    one integer NOT NULL,
    epoch bigint NOT NULL,
    writes bigint NOT NULL,
    CONSTRAINT ownership_one_check CHECK ((one = 1))
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
    detail text NOT NULL
);
CREATE TABLE public.sessions (
    token_hash character varying(64) NOT NULL,
    name character varying(40) NOT NULL,
    expires_at_ms bigint NOT NULL
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
INSERT INTO public.accounts VALUES ('Ann', 'ann', 'guest', NULL, 1000000, false, NULL);
INSERT INTO public.alembic_version VALUES ('4');
INSERT INTO public.balances VALUES ('house', -1000000, 1);
INSERT INTO public.balances VALUES ('player:Ann', 990000, 2);
INSERT INTO public.balances VALUES ('chips:t0857d7f3:Ann', 10000, 2);
INSERT INTO public.journal VALUES (1, 'grant', 'bank', 1, '{"grant":"Ann","cents":1000000}', 'Ann', NULL, NULL, 1000000, '3cd3bce08a0132a67b2dd567f542204f7d2c6c498786cf612bf7639d9fd6304c');
INSERT INTO public.journal VALUES (2, 'open', 't0857d7f3', 0, '{"procedure":3,"game":"double-attack-pa","sets":{},"readings":{},"rules_hash":"e44a6baffce6d43490dd129039b5705937bd8a8db54897abc965e04dba25a11f","by_hand":[],"opened_by":"Ann"}', 'Ann', NULL, NULL, 1000000, 'c16875788010ea7c3fcdeed1029b2cc78b60444fe8ee673030dd39ea63391632');
INSERT INTO public.journal VALUES (3, 'move', 't0857d7f3', 1, '{"move":"sit","by":"Ann","box":1}', 'Ann', '4c311f342c8446b293883809408a199d', NULL, 1000000, '6e8a022bddebab467a6791a7f981da7ef18c15e4ab3b2edbfe63371a0dae2489');
INSERT INTO public.journal VALUES (4, 'move', 't0857d7f3', 2, '{"move":"buy-in","by":"Ann","cents":10000}', 'Ann', 'c1bbde33726b444e9d3fd34f1796a0b2', NULL, 1000000, 'da40e06de763f27825c3bfd67f4666abd17cddb565af519ac501cfeccda20262');
INSERT INTO public.ownership VALUES (1, 1, 0);
INSERT INTO public.security_log VALUES (1, 1000000, 'guest', 'Ann', '', '');
INSERT INTO public.sessions VALUES ('40825f19b1bc6b4bea59037e91e2a8f8b8acf30b71d38c6b41763b8fec401553', 'Ann', 2593000000);
INSERT INTO public.transfers VALUES (1, 1, 'house', 'player:Ann', 1000000, 'bank', 0, 'practice bankroll', '');
INSERT INTO public.transfers VALUES (2, 4, 'player:Ann', 'chips:t0857d7f3:Ann', 10000, 't0857d7f3', 1, 'buy-in', '');
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.class_members
    ADD CONSTRAINT class_members_pkey PRIMARY KEY (class_name, name);
ALTER TABLE ONLY public.classes
    ADD CONSTRAINT classes_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.closed_tables
    ADD CONSTRAINT closed_tables_pkey PRIMARY KEY (table_id);
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
ALTER TABLE ONLY public.opened_orders
    ADD CONSTRAINT opened_orders_pkey PRIMARY KEY (table_id, seal);
ALTER TABLE ONLY public.ownership
    ADD CONSTRAINT ownership_pkey PRIMARY KEY (one);
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
ALTER TABLE ONLY public.standing_orders
    ADD CONSTRAINT standing_orders_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_pkey PRIMARY KEY (id);
CREATE INDEX round_players_by_name ON public.round_players USING btree (name, n);
CREATE INDEX transfers_by_round ON public.transfers USING btree (table_id, round);
CREATE TRIGGER balances_follow BEFORE INSERT OR DELETE OR UPDATE ON public.balances FOR EACH ROW EXECUTE FUNCTION public.balances_follow();
CREATE TRIGGER balances_no_truncate BEFORE TRUNCATE ON public.balances FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER closed_tables_append_only BEFORE DELETE OR UPDATE ON public.closed_tables FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER closed_tables_no_truncate BEFORE TRUNCATE ON public.closed_tables FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER journal_append_only BEFORE DELETE OR UPDATE ON public.journal FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER journal_in_order BEFORE INSERT ON public.journal FOR EACH ROW EXECUTE FUNCTION public.journal_in_order();
CREATE TRIGGER journal_no_truncate BEFORE TRUNCATE ON public.journal FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER opened_orders_append_only BEFORE DELETE OR UPDATE ON public.opened_orders FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER opened_orders_no_truncate BEFORE TRUNCATE ON public.opened_orders FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER round_players_append_only BEFORE DELETE OR UPDATE ON public.round_players FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER round_players_no_truncate BEFORE TRUNCATE ON public.round_players FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER rounds_append_only BEFORE DELETE OR UPDATE ON public.rounds FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER rounds_no_truncate BEFORE TRUNCATE ON public.rounds FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER sealed_orders_append_only BEFORE DELETE OR UPDATE ON public.sealed_orders FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER sealed_orders_no_truncate BEFORE TRUNCATE ON public.sealed_orders FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_in_order BEFORE INSERT ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.transfers_in_order();
CREATE TRIGGER transfers_no_truncate BEFORE TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_post AFTER INSERT ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.transfers_post();
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_last_transfer_fkey FOREIGN KEY (last_transfer) REFERENCES public.transfers(id);
ALTER TABLE ONLY public.class_members
    ADD CONSTRAINT class_members_class_name_fkey FOREIGN KEY (class_name) REFERENCES public.classes(name);
ALTER TABLE ONLY public.class_members
    ADD CONSTRAINT class_members_name_fkey FOREIGN KEY (name) REFERENCES public.accounts(name);
ALTER TABLE ONLY public.round_players
    ADD CONSTRAINT round_players_table_id_round_fkey FOREIGN KEY (table_id, round) REFERENCES public.rounds(table_id, round);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
ALTER TABLE ONLY public.sealed_orders
    ADD CONSTRAINT sealed_orders_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_name_fkey FOREIGN KEY (name) REFERENCES public.accounts(name);
ALTER TABLE ONLY public.transfers
    ADD CONSTRAINT transfers_n_fkey FOREIGN KEY (n) REFERENCES public.journal(n);
