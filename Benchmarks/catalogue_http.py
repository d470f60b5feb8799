#!/usr/bin/env python3
"""
Every operation of the catalogue over HTTP, with 100,000 things, and how long others wait while a table is imported
(docs/performance.md, "Catalogue over HTTP").

    Benchmarks/catalogue_http.py .build/release/diorama [--things 100000] [--rounds 100]

Imports a table of that many rows into a new library on a server of its own, while another client changes a thing again and again;
then each operation that many times, one after the other. Prints p50, p99 and the longest, in milliseconds.
"""

import argparse
import contextlib
import http.client
import json
import pathlib
import random
import signal
import subprocess
import tempfile
import threading
import time
import urllib.parse

CATEGORIES = ("Tools", "Electronics", "Furniture", "Books", "Kitchen", "Garden", "Sports", "Toys")
BRANDS = ("Bosch", "Sony", "Philips", "Hailo", "Makita", "Canon", "Braun", "Lego", "Ikea", "Apple")
WORDS = ("cordless", "drill", "lamp", "radio", "camera", "chair", "kettle", "globe", "violin", "ladder", "saw", "book")


def table(count: int) -> bytes:
    """Homebox's columns; 400 places in two levels."""
    dice = random.Random(1)
    rows = ["HB.location,HB.tags,HB.name,HB.quantity,HB.insured,HB.purchase_price,HB.serial_number,HB.manufacturer"]
    for at in range(count):
        name = f"{dice.choice(WORDS)} {dice.choice(WORDS)} {at}"
        place = f"Room {at % 20}/Shelf {at % 400}"
        price = f"{dice.randrange(1, 2000)}.{dice.randrange(100):02}"
        rows.append(f"{place},{dice.choice(CATEGORIES).lower()},{name},{1 + at % 3},true,{price},S-{at},{dice.choice(BRANDS)}")
    return ("\n".join(rows) + "\n").encode()


class Client:
    """One connection to a server."""

    def __init__(self, port: int):
        self.port = port
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=900)

    def call(self, method: str, path: str, body=None, content_type: str = "application/json"):
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        headers = {"Content-Type": content_type} if data is not None else {}
        self.connection.request(method, "/api/v1" + path, data, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        assert answer.status < 300, (method, path, answer.status, content[:300])
        kind = answer.getheader("Content-Type") or ""
        return json.loads(content) if "json" in kind and content else content


@contextlib.contextmanager
def serving(program: str, folder: pathlib.Path):
    command = [program, "serve", "--library", str(folder / "library"), "--port", "0", "--json"]
    subprocess.run([program, "account", "create", "--name", "Ada", "--library", str(folder / "library"), "--json"], check=True,
                   capture_output=True)
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        line = process.stdout.readline()
        yield urllib.parse.urlparse(json.loads(line)["address"]).port
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def percentiles(times: list[float]) -> str:
    times = sorted(times)
    at99 = times[min(len(times) - 1, int(0.99 * len(times)))]
    return f"{1000 * times[len(times) // 2]:.1f} | {1000 * at99:.1f} | {1000 * times[-1]:.1f}"


def import_beside_writers(port: int, count: int):
    """The import, and what another client waits for its writes meanwhile."""
    other = Client(port)
    thing = other.call("POST", "/things", {"name": "Witness"})["id"]
    waits: list[float] = []
    done = threading.Event()

    def write():
        number = 0
        while not done.is_set():
            began = time.perf_counter()
            other.call("PATCH", f"/things/{thing}", {"notes": f"{number}"})
            waits.append(time.perf_counter() - began)
            number += 1
            time.sleep(0.02)

    writer = threading.Thread(target=write)
    writer.start()
    began = time.perf_counter()
    result = Client(port).call("POST", "/things/import", table(count), "text/csv")
    seconds = time.perf_counter() - began
    done.set()
    writer.join()
    assert result["imported"] == count, result
    print(f"import of {count} rows: {seconds:.1f} s; {len(waits)} writes of another client meanwhile, p50 | p99 | longest ms: "
          f"{percentiles(waits)}", flush=True)


def operations(client: Client) -> dict:
    things = client.call("GET", "/things?limit=50&order=newest")["things"]
    thing = things[7]["id"]
    place = next(one for one in client.call("GET", "/places")["places"] if one["things"] > 50)["id"]
    second = client.call("GET", "/things?limit=50&order=name")["next"]
    ids = [one["id"] for one in things]
    numbers = iter(range(1_000_000))
    queries = {
        "a page, newest": "/things?limit=50",
        "a page, by name": "/things?limit=50&order=name",
        "a page, by value": "/things?limit=50&order=value",
        "the second page, by name": f"/things?limit=50&order=name&after={urllib.parse.quote(second)}",
        "a page, by a word that a sixth has": "/things?limit=50&search=drill",
        "a page, by one letter": "/things?limit=50&search=d",
        "a page, by tag": "/things?limit=50&tag=tools",
        "a page, by brand": "/things?limit=50&brand=Bosch",
        "a page, by place": f"/things?limit=50&place={place}",
        "a page, what is lent": "/things?limit=50&lent=true",
        "a thing": f"/things/{thing}",
        "words": "/things/words",
        "totals by place": "/things/totals?by=place",
        "totals by category": "/things/totals?by=category",
        "totals by tag": "/things/totals?by=tag",
        "totals by currency": "/things/totals?by=currency",
        "what is due": "/things/reminders?days=365",
        "calendar": "/things/calendar.ics",
        "places with sums": "/places",
        "search, one letter": "/search?text=d",
        "search, a word": "/search?text=camera",
        "search, two words": "/search?text=" + urllib.parse.quote("camera vio"),
    }

    def undone_edit():
        done = client.call("POST", "/things/bulk", {"ids": ids, "brand": f"Brand {next(numbers)}"})
        client.call("POST", f"/undo/{done['undo']}")

    def trash_and_restore():
        client.call("DELETE", f"/things/{thing}")
        client.call("POST", f"/things/{thing}/restore")

    def lend_and_return():
        loan = client.call("POST", f"/things/{thing}/loans", {"borrower": "Ben", "due": "2030-01-31"})
        client.call("PATCH", f"/loans/{loan['id']}", {"returned": "2030-01-01"})

    actions = {
        "add a thing": lambda: client.call("POST", "/things", {"name": f"New {next(numbers)}", "place": place}),
        "change a thing": lambda: client.call("PATCH", f"/things/{thing}", {"notes": f"{next(numbers)}"}),
        "lend and return": lend_and_return,
        "add maintenance": lambda: client.call("POST", f"/things/{thing}/maintenance", {"title": "Oil", "due": "2030-01-31"}),
        "duplicate": lambda: client.call("POST", f"/things/{thing}/duplicate"),
        "trash and restore": trash_and_restore,
        "change 50 things and undo it": undone_edit,
        "add a place": lambda: client.call("POST", "/places", {"name": f"Place {next(numbers)}"}),
    }
    reading = {name: (lambda path=path: client.call("GET", path)) for name, path in queries.items()}
    return reading | actions


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--things", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=100)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        with serving(str(pathlib.Path(arguments.program).resolve()), pathlib.Path(name)) as port:
            import_beside_writers(port, arguments.things)
            print("\n| operation | p50 ms | p99 ms | longest ms |\n|---|---|---|---|", flush=True)
            for name, act in operations(Client(port)).items():
                times = []
                for _ in range(arguments.rounds):
                    began = time.perf_counter()
                    act()
                    times.append(time.perf_counter() - began)
                print(f"| {name} | {percentiles(times)} |", flush=True)


if __name__ == "__main__":
    main()
