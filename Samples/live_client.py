#!/usr/bin/env python3
"""A client of live sessions, written from docs/live-protocol.md alone.

    live_client.py ws://HOST/api/v1/live/CODE [NAME]            joins, spawns a companion that dances, and prints what happens
    live_client.py --self-test FOLDER                           decodes and encodes the recorded sessions of all versions

Joining needs the package websockets; the functions encode and decode need nothing.
"""

import asyncio
import math
import os
import pathlib
import struct
import sys

NEWEST = 4
SIGNATURE = 0x56494C44
TYPES = dict(enumerate(
    "empty hello welcome refusal join leave presence spawn update remove action effect reaction ping pong snapshot resume hand_over"
    " lock mute_effects kick measure remove_measurement".split()))
CODES = {name: code for code, name in TYPES.items()}
OPERATIONS = {4, 5, 7, 8, 9, 10, 11, 17, 18, 19, 20, 21, 22}
SINCE = {12: 2, 17: 3, 18: 3, 19: 3, 20: 3, 21: 4, 22: 4}

# A layout: (field, format of struct) pairs. Our own formats: Name (length, text), Optional (flag, value), Points (count, points).
COMPANION = ("companion", "II")
EFFECT = [("effect", "II"), ("style", "B"), ("position", "3f"), ("start", "Q"), ("duration", "I")]
WELCOME = [("version", "B"), ("participant", "I"), ("role", "B"), ("time", "Q"), ("clock", "Q"), ("received", "I")]
PRESENCE = [("participant", "I"), ("time", "Q"), ("position", "3f"), ("rotation", "4f")]
LAYOUTS = {
    1: [("signature", "I"), ("oldest", "B"), ("newest", "B"), ("key", "16s")],
    2: WELCOME + [("capabilities", "I")],
    3: [("reason", "B"), ("operation", "I"), ("remedy", "B")],
    4: [("participant", "I"), ("role", "B"), ("color", "3B"), ("name", "Name")],
    6: PRESENCE + [("pointer", "Optional:3f")],
    7: [COMPANION, ("model", "B"), ("position", "3f"), ("rotation", "4f"), ("scale", "f")],
    8: [COMPANION, ("fields", "B")],
    10: [COMPANION, ("action", "B"), ("start", "Q"), ("duration", "I")],
    11: EFFECT + [("companion", "Optional:II")],
    12: [("participant", "I"), ("time", "Q"), ("symbol", "B")],
    9: [COMPANION], 13: [("time", "Q")], 16: [("sequence", "I")],
    14: [("client_time", "Q"), ("time", "Q"), ("newest", "I"), ("received", "I")],
    15: [("sequence", "I"), ("clock", "Q"), ("time", "Q"), ("received", "I")],
    17: [COMPANION, ("owner", "I")],
    21: [("measurement", "II"), ("closed", "B"), ("points", "Points")], 22: [("measurement", "II")],
    **dict.fromkeys((5, 20), [("participant", "I")]), **dict.fromkeys((18, 19), [("flag", "B")]),
}
EARLIER = {
    (1, 2): WELCOME, (1, 6): PRESENCE, (1, 7): [COMPANION, ("model", "B"), ("position", "3f"), ("heading", "f")],
    (1, 3): LAYOUTS[3][:2], (2, 3): LAYOUTS[3][:2], (1, 11): EFFECT, (2, 11): EFFECT,
}


def layout(version, code, message):
    """The fields of a message, some of which depend on others."""
    fields = EARLIER.get((version, code), LAYOUTS.get(code, []))
    if code in OPERATIONS:
        fields = [("stamp", "QI")] + fields
    if code == 1 and message.get("newest", 0) >= 2:
        fields = fields + [("capabilities", "I")]
    if code == 8:
        turn = ("heading", "f") if version == 1 else ("rotation", "4f")
        fields = fields + [
            one for bit, one in enumerate([("position", "3f"), turn, ("scale", "f")]) if message.get("fields", 0) >> bit & 1]
    return fields


def take(data, at, form):
    values = struct.unpack_from("<" + form, data, at)
    if any(isinstance(value, float) and not math.isfinite(value) for value in values):
        raise ValueError(f"a number at byte {at} is not finite")
    return (values if len(values) > 1 else values[0]), at + struct.calcsize("<" + form)


def decode(data, version):
    """The messages of a packet as dictionaries with the keys type and number; raises ValueError or struct.error."""
    messages, at = [], 0
    while at < len(data):
        (word, number), at = take(data, at, "II")
        code, end = word & 255, at + (word >> 8)
        if end > len(data):
            raise ValueError(f"the packet ends before byte {end}")
        if code not in TYPES or SINCE.get(code, 1) > version:
            code, at = 0, end
        message, done = {"type": TYPES[code], "number": number}, 0
        while code and done < len(fields := layout(version, code, message)):
            field, form = fields[done]
            done += 1
            if form == "Name":
                length, at = take(data, at, "B")
                message[field], at = data[at:at + length].decode("utf-8"), at + length
            elif form == "Points":
                count, at = take(data, at, "B")
                message[field], at = [take(data, at + 12 * i, "3f")[0] for i in range(count)], at + 12 * count
            elif form.startswith("Optional:"):
                flag, at = take(data, at, "B")
                message[field], at = take(data, at, form[9:]) if flag else (None, at)
            else:
                message[field], at = take(data, at, form)
        if code == 15:
            message["operations"], at = decode(data[at:end], version), end
        if at != end and code > 1 or at > end:
            raise ValueError(f"a message of type {code} ends at byte {end}, its content at byte {at}")
        at = end
        messages.append(message)
    return messages


