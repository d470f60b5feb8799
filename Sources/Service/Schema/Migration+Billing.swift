extension Migration {
    /// Events of a billing system that were applied, so that each is applied once.
    static let billing = Migration(
        number: 7, name: "billing", compatibleFrom: 6,
        sql: """
            CREATE TABLE billing_events (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts, hash bytea NOT NULL,
                -- When the billing system says that it happened: an older event doesn't undo a newer one.
                happened_at timestamptz NOT NULL, received_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX ON billing_events (account_id, happened_at DESC);
            ALTER TABLE billing_events ENABLE ROW LEVEL SECURITY;
            ALTER TABLE billing_events FORCE ROW LEVEL SECURITY;
            CREATE POLICY operator ON billing_events TO diorama_service_operator USING (true) WITH CHECK (true);
            CREATE POLICY own_account ON billing_events FOR SELECT TO diorama_service_account
                USING (account_id = current_setting('diorama.account', true));
            GRANT SELECT, INSERT ON billing_events TO diorama_service_operator;
            GRANT SELECT ON billing_events TO diorama_service_account;
            """)
}
