extension Migration {
    /// Passkeys of people, and the challenges that are out.
    static let passkeys = Migration(
        number: 6, name: "passkeys", compatibleFrom: 5,
        sql: """
            CREATE TABLE passkeys (
                id text PRIMARY KEY, credential bytea NOT NULL UNIQUE, person_id text NOT NULL REFERENCES people,
                name text NOT NULL,
                -- ES256: the point, RS256: the modulus
                algorithm text NOT NULL, public_key bytea NOT NULL, uses bigint NOT NULL DEFAULT 0,
                created_at timestamptz NOT NULL DEFAULT now(), last_used_at timestamptz);
            CREATE INDEX ON passkeys (person_id);

            CREATE TABLE passkey_challenges (
                hash bytea PRIMARY KEY, person_id text NOT NULL, expires_at timestamptz NOT NULL);
            CREATE INDEX ON passkey_challenges (expires_at);

            DO $$ DECLARE name text; BEGIN
                FOREACH name IN ARRAY ARRAY['passkeys', 'passkey_challenges'] LOOP
                    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
                    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
                    EXECUTE format('CREATE POLICY operator ON %I TO diorama_service_operator USING (true) WITH CHECK (true)', name);
                    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO diorama_service_operator', name);
                END LOOP;
            END $$;
            """)
}