def encode(message, version):
    """The frame of a message; a packet is one or more frames."""
    code, body = CODES[message["type"]], b""
    for field, form in layout(version, code, message) if code else []:
        value = message[field]
        if form == "Name":
            body += bytes([len(value.encode("utf-8"))]) + value.encode("utf-8")
        elif form == "Points":
            body += bytes([len(value)]) + b"".join(struct.pack("<3f", *point) for point in value)
        else:
            body += bytes([value is not None]) if form.startswith("Optional:") else b""
            if value is not None:
                body += struct.pack("<" + form.removeprefix("Optional:"), *(value if isinstance(value, tuple) else (value,)))
    if code == 15:
        body += b"".join(encode(operation, version) for operation in message["operations"])
    return struct.pack("<II", code | len(body) << 8, message.get("number", 0)) + body


def self_test(folder):
    """Every recorded packet is decoded, and encoded to the same bytes; some values are those of the recorded sessions."""
    for version in (1, 2, 3, 4):
        seen = []
        for line in (folder / f"session-{version}.txt").read_text(encoding="utf-8").splitlines():
            if line[0] in "<>":
                data = bytes.fromhex(line[2:])
                messages = decode(data, version)
                assert b"".join(encode(message, version) for message in messages) == data, line
                seen += messages
                for cut in range(1, len(data)):
                    try:
                        decode(data[:cut], version)
                        raise AssertionError(f"{cut} bytes of {line} were accepted")
                    except (ValueError, struct.error):
                        pass
        assert {m["name"] for m in seen if m["type"] == "join"} == {"Ada", "Björn", "チビ"}
        spawn = next(m for m in seen if m["type"] == "spawn")
        assert spawn["position"] == (1.0, 0.25, -2.0) and spawn["model"] == 4 and spawn["companion"][0] == 1
        assert spawn["scale"] == 1.5 if version > 1 else abs(abs(spawn["heading"]) - math.pi) < 1e-5
        assert any(m["type"] == "refusal" and m["reason"] == 7 and m.get("remedy", 3) == 3 for m in seen)
        last = [m for m in seen if m["type"] == "snapshot"][-1]
        positions = [m["position"] for m in last["operations"] if m["type"] == "update" and m["fields"] & 1]
        assert positions == [(0.0, 0.0, 7.0)] and last["sequence"] > 15
        missing = set(TYPES.values()) - {m["type"] for m in seen}
        later = {TYPES[code] for code, since in SINCE.items() if since > version}
        assert missing == later | ({"empty"} if version > 2 else set()), missing
        print(f"version {version}: {len(seen)} messages")


async def join(address, name="Python"):
    import websockets

    async with websockets.connect(address) as socket:
        hello = {"type": "hello", "signature": SIGNATURE, "oldest": 1, "newest": NEWEST, "key": os.urandom(16), "capabilities": 3}
        await socket.send(encode(hello, NEWEST))
        answer = await socket.recv()
        if answer[0] != CODES["welcome"]:
            sys.exit(f"error: refused with reason {answer[8]} (docs/live-protocol.md lists them)")
        version = answer[8]
        welcome = decode(answer, version)[0]
        me, clock, number = welcome["participant"], welcome["clock"], welcome["received"]

        async def perform(**message):
            nonlocal clock, number
            clock, number = clock + 1, number + 1
            await socket.send(encode({"number": number, "stamp": (clock, me), **message}, version))

        async def heartbeat():
            while True:
                await asyncio.sleep(1)
                await socket.send(encode({"type": "ping", "time": 0}, version))

        beat = asyncio.create_task(heartbeat())  # kept, so that it isn't collected
        await socket.send(encode({"type": "resume", "sequence": 0}, version))
        await perform(type="join", participant=me, role=welcome["role"], color=(250, 120, 60), name=name)
        companion, origin, upright = (me, number + 1), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0)
        await perform(type="spawn", companion=companion, model=0, position=origin, rotation=upright, heading=0.0, scale=1.0)
        await perform(type="action", companion=companion, action=3, start=welcome["time"], duration=5_000)
        async for packet in socket:
            for message in decode(packet, version):
                clock = max(clock, message.get("clock", 0), message.get("stamp", (0,))[0])
                print(message)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "--self-test":
        self_test(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) in (2, 3) and sys.argv[1].startswith("ws"):
        asyncio.run(join(*sys.argv[1:]))
    else:
        sys.exit(__doc__)
