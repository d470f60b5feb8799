#!/usr/bin/env python3
"""
Attacks on a running server's limits, and how long others wait meanwhile (docs/server.md, "Limits").

    Benchmarks/server_limits.py http://127.0.0.1:8080

512 idle connections, 600 headers that come byte by byte, and 40 stalled uploads, each followed by requests of somebody else. Prints
one line for each attack: seconds until an answer, and what became of the attacker's connections. The server is this machine's,
without a proxy: uploads are the owner's.
"""

import collections
import http.client
import select
import socket
import sys
import time
import urllib.parse


def connect(address) -> socket.socket:
    connection = socket.create_connection((address.hostname, address.port), timeout=90)
    connection.setblocking(False)
    return connection


def ask(address, path: str, method: str = "GET", body: bytes | None = None) -> tuple[int, float]:
    """The status of a request on a connection of its own, and the seconds that it took."""
    start = time.monotonic()
    client = http.client.HTTPConnection(address.hostname, address.port, timeout=120)
    client.request(method, path, body=body, headers={"Content-Type": "application/octet-stream"} if body else {})
    answer = client.getresponse()
    answer.read()
    client.close()
    return answer.status, time.monotonic() - start


def outcome(connections: list[socket.socket]) -> collections.Counter:
    """What became of connections: still open, closed without an answer, or the status of the answer."""
    counts: collections.Counter = collections.Counter()
    for connection in connections:
        try:
            answer = connection.recv(4096)
            counts[answer.split(b" ")[1].decode() if answer else "closed"] += 1
        except BlockingIOError:
            counts["open"] += 1
        except OSError:
            counts["closed"] += 1
    return counts


def idle(address) -> None:
    connections = [connect(address) for _ in range(512)]
    status, seconds = ask(address, "/health")
    print(f"512 idle connections: others get {status} after {seconds:.2f} s; {dict(outcome(connections))}")
    time.sleep(12)
    print(f"  12 s later: {dict(outcome(connections))}")
    for connection in connections:
        connection.close()


def slow_headers(address) -> None:
    connections = [connect(address) for _ in range(600)]
    header = b"GET /health HTTP/1.1\r\n" + b"X-A: b\r\n" * 90
    sent = 0
    longest = 0.0
    end = time.monotonic() + 12
    while time.monotonic() < end:
        _, writable, _ = select.select([], connections, [], 0)
        for connection in writable:
            try:
                connection.send(header[sent : sent + 1])
            except OSError:
                pass
        sent += 1
        status, seconds = ask(address, "/health")
        assert status == 200, status
        longest = max(longest, seconds)
        time.sleep(0.5)
    print(f"600 headers byte by byte: others wait at most {longest:.2f} s; after 12 s {dict(outcome(connections))}")
    for connection in connections:
        connection.close()


def stalled_uploads(address) -> None:
    connections = []
    for _ in range(40):
        connection = connect(address)
        head = f"POST /api/v1/spaces?fileName=a.ply HTTP/1.1\r\nHost: {address.netloc}\r\nContent-Length: 1000000\r\n\r\nply\n"
        connection.send(head.encode())
        connections.append(connection)
    time.sleep(1)
    start = time.monotonic()
    refused = 0
    while True:
        status, _ = ask(address, "/api/v1/spaces?fileName=b.ply", "POST", b"ply\n")
        if status != 429:
            break
        refused += 1
        time.sleep(0.5)
    waited = time.monotonic() - start
    print(f"40 stalled uploads: another of the same address gets {status} after {waited:.1f} s; {dict(outcome(connections))}")
    for connection in connections:
        connection.close()


if __name__ == "__main__":
    target = urllib.parse.urlsplit(sys.argv[1])
    for attack in (idle, slow_headers, stalled_uploads):
        attack(target)
