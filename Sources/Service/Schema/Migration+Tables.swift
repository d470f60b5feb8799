extension Migration {
    /// All steps, in order.
    public static let all = [tables, access, queue, people, retention, passkeys, billing, parts]

    /// Tables of accounts, scans, jobs and what belongs to them.
    private static let tables = Migration(
        number: 1, name: "tables", compatibleFrom: 1,
        sql: """
            CREATE TABLE tiers (
                name text PRIMARY KEY,
                -- NULL is without limit.
                scans_per_month integer, processing_seconds_per_month bigint, max_area double precision,
                max_upload_bytes bigint NOT NULL,
                -- NULL is every format.
                formats text[], features text[] NOT NULL,
                weight double precision NOT NULL CHECK (weight > 0), concurrent_jobs integer NOT NULL,
                requests_per_minute integer NOT NULL);
            INSERT INTO tiers VALUES
                ('free', 5, 1800, 100, 2147483648, '{glb,ply}', '{photogrammetry}', 1, 1, 60),
                ('pro', 100, 36000, 1000, 21474836480, NULL, '{photogrammetry,gaussianSplatting,webhooks}', 2, 4, 300),
                ('business', 1000, 720000, 10000, 107374182400, NULL, '{photogrammetry,gaussianSplatting,webhooks}', 4, 16, 1200),
                ('enterprise', NULL, NULL, NULL, 1099511627776, NULL, '{photogrammetry,gaussianSplatting,webhooks}', 8, 64, 6000);

            CREATE TABLE accounts (
                id text PRIMARY KEY, name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
                tier text NOT NULL REFERENCES tiers, is_suspended boolean NOT NULL DEFAULT false,
                created_at timestamptz NOT NULL DEFAULT now());

            CREATE TABLE api_keys (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts, name text NOT NULL,
                hash bytea NOT NULL UNIQUE, scopes text[] NOT NULL, expires_at timestamptz, revoked_at timestamptz,
                last_used_at timestamptz, created_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX ON api_keys (account_id);

            CREATE TABLE scans (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts,
                name text NOT NULL, mode text NOT NULL, deleted_at timestamptz,
                created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX ON scans (account_id, id DESC) WHERE deleted_at IS NULL;

            CREATE TABLE uploads (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts, scan_id text NOT NULL REFERENCES scans,
                file_type text NOT NULL, object_key text NOT NULL, token_hash bytea NOT NULL UNIQUE,
                -- pending, received, verified, refused
                state text NOT NULL DEFAULT 'pending', byte_count bigint, received_bytes bigint NOT NULL DEFAULT 0,
                max_bytes bigint NOT NULL, sha256 bytea, problem text, expires_at timestamptz NOT NULL,
                created_at timestamptz NOT NULL DEFAULT now(), completed_at timestamptz);
            CREATE INDEX ON uploads (scan_id);

            CREATE SEQUENCE job_numbers;
            CREATE SEQUENCE lease_tokens;
            CREATE TABLE jobs (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts, scan_id text REFERENCES scans,
                upload_id text REFERENCES uploads, number bigint NOT NULL DEFAULT nextval('job_numbers'),
                -- queued, running, succeeded, failed, cancelled; setAside after too many crashes
                state text NOT NULL DEFAULT 'queued', class text NOT NULL DEFAULT 'cpu', priority integer NOT NULL DEFAULT 0,
                request text NOT NULL, input_bytes bigint NOT NULL DEFAULT 0,
                attempts integer NOT NULL DEFAULT 0, max_attempts integer NOT NULL DEFAULT 3,
                run_after timestamptz NOT NULL DEFAULT now(), estimated_seconds double precision,
                lease_token bigint, lease_worker text, lease_expires timestamptz,
                progress double precision NOT NULL DEFAULT 0, stage text, error text,
                created_at timestamptz NOT NULL DEFAULT now(), started_at timestamptz, finished_at timestamptz);
            CREATE INDEX jobs_ready ON jobs (account_id, class, priority DESC, number) WHERE state = 'queued';
            CREATE INDEX jobs_leased ON jobs (lease_expires) WHERE state = 'running';
            CREATE INDEX ON jobs (account_id, id DESC);
            CREATE INDEX jobs_done ON jobs (finished_at) WHERE state = 'succeeded';

            CREATE TABLE job_attempts (
                job_id text NOT NULL REFERENCES jobs, account_id text NOT NULL REFERENCES accounts, number integer NOT NULL,
                lease_token bigint NOT NULL, worker text NOT NULL, started_at timestamptz NOT NULL DEFAULT now(),
                finished_at timestamptz, outcome text, log text, cpu_seconds double precision, peak_bytes bigint,
                PRIMARY KEY (job_id, number));

            -- The primary key is why a job never has two results.
            CREATE TABLE results (
                job_id text PRIMARY KEY REFERENCES jobs, account_id text NOT NULL REFERENCES accounts,
                attempt integer NOT NULL, files text NOT NULL, notes text NOT NULL, area double precision,
                seconds double precision NOT NULL, created_at timestamptz NOT NULL DEFAULT now());

            CREATE TABLE usage (
                account_id text NOT NULL REFERENCES accounts, month date NOT NULL, scans integer NOT NULL DEFAULT 0,
                jobs integer NOT NULL DEFAULT 0, processing_seconds double precision NOT NULL DEFAULT 0,
                uploaded_bytes bigint NOT NULL DEFAULT 0, PRIMARY KEY (account_id, month));

            CREATE TABLE audit_log (
                number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account_id text NOT NULL REFERENCES accounts,
                at timestamptz NOT NULL DEFAULT now(), actor text NOT NULL, action text NOT NULL, target text);
            CREATE INDEX ON audit_log (account_id, number DESC);

            CREATE TABLE webhooks (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts, url text NOT NULL, secret text NOT NULL,
                events text[] NOT NULL, failures integer NOT NULL DEFAULT 0, disabled_at timestamptz,
                created_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX ON webhooks (account_id);
            CREATE TABLE webhook_deliveries (
                id text PRIMARY KEY, account_id text NOT NULL REFERENCES accounts,
                webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE, event text NOT NULL, payload text NOT NULL,
                -- waiting, delivered, failed
                state text NOT NULL DEFAULT 'waiting', attempts integer NOT NULL DEFAULT 0,
                next_at timestamptz NOT NULL DEFAULT now(), last_status integer, last_error text,
                created_at timestamptz NOT NULL DEFAULT now());
            CREATE INDEX webhooks_due ON webhook_deliveries (next_at) WHERE state = 'waiting';

            CREATE TABLE idempotency_keys (
                account_id text NOT NULL REFERENCES accounts, key text NOT NULL, request_hash bytea NOT NULL,
                answer text NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (account_id, key));

            -- Objects of the bucket that nothing refers to any more.
            CREATE TABLE garbage (
                account_id text NOT NULL REFERENCES accounts, folder text NOT NULL, after timestamptz NOT NULL DEFAULT now(),
                PRIMARY KEY (folder));

            CREATE TABLE workers (
                id text PRIMARY KEY, host text NOT NULL, concurrency integer NOT NULL, classes text[] NOT NULL,
                is_draining boolean NOT NULL DEFAULT false, started_at timestamptz NOT NULL DEFAULT now(),
                seen_at timestamptz NOT NULL DEFAULT now());
            """)
}
