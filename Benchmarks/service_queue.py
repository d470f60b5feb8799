#!/usr/bin/env python3
"""
The queue of the processing service beside Procrastinate, both on a PostgreSQL server of its own with fsync, by turns: jobs of 20
accounts (or queues) of very different lengths that do nothing are claimed and ended by some connections. Prints how long claims
took and how many jobs went through. docs/service.md has the figures.

    Benchmarks/service_queue.py PROGRAM [--jobs 5000] [--workers 4] [--rounds 3] [--peer FOLDER]

FOLDER has Procrastinate with psycopg: pip install --target FOLDER procrastinate "psycopg[binary]" psycopg_pool. Its workers call
`fetch_job` and `finish_job` of its job manager, as its own worker does, without running anything in between. It has no turns
between queues: its jobs are claimed in the order in which they were added.
"""

import argparse
import asyncio
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests" / "PythonSupport"))

from postgres import Postgres  # noqa: E402

ACCOUNTS = 20


def lengths(jobs: int) -> list[int]:
    """As `diorama service measure-queue`: the longest queue has thirty times the jobs of the shortest."""
    weights = [30 ** (at / (ACCOUNTS - 1)) for at in range(ACCOUNTS)]
    return [max(1, int(jobs * weight / sum(weights))) for weight in weights]


def percentile(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def ours(program: str, jobs: int, workers: int) -> dict:
    database = Postgres(is_durable=True)
    database.start()
    try:
        # The tables belong to somebody who isn't the superuser, for whom policies don't hold.
        database.query("CREATE ROLE diorama LOGIN CREATEROLE")
        database.query("CREATE DATABASE diorama OWNER diorama")
        address = database.address.replace("postgres@", "diorama@").replace("/postgres", "/diorama")
        result = subprocess.run(
            [program, "service", "measure-queue", "--jobs", str(jobs), "--workers", str(workers), "--json"],
            env={**os.environ, "DIORAMA_DATABASE": address}, capture_output=True, text=True, check=True)
        report = json.loads(result.stdout)
        return {
            "jobs": report["jobs"], "claim_ms": report["claim_median"], "claim_p99_ms": report["claim_p99"],
            "jobs_per_second": report["jobs_per_second"], "share_difference": report["largest_share_difference"]}
    finally:
        database.end()


async def consume(app, worker: int, claims: list[float]):
    while True:
        start = time.perf_counter()
        job = await app.job_manager.fetch_job(queues=None, worker_id=worker)
        if job is None:
            return
        claims.append((time.perf_counter() - start) * 1000)
        await app.job_manager.finish_job(job, jobs_status(), delete_job=False)


def jobs_status():
    from procrastinate import jobs
    return jobs.Status.SUCCEEDED


async def measure_peer(address: str, jobs: int, workers: int) -> dict:
    import procrastinate

    connector = procrastinate.PsycopgConnector(conninfo=address, min_size=workers, max_size=workers)
    app = procrastinate.App(connector=connector)

    @app.task(name="nothing")
    def nothing():
        pass

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        for at, length in enumerate(lengths(jobs)):
            await nothing.configure(queue=f"account-{at}").batch_defer_async(*[{} for _ in range(length)])
        ids = [await app.job_manager.register_worker() for _ in range(workers)]
        claims: list[float] = []
        start = time.perf_counter()
        await asyncio.gather(*[consume(app, one, claims) for one in ids])
        seconds = time.perf_counter() - start
    return {
        "jobs": len(claims), "claim_ms": statistics.median(claims), "claim_p99_ms": percentile(claims, 0.99),
        "jobs_per_second": len(claims) / seconds}


def peer(jobs: int, workers: int) -> dict:
    database = Postgres(is_durable=True)
    database.start()
    try:
        return asyncio.run(measure_peer(database.address, jobs, workers))
    finally:
        database.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.strip().splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--jobs", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peer", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.peer:
        sys.path.insert(0, str(arguments.peer))
    for _ in range(arguments.rounds):
        runs = [("diorama", lambda: ours(arguments.program, arguments.jobs, arguments.workers))]
        if arguments.peer:
            runs.append(("procrastinate", lambda: peer(arguments.jobs, arguments.workers)))
        for name, run in runs:
            found = {key: round(value, 4) for key, value in run().items()}
            print(json.dumps({"queue": name, "load": round(os.getloadavg()[0], 1), **found}), flush=True)


if __name__ == "__main__":
    main()
