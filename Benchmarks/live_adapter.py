"""What a participant of a live session sends and receives, for the load driver: docs/live-protocol.md, version 3."""
import json
import math
import os
import struct
import time

from adapters import Adapter

WELCOME, JOIN, PRESENCE, PING, RESUME = 2, 4, 6, 13, 16
FRAME = struct.Struct("<II")
HELLO = struct.Struct("<IBB16sI")
POSE = struct.Struct("<IQ3f4fB3f")
READ = struct.Struct("<II I Q ff")  # the frame's header, participant, time, x, y


def frame(code, body, number=0):
    return FRAME.pack(code | len(body) << 8, number) + body


class Diorama(Adapter):
    """The sender's index and the sequence number are x and y of its position."""

    def __init__(self, index, url):
        super().__init__(index, url)
        self.ready = False
        self.joined_at = 0.0

    def opened(self):
        self.send(frame(1, HELLO.pack(0x56494C44, 1, 3, os.urandom(16), 3)))

    def welcomed(self, data):
        self.participant, role, self.clock = struct.unpack_from("<IBQ", data, 9)
        self.offset = self.clock - time.monotonic_ns() // 1_000_000
        (lamport,) = struct.unpack_from("<Q", data, 22)
        name = f"bench {self.index}".encode()
        body = struct.pack("<QIIBBBBB", lamport + 1, self.participant, self.participant, role, 1, 2, 3, len(name)) + name
        self.send(frame(RESUME, struct.pack("<I", 0)) + frame(JOIN, body, 1))
        self.last_ping = time.monotonic()

    def update(self, sequence, now):
        angle = self.index + sequence * 0.05
        body = POSE.pack(
            self.participant, now // 1_000_000 + self.offset, float(self.index), float(sequence), 2 * math.sin(angle),
            0.0, math.sin(angle / 2), 0.0, math.cos(angle / 2), 1, math.cos(angle), 1.0, 0.0)
        packet = frame(PRESENCE, body)
        if time.monotonic() - self.last_ping > 1:
            self.last_ping = time.monotonic()
            packet += frame(PING, struct.pack("<Q", 0))
        return packet

    def received(self, message):
        stamps, at, end = [], 0, len(message)
        while at < end:
            (word,) = struct.unpack_from("<I", message, at)
            code = word & 255
            if code == PRESENCE:
                _, _, participant, _, x, y = READ.unpack_from(message, at)
                if participant != self.participant:
                    stamps.append((int(x), int(y), 0))
            elif code == WELCOME:
                self.welcomed(message[at:])
            elif code == 15:
                self.ready = True
            at += 8 + (word >> 8)
        return stamps


class InRooms(Diorama):
    """So many clients in each of the rooms whose addresses LIVE_ROOMS has."""

    def __init__(self, index, url):
        super().__init__(index, json.loads(os.environ["LIVE_ROOMS"])[index // int(os.environ["LIVE_EACH"])])


class SpeakerOrViewer(Diorama):
    """The first LIVE_SPEAKERS clients send; the others are viewers, who only say that they are there."""

    def __init__(self, index, url):
        self.speaks = index < int(os.environ["LIVE_SPEAKERS"])
        super().__init__(index, url if self.speaks else url + "?role=viewer")

    def update(self, sequence, now):
        if self.speaks:
            return super().update(sequence, now)
        if time.monotonic() - self.last_ping < 1:
            return b""
        self.last_ping = time.monotonic()
        return frame(PING, struct.pack("<Q", 0))
