extension Migration {
    /// How long what has ended is kept, as data that an operator changes, and what finds it without reading whole tables.
    static let retention = Migration(
        number: 5, name: "retention", compatibleFrom: 4,
        sql: """
            CREATE TABLE retention (
                -- jobs, deliveries, idempotencyKeys, auditLog, sessions
                what text PRIMARY KEY,
                -- NULL keeps it as long as its account.
                days integer CHECK (days >= 1));
            INSERT INTO retention VALUES
                ('jobs', NULL), ('deliveries', 7), ('idempotencyKeys', 1), ('auditLog', 730), ('sessions', 30);
            GRANT SELECT, UPDATE ON retention TO diorama_service_operator;

            CREATE INDEX jobs_ended ON jobs (finished_at) WHERE finished_at IS NOT NULL;
            CREATE INDEX deliveries_ended ON webhook_deliveries (created_at) WHERE state <> 'waiting';
            CREATE INDEX ON idempotency_keys (created_at);
            CREATE INDEX ON audit_log (at);
            """)
}
