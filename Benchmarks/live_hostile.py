#!/usr/bin/env python3
"""A hostile participant of a live session, for live_bench.py --hostile.

    live_hostile.py ws://HOST/api/v1/live/CODE KIND SECONDS

KIND: flood (valid presence as fast as the connection takes it), giant (frames of 16 MB), forged (operations with the ids of
others), replay (the same operations again and again), slow (reads nothing), garbage (random bytes on new connections), connections
(200 connections without a hello).
"""
import base64
import os
import socket
import struct
import sys
import time
import urllib.parse

from live_adapter import HELLO, POSE, frame


def connect(url):
    parts = urllib.parse.urlsplit(url)
    connection = socket.create_connection((parts.hostname, parts.port), timeout=5)
    key = base64.b64encode(os.urandom(16)).decode()
    connection.sendall((
        f"GET {parts.path}?{parts.query} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n").encode())
    head = b""
    while b"\r\n\r\n" not in head:
        part = connection.recv(1)
        if not part:
            raise ConnectionError("no handshake")
        head += part
    if b" 101 " not in head.split(b"\r\n")[0]:
        raise ConnectionError(head.split(b"\r\n")[0].decode())
    return connection


def message(payload, length=None):
    """A binary message, masked with zeros; `length` may claim more than is there."""
    size = len(payload) if length is None else length
    head = bytes([0x82])
    if size < 126:
        head += bytes([0x80 | size])
    elif size < 65536:
        head += bytes([0x80 | 126]) + struct.pack(">H", size)
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", size)
    return head + bytes(4) + payload


def joined(url):
    connection = connect(url)
    connection.sendall(message(frame(1, HELLO.pack(0x56494C44, 1, 3, os.urandom(16), 3))))
    head = connection.recv(2)
    data = b""
    size = head[1] & 127
    while len(data) < size:
        data += connection.recv(size - len(data))
    participant, role, clock = struct.unpack_from("<IBQ", data, 9)
    (lamport,) = struct.unpack_from("<Q", data, 22)
    body = struct.pack("<QIIBBBBB", lamport + 1, participant, participant, role, 1, 2, 3, 7) + b"hostile"
    connection.sendall(message(frame(16, struct.pack("<I", 0)) + frame(4, body, 1)))
    return connection, participant, clock, lamport, time.monotonic()


def attack(url, kind, end):
    if kind == "connections":
        held = []
        for _ in range(200):
            held.append(connect(url))
        time.sleep(max(0, end - time.monotonic()))
    elif kind == "garbage":
        while time.monotonic() < end:
            connect(url).sendall(message(os.urandom(500)))
    elif kind == "giant":
        connection = connect(url)
        connection.sendall(message(bytes(1 << 16), length=16 << 20))
        while time.monotonic() < end:
            connection.sendall(bytes(1 << 16))
    else:
        connection, participant, clock, lamport, start = joined(url)
        if kind == "slow":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            time.sleep(max(0, end - time.monotonic()))
            return
        connection.setblocking(False)
        number = 1
        while time.monotonic() < end:
            now = clock + int((time.monotonic() - start) * 1000)
            if kind == "flood":
                number += 1
                pose = POSE.pack(participant, now, 1.0, float(number % 1000), 0, 0, 0, 0, 1, 1, 0, 0, 0)
                data = message(frame(6, pose) * 50)
            elif kind == "forged":
                body = struct.pack("<QIII", lamport + number, 1, 1, 1)
                number += 1
                data = message(frame(9, body, number))
            else:
                body = struct.pack("<QIII", lamport + 2, participant, participant, 2)
                data = message(frame(9, body, 2) * 50)
            try:
                connection.sendall(data)
            except BlockingIOError:
                try:
                    while connection.recv(1 << 16):
                        pass
                except BlockingIOError:
                    time.sleep(0.0005)


if __name__ == "__main__":
    url, kind, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            attack(url, kind, end)
        except (OSError, ConnectionError):
            time.sleep(0.05)
