SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;
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
SET default_tablespace = '';
SET default_table_access_method = heap;
CREATE TABLE public.accounts (
    name character varying(40) NOT NULL,
    name_key character varying(40) NOT NULL,
    role character varying(16) NOT NULL,
    password_hash text,
    made_at_ms bigint NOT NULL,
    CONSTRAINT accounts_role_check CHECK (((role)::text = ANY ((ARRAY['guest'::character varying, 'player'::character varying, 'dealer'::character varying, 'floorperson'::character varying, 'auditor'::character varying])::text[])))
);
CREATE TABLE public.balances (
    account text NOT NULL,
    cents bigint NOT NULL,
    last_transfer bigint NOT NULL,
    CONSTRAINT balances_check CHECK (((cents >= 0) OR (account = 'house'::text)))
);
CREATE TABLE public.closed_tables (
    table_id character varying(32) NOT NULL
);
CREATE TABLE public.invitations (
    code_hash character varying(64) NOT NULL,
    role character varying(16) NOT NULL,
    used boolean NOT NULL
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
    CONSTRAINT journal_kind_check CHECK (((kind)::text = ANY ((ARRAY['open'::character varying, 'move'::character varying, 'grant'::character varying])::text[])))
);
CREATE TABLE public.lockouts (
    name_key character varying(40) NOT NULL,
    failures integer NOT NULL,
    until_ms bigint NOT NULL
);
CREATE TABLE public.opened_orders (
    table_id character varying(32) NOT NULL,
    seal character varying(64) NOT NULL,
    salt character varying(64) NOT NULL,
    cards text NOT NULL
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
CREATE TABLE public.schema_version (
    version integer NOT NULL
);
CREATE SEQUENCE public.schema_version_version_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.schema_version_version_seq OWNED BY public.schema_version.version;
CREATE TABLE public.sealed_orders (
    n bigint NOT NULL,
    seal character varying(64) NOT NULL,
    locked bytea NOT NULL
);
CREATE TABLE public.sessions (
    token_hash character varying(64) NOT NULL,
    name character varying(40) NOT NULL,
    expires_at_ms bigint NOT NULL
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
ALTER TABLE ONLY public.schema_version ALTER COLUMN version SET DEFAULT nextval('public.schema_version_version_seq'::regclass);
INSERT INTO public.accounts VALUES ('Ann', 'ann', 'guest', NULL, 1000000);
INSERT INTO public.balances VALUES ('house', -1000000, 1);
INSERT INTO public.balances VALUES ('player:Ann', 990000, 2);
INSERT INTO public.balances VALUES ('chips:td4eaaa1a:Ann', 10000, 2);
INSERT INTO public.journal VALUES (1, 'grant', 'bank', 1, '{"grant":"Ann","cents":1000000}', 'Ann', NULL, NULL, 1000000, '3cd3bce08a0132a67b2dd567f542204f7d2c6c498786cf612bf7639d9fd6304c');
INSERT INTO public.journal VALUES (2, 'open', 'td4eaaa1a', 0, '{"game":"double-attack-pa","sets":{},"readings":{},"rules_hash":"8102fa9cfbef31ecad82839c7be48cfdc51b433b2de62f4fbb2a8fc2af2e2481","by_hand":[],"opened_by":"Ann"}', 'Ann', NULL, NULL, 1000000, '24ac9fe245a06b7cf1063c51bce8cda06284e38d01069a01d9ae31108d10a6e6');
INSERT INTO public.journal VALUES (3, 'move', 'td4eaaa1a', 1, '{"move":"sit","by":"Ann","box":1}', 'Ann', '9302a0a580c54fc1992d01281a5c1a03', NULL, 1000000, '8f23c2faba6782891b34785db18b2cd20c544a7b5d361c76c2b2c1ae0f74749d');
INSERT INTO public.journal VALUES (4, 'move', 'td4eaaa1a', 2, '{"move":"buy-in","by":"Ann","cents":10000}', 'Ann', 'fb98c2cfa00849f5ac87983f874e6e4f', NULL, 1000000, '766e6e112595f66b3091a8980055bbcb002f287670c87ca1ed7f33e7c15dd49f');
INSERT INTO public.schema_version VALUES (1);
INSERT INTO public.sessions VALUES ('0ec5aaa3210bbf5cdc7c88bf79dbfd7538b8fa9034dc42e0ecd7c0d84298b138', 'Ann', 2593000000);
INSERT INTO public.transfers VALUES (1, 1, 'house', 'player:Ann', 1000000, 'bank', 0, 'practice bankroll', '');
INSERT INTO public.transfers VALUES (2, 4, 'player:Ann', 'chips:td4eaaa1a:Ann', 10000, 'td4eaaa1a', 1, 'buy-in', 'PA 665a.6(a)');
SELECT pg_catalog.setval('public.schema_version_version_seq', 1, false);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_name_key_key UNIQUE (name_key);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_pkey PRIMARY KEY (account);
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
ALTER TABLE ONLY public.lockouts
    ADD CONSTRAINT lockouts_pkey PRIMARY KEY (name_key);
ALTER TABLE ONLY public.opened_orders
    ADD CONSTRAINT opened_orders_pkey PRIMARY KEY (table_id, seal);
ALTER TABLE ONLY public.round_players
    ADD CONSTRAINT round_players_pkey PRIMARY KEY (table_id, round, name);
ALTER TABLE ONLY public.rounds
    ADD CONSTRAINT rounds_pkey PRIMARY KEY (table_id, round);
ALTER TABLE ONLY public.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.sealed_orders
    ADD CONSTRAINT sealed_orders_pkey PRIMARY KEY (n);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (token_hash);
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
CREATE TRIGGER schema_version_append_only BEFORE DELETE OR UPDATE ON public.schema_version FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER schema_version_no_truncate BEFORE TRUNCATE ON public.schema_version FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER sealed_orders_append_only BEFORE DELETE OR UPDATE ON public.sealed_orders FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER sealed_orders_no_truncate BEFORE TRUNCATE ON public.sealed_orders FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_append_only BEFORE DELETE OR UPDATE ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_in_order BEFORE INSERT ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.transfers_in_order();
CREATE TRIGGER transfers_no_truncate BEFORE TRUNCATE ON public.transfers FOR EACH STATEMENT EXECUTE FUNCTION public.append_only();
CREATE TRIGGER transfers_post AFTER INSERT ON public.transfers FOR EACH ROW EXECUTE FUNCTION public.transfers_post();
ALTER TABLE ONLY public.balances
    ADD CONSTRAINT balances_last_transfer_fkey FOREIGN KEY (last_transfer) REFERENCES public.transfers(id);
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
