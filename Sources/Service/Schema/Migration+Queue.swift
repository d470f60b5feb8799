extension Migration {
    /// The queue's functions: one round trip for a claim, and one rule for how a job's attempt ends.
    ///
    /// A lane is one account's queue of one resource class. Lanes take turns by stride scheduling (Waldspurger and Weihl, "Stride
    /// Scheduling", MIT/LCS/TM-528, 1995): the lane with the smallest `pass` is next, and each claim advances its pass by the job's
    /// estimated seconds divided by the weight of the account's tier. Who holds a lane's lock never waits for a job's, so that
    /// there are no deadlocks.
    static let queue = Migration(
        number: 3, name: "queue", compatibleFrom: 1,
        sql: """
            CREATE TABLE lanes (
                account_id text NOT NULL REFERENCES accounts, class text NOT NULL, pass double precision NOT NULL DEFAULT 0,
                weight double precision NOT NULL, running integer NOT NULL DEFAULT 0, max_running integer NOT NULL,
                -- When a job may be ready; NULL where none is queued.
                next_at timestamptz, PRIMARY KEY (account_id, class)) WITH (fillfactor = 50);
            CREATE INDEX lanes_next ON lanes (class, pass) WHERE next_at IS NOT NULL;
            ALTER TABLE lanes ENABLE ROW LEVEL SECURITY;
            ALTER TABLE lanes FORCE ROW LEVEL SECURITY;
            CREATE POLICY own_account ON lanes TO diorama_service_account
                USING (account_id = current_setting('diorama.account', true))
                WITH CHECK (account_id = current_setting('diorama.account', true));
            CREATE POLICY operator ON lanes TO diorama_service_operator USING (true) WITH CHECK (true);
            GRANT SELECT, INSERT, UPDATE ON lanes TO diorama_service_account, diorama_service_operator;

            -- The smallest pass of the lanes that have jobs: where a lane that was empty joins. It reveals nothing of other
            -- accounts but a number without a unit, and therefore runs with the owner's rights as the operator.
            CREATE FUNCTION current_pass(wanted text) RETURNS double precision LANGUAGE sql STABLE
                SECURITY DEFINER SET search_path = diorama_service
                AS $$ SELECT coalesce(min(pass), 0) FROM lanes WHERE class = wanted AND next_at IS NOT NULL $$;
            ALTER FUNCTION current_pass(text) OWNER TO CURRENT_USER;
            CREATE POLICY pass ON lanes FOR SELECT TO CURRENT_USER USING (true);

            -- Makes a lane take part from `at` on, and wakes the workers where it had no jobs.
            CREATE FUNCTION activate_lane(account text, wanted text, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
            DECLARE was timestamptz;
            BEGIN
                INSERT INTO lanes (account_id, class, weight, max_running)
                    SELECT account, wanted, t.weight, t.concurrent_jobs FROM accounts a JOIN tiers t ON t.name = a.tier
                    WHERE a.id = account
                    ON CONFLICT DO NOTHING;
                SELECT next_at INTO was FROM lanes WHERE account_id = account AND class = wanted FOR UPDATE;
                IF was IS NULL THEN
                    UPDATE lanes SET next_at = at, pass = greatest(pass, current_pass(wanted))
                        WHERE account_id = account AND class = wanted;
                    PERFORM pg_notify('diorama_service_ready', wanted);
                ELSIF at < was THEN
                    UPDATE lanes SET next_at = at WHERE account_id = account AND class = wanted;
                    PERFORM pg_notify('diorama_service_ready', wanted);
                END IF;
            END $$;

            -- The next job for a worker, leased to it; no row where there is none.
            CREATE FUNCTION claim_job(worker text, wanted text[], lease_seconds double precision) RETURNS SETOF jobs
                LANGUAGE plpgsql AS $$
            DECLARE
                lane lanes%ROWTYPE;
                job jobs%ROWTYPE;
                soonest timestamptz;
                cost double precision;
            BEGIN
                LOOP
                    SELECT * INTO lane FROM lanes l
                        WHERE l.class = ANY (wanted) AND l.next_at IS NOT NULL AND l.next_at <= clock_timestamp()
                            AND l.running < l.max_running
                        ORDER BY l.pass LIMIT 1 FOR UPDATE SKIP LOCKED;
                    IF NOT FOUND THEN RETURN; END IF;
                    SELECT * INTO job FROM jobs j
                        WHERE j.account_id = lane.account_id AND j.class = lane.class AND j.state = 'queued'
                            AND j.run_after <= clock_timestamp()
                        ORDER BY j.priority DESC, j.number LIMIT 1 FOR UPDATE SKIP LOCKED;
                    EXIT WHEN FOUND;
                    SELECT min(j.run_after) INTO soonest FROM jobs j
                        WHERE j.account_id = lane.account_id AND j.class = lane.class AND j.state = 'queued';
                    -- A job that is locked just now, as by its cancellation, is looked at again soon.
                    UPDATE lanes l SET next_at = greatest(soonest, clock_timestamp() + interval '100 milliseconds')
                        WHERE l.account_id = lane.account_id AND l.class = lane.class AND soonest IS NOT NULL;
                    UPDATE lanes l SET next_at = NULL
                        WHERE l.account_id = lane.account_id AND l.class = lane.class AND soonest IS NULL;
                END LOOP;
                cost := greatest(coalesce(job.estimated_seconds, 60), 1);
                UPDATE jobs j SET state = 'running', attempts = j.attempts + 1, lease_token = nextval('lease_tokens'),
                        lease_worker = worker, lease_expires = clock_timestamp() + make_interval(secs => lease_seconds),
                        started_at = coalesce(j.started_at, clock_timestamp()), progress = 0, stage = NULL, error = NULL
                    WHERE j.id = job.id RETURNING * INTO job;
                -- Whoever adds a job to a lane without jobs wakes the workers.
                UPDATE lanes l SET pass = l.pass + cost / l.weight, running = l.running + 1,
                        next_at = CASE WHEN EXISTS (SELECT FROM jobs j WHERE j.account_id = lane.account_id
                            AND j.class = lane.class AND j.state = 'queued') THEN l.next_at END
                    WHERE l.account_id = lane.account_id AND l.class = lane.class;
                INSERT INTO job_attempts (job_id, account_id, number, lease_token, worker)
                    VALUES (job.id, job.account_id, job.attempts, job.lease_token, worker);
                RETURN NEXT job;
            END $$;

            -- Ends the attempt that has this token: the job becomes `new_state`, or is queued again after `delay` seconds. Returns
            -- false where another attempt, or nobody, has the job: then nothing changes.
            CREATE FUNCTION end_attempt(
                wanted_job text, token bigint, new_state text, outcome_word text, message text, log_text text,
                delay double precision) RETURNS boolean LANGUAGE plpgsql AS $$
            DECLARE
                job jobs%ROWTYPE;
                used double precision;
            BEGIN
                SELECT * INTO job FROM jobs j
                    WHERE j.id = wanted_job AND j.state = 'running' AND j.lease_token = token FOR UPDATE;
                IF NOT FOUND THEN RETURN false; END IF;
                UPDATE jobs j SET state = new_state, lease_token = NULL, lease_worker = NULL, lease_expires = NULL,
                        error = message, progress = CASE WHEN new_state = 'succeeded' THEN 1 ELSE j.progress END,
                        run_after = CASE WHEN new_state = 'queued' THEN clock_timestamp() + make_interval(secs => delay)
                            ELSE j.run_after END,
                        finished_at = CASE WHEN new_state = 'queued' THEN NULL ELSE clock_timestamp() END
                    WHERE j.id = wanted_job;
                UPDATE job_attempts a SET finished_at = clock_timestamp(), outcome = outcome_word,
                        log = coalesce(log_text, a.log)
                    WHERE a.job_id = wanted_job AND a.number = job.attempts
                    RETURNING extract(epoch FROM clock_timestamp() - a.started_at) INTO used;
                -- What was charged at the claim was an estimate.
                UPDATE lanes l SET running = greatest(l.running - 1, 0),
                        pass = l.pass + (greatest(used, 1) - greatest(coalesce(job.estimated_seconds, 60), 1)) / l.weight
                    WHERE l.account_id = job.account_id AND l.class = job.class;
                IF new_state = 'queued' THEN
                    PERFORM activate_lane(job.account_id, job.class, clock_timestamp() + make_interval(secs => delay));
                ELSIF EXISTS (SELECT FROM lanes l WHERE l.account_id = job.account_id AND l.class = job.class
                        AND l.next_at IS NOT NULL AND l.running = l.max_running - 1) THEN
                    PERFORM pg_notify('diorama_service_ready', job.class);
                END IF;
                RETURN true;
            END $$;
            """)
}
