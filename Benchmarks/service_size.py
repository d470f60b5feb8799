"""
The database of the processing service with many accounts and jobs: rows are made by SQL, then the statements that programs send are
timed. Prints bytes and statement times. docs/scale.md has the figures.

    .venv/bin/python Benchmarks/service_size.py PROGRAM [--accounts 1000000 --jobs 1000000]
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "PythonSupport"))

from postgres import Postgres  # noqa: E402

# Ids sort as KSUIDs do: by their number. Accounts have jobs of different number: a tenth of the accounts has nearly all of them.
FILL = """
SET session_replication_role = replica;
SET search_path = diorama_service;
CREATE FUNCTION name_of(prefix text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT prefix || lpad(n::text, 24, '0') $$;
CREATE FUNCTION account_of(n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT name_of('acc', (n * 7919) % greatest({accounts} / 10, 1) + 1) $$;
INSERT INTO accounts (id, name, tier) SELECT name_of('acc', n), 'Account ' || n, 'pro' FROM generate_series(1, {accounts}) n;
INSERT INTO api_keys (id, account_id, name, hash, scopes, last_used_at)
    SELECT name_of('key', n), name_of('acc', n), 'first', sha256(n::text::bytea),
        '{{scans:read,scans:write,jobs:read,jobs:write,usage:read,keys,webhooks}}', now() FROM generate_series(1, {accounts}) n;
INSERT INTO usage (account_id, month, scans, jobs, processing_seconds, uploaded_bytes)
    SELECT name_of('acc', n), date_trunc('month', now())::date, 3, 3, 180, 1 << 30 FROM generate_series(1, {accounts}) n;
INSERT INTO scans (id, account_id, name, mode)
    SELECT name_of('sca', n), account_of(n), 'Office', 'interior' FROM generate_series(1, {jobs}) n;
INSERT INTO uploads (id, account_id, scan_id, file_type, object_key, token_hash, state, byte_count, received_bytes, max_bytes,
        sha256, expires_at, completed_at)
    SELECT name_of('upl', n), account_of(n), name_of('sca', n), 'raw',
        'accounts/' || account_of(n) || '/scans/' || name_of('sca', n) || '/' || name_of('upl', n), sha256(n::text::bytea),
        'verified', 30000000 + n, 30000000 + n, 21474836480, sha256(n::text::bytea), now(), now() FROM generate_series(1, {jobs}) n;
INSERT INTO jobs (id, account_id, scan_id, upload_id, state, request, input_bytes, attempts, progress, stage, estimated_seconds,
        started_at, finished_at)
    SELECT name_of('job', n), account_of(n), name_of('sca', n), name_of('upl', n), 'succeeded', '{request}', 30000000 + n, 1, 1,
        'Uploading glb', 60, now() - interval '1 minute', now() - make_interval(secs => {jobs} - n)
    FROM generate_series(1, {jobs}) n;
INSERT INTO job_attempts (job_id, account_id, number, lease_token, worker, finished_at, outcome, log)
    SELECT name_of('job', n), account_of(n), 1, n, name_of('wor', 1), now(), 'succeeded', '' FROM generate_series(1, {jobs}) n;
INSERT INTO results (job_id, account_id, attempt, files, notes, area, seconds)
    SELECT name_of('job', n), account_of(n), 1, repeat('x', 230), '[]', 20, 60 FROM generate_series(1, {jobs}) n;
INSERT INTO audit_log (account_id, actor, action, target)
    SELECT account_of(n), name_of('key', n), CASE n % 2 WHEN 0 THEN 'scan.create' ELSE 'job.create' END, name_of('job', n)
    FROM generate_series(1, 2 * {jobs}) n;
-- A hundred accounts have ten waiting jobs each.
INSERT INTO jobs (id, account_id, request) SELECT name_of('que', n), name_of('acc', n % 100 + 1), '{request}'
    FROM generate_series(1, 1000) n;
SELECT activate_lane(name_of('acc', n), 'cpu', clock_timestamp()) FROM generate_series(1, 100) n;
RESET session_replication_role;
"""

REQUEST = json.dumps({
    "enableHoleFilling": False, "enableTextureEnhancement": False, "mode": "interior", "outputFormats": ["glb"],
    "quality": "standard", "settings": {}, "technologies": ["photogrammetry"]}, separators=(",", ":"))

# As it was: all jobs that ever succeeded. Measured beside the present statement.
ALIKE = """
WITH alike AS (SELECT r.seconds FROM jobs j JOIN results r ON r.job_id = j.id
    WHERE j.state = 'succeeded' AND j.input_bytes BETWEEN 15000000::bigint AND 60000000::bigint
        AND (j.request::json ->> 'quality') = '{}' AND (j.request::json -> 'technologies')::text = '["photogrammetry"]'
    ORDER BY j.finished_at DESC LIMIT 50)
SELECT count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM alike"""
RECENT = """
WITH recent AS MATERIALIZED (SELECT id, input_bytes, request, finished_at FROM jobs WHERE state = 'succeeded'
        ORDER BY finished_at DESC LIMIT 2000),
    alike AS (SELECT r.seconds FROM recent j JOIN results r ON r.job_id = j.id
        WHERE j.input_bytes BETWEEN 15000000::bigint AND 60000000::bigint AND (j.request::json ->> 'quality') = '{}'
            AND (j.request::json -> 'technologies')::text = '["photogrammetry"]' ORDER BY j.finished_at DESC LIMIT 50)
SELECT count(*), percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM alike"""
OPERATOR = "SET LOCAL ROLE diorama_service_operator; "
ACCOUNT = "SET LOCAL ROLE diorama_service_account; SET LOCAL diorama.account = 'acc000000000000000000000005'; "

# As Sources/Service sends them.
STATEMENTS = {
    "key of a request": (OPERATOR, """SELECT k.id, k.account_id, k.scopes, t.requests_per_minute FROM api_keys k
        JOIN accounts a ON a.id = k.account_id JOIN tiers t ON t.name = a.tier 
        WHERE k.hash = sha256('77') AND k.revoked_at IS NULL"""),
    "page of jobs": (ACCOUNT, """SELECT * FROM jobs j LEFT JOIN results r ON r.job_id = j.id ORDER BY j.id DESC LIMIT 50"""),
    "page of scans": (ACCOUNT, "SELECT * FROM scans WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 50"),
    "claim of a job": (OPERATOR, "SELECT * FROM claim_job('w', ARRAY['cpu'], 30)"),
    "silent workers": (OPERATOR, """SELECT * FROM jobs WHERE state = 'running' AND lease_expires < clock_timestamp()
        ORDER BY lease_expires LIMIT 1 FOR UPDATE SKIP LOCKED"""),
    "estimate, a usual quality": (OPERATOR, RECENT.format("standard")),
    "estimate, a quality that nobody used": (OPERATOR, RECENT.format("ultra")),
    "readiness: schema": (OPERATOR, "SELECT max(number) FROM migrations"),
    "status: accounts": (OPERATOR, "SELECT count(*) AS n FROM accounts"),
    "status: jobs": (OPERATOR, "SELECT state, count(*) AS n FROM jobs GROUP BY state"),
    "status: oldest": (OPERATOR, "SELECT min(run_after) FROM jobs WHERE state = 'queued' AND run_after <= now()"),
    "garbage": (OPERATOR, "DELETE FROM idempotency_keys WHERE created_at < now() - interval '1 day'"),
}
# As they were before: docs/scale.md.
EARLIER = {
    "estimate among all jobs": (OPERATOR, ALIKE.format("standard")),
    "the same, nobody used the quality": (OPERATOR, ALIKE.format("ultra")),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--accounts", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1_000_000)
    arguments = parser.parse_args()
    database = Postgres()
    try:
        database.start()
        subprocess.run(
            [arguments.program, "service", "status", "--json"], check=True, stdout=subprocess.DEVNULL,
            env={**os.environ, "DIORAMA_DATABASE": database.address})
        database.query(FILL.format(accounts=arguments.accounts, jobs=arguments.jobs, request=REQUEST))
        database.query("VACUUM ANALYZE")
        sizes = database.query(
            "SELECT relname, n_live_tup, pg_relation_size(relid), pg_indexes_size(relid) FROM pg_stat_user_tables "
            "WHERE n_live_tup > 900 ORDER BY pg_total_relation_size(relid) DESC")
        for name, rows, heap, indexes in sizes:
            print(f"{name:16}{int(rows):>10} rows {int(heap) / int(rows):6.0f} + {int(indexes) / int(rows):4.0f} bytes each")
        print(f"database {int(database.query('SELECT pg_database_size(current_database())')[0][0]) / 1e9:.2f} GB")
        measure(database, STATEMENTS)
        print("proposed:")
        measure(database, EARLIER)
    finally:
        database.end()


def measure(database: Postgres, statements: dict[str, tuple[str, str]]):
    """Prints the shortest of five times of each statement."""
    for name, (role, statement) in statements.items():
        begin = f"BEGIN; {role}SET LOCAL search_path = diorama_service; EXPLAIN (ANALYZE, TIMING OFF) {statement}; ROLLBACK"
        times = []
        for _ in range(5):
            rows = database.query(begin)
            times.append(float(re.search(r"Execution Time: ([\d.]+)", "\n".join(row[0] for row in rows)).group(1)))
        print(f"{name:40}{min(times):10.2f} ms", flush=True)


if __name__ == "__main__":
    main()
