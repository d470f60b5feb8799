extension Migration {
    /// People who sign in, the accounts that they are members of, and their sessions.
    ///
    /// A session is a family of refresh tokens of which one is valid at a time. Keys that sign access tokens are sealed with a
    /// secret that the database doesn't have.
    static let people = Migration(
        number: 4, name: "people and sessions", compatibleFrom: 3,
        sql: """
            CREATE TABLE people (
                id text PRIMARY KEY, issuer text NOT NULL, subject text NOT NULL, email text, name text,
                created_at timestamptz NOT NULL DEFAULT now(), UNIQUE (issuer, subject));

            CREATE TABLE members (
                account_id text NOT NULL REFERENCES accounts, person_id text NOT NULL REFERENCES people,
                -- owner, admin, member, viewer
                role text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (account_id, person_id));
            CREATE INDEX ON members (person_id);

            CREATE TABLE invitations (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts, hash bytea NOT NULL UNIQUE, role text NOT NULL,
                invited_by text NOT NULL, expires_at timestamptz NOT NULL, accepted_by text REFERENCES people,
                created_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX ON invitations (account_id);

            CREATE TABLE sessions (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts, person_id text NOT NULL REFERENCES people,
                expires_at timestamptz NOT NULL, revoked_at timestamptz,
                -- signedOut, reused, removed
                revoked_why text, created_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX ON sessions (account_id, person_id);
            CREATE INDEX ON sessions (expires_at);

            CREATE TABLE refresh_tokens (
                hash bytea PRIMARY KEY, session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
                expires_at timestamptz NOT NULL, used_at timestamptz, created_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX ON refresh_tokens (session_id);

            -- ID tokens that signed somebody in: each does so once.
            CREATE TABLE used_id_tokens (hash bytea PRIMARY KEY, expires_at timestamptz NOT NULL);
            CREATE INDEX ON used_id_tokens (expires_at);

            CREATE TABLE signing_keys (
                id text PRIMARY KEY, public_key bytea NOT NULL, sealed_key bytea NOT NULL,
                created_at timestamptz NOT NULL DEFAULT now());

            DO $$ DECLARE name text; BEGIN
                FOREACH name IN ARRAY ARRAY[
                    'people', 'members', 'invitations', 'sessions', 'refresh_tokens', 'used_id_tokens', 'signing_keys']
                LOOP
                    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
                    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
                    EXECUTE format('CREATE POLICY operator ON %I TO diorama_service_operator USING (true) WITH CHECK (true)', name);
                    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO diorama_service_operator', name);
                END LOOP;
                FOREACH name IN ARRAY ARRAY['members', 'invitations', 'sessions'] LOOP
                    EXECUTE format(
                        'CREATE POLICY own_account ON %I TO diorama_service_account
                            USING (account_id = current_setting(''diorama.account'', true))
                            WITH CHECK (account_id = current_setting(''diorama.account'', true))', name);
                END LOOP;
            END $$;
            CREATE POLICY own_members ON people FOR SELECT TO diorama_service_account USING (EXISTS (
                SELECT FROM members m
                WHERE m.person_id = people.id AND m.account_id = current_setting('diorama.account', true)));
            GRANT SELECT ON people TO diorama_service_account;
            GRANT SELECT, INSERT, UPDATE, DELETE ON members, invitations TO diorama_service_account;
            GRANT SELECT, UPDATE ON sessions TO diorama_service_account;
            """)
}
