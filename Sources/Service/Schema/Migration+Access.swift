extension Migration {
    /// Row-level security: an account's transactions see that account's rows alone, even where a query forgets to say so.
    ///
    /// Transactions run as one of two roles, neither of which owns the tables: `diorama_service_account` for requests, with
    /// `diorama.account` set, and `diorama_service_operator` for the queue, the check of keys and the operator.
    static let access = Migration(
        number: 2, name: "row-level security", compatibleFrom: 1,
        sql: """
            DO $$ BEGIN
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'diorama_service_account') THEN
                    CREATE ROLE diorama_service_account NOLOGIN NOINHERIT;
                END IF;
                IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'diorama_service_operator') THEN
                    CREATE ROLE diorama_service_operator NOLOGIN NOINHERIT;
                END IF;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL; -- Another database of this server was migrated at the same time.
            END $$;
            GRANT diorama_service_account, diorama_service_operator TO CURRENT_USER;

            DO $$ DECLARE name text; BEGIN
                FOREACH name IN ARRAY ARRAY[
                    'api_keys', 'scans', 'uploads', 'jobs', 'job_attempts', 'results', 'usage', 'audit_log', 'webhooks',
                    'webhook_deliveries', 'idempotency_keys', 'garbage']
                LOOP
                    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
                    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
                    EXECUTE format(
                        'CREATE POLICY own_account ON %I TO diorama_service_account
                            USING (account_id = current_setting(''diorama.account'', true))
                            WITH CHECK (account_id = current_setting(''diorama.account'', true))', name);
                    EXECUTE format('CREATE POLICY operator ON %I TO diorama_service_operator USING (true) WITH CHECK (true)', name);
                    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO diorama_service_operator', name);
                END LOOP;
            END $$;
            ALTER TABLE accounts ENABLE ROW LEVEL SECURITY;
            ALTER TABLE accounts FORCE ROW LEVEL SECURITY;
            CREATE POLICY own_account ON accounts FOR SELECT TO diorama_service_account
                USING (id = current_setting('diorama.account', true));
            CREATE POLICY operator ON accounts TO diorama_service_operator USING (true) WITH CHECK (true);

            GRANT SELECT ON accounts, tiers TO diorama_service_account;
            GRANT SELECT, INSERT, UPDATE ON api_keys, scans, uploads, usage TO diorama_service_account;
            GRANT SELECT, INSERT, UPDATE ON jobs TO diorama_service_account;
            GRANT SELECT, UPDATE ON job_attempts TO diorama_service_account;
            GRANT SELECT ON results TO diorama_service_account;
            GRANT SELECT, INSERT ON audit_log, idempotency_keys, garbage TO diorama_service_account;
            GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO diorama_service_account;
            GRANT SELECT, INSERT, DELETE ON webhook_deliveries TO diorama_service_account;
            GRANT SELECT, INSERT, UPDATE ON accounts TO diorama_service_operator;
            GRANT SELECT ON tiers TO diorama_service_operator;
            GRANT SELECT, INSERT, UPDATE, DELETE ON workers TO diorama_service_operator;
            GRANT USAGE ON ALL SEQUENCES IN SCHEMA diorama_service TO diorama_service_account, diorama_service_operator;
            """)
}
