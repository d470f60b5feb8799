"""
What schemathesis loads. Its own header fields would make requests those of strangers: fields that no browser or command-line client
sends come from proxies (docs/server.md, "Behind a proxy").
"""

import itertools
import os

import schemathesis
import schemathesis.transport.prepare as prepare
import schemathesis.transport.requests as transport

CLIENTS = itertools.count(1)


def without_own_fields(case, headers=None):
    prepared = prepare.prepare_headers(case, headers)
    for name in [name for name in prepared if name.lower().startswith("x-schemathesis-")]:
        del prepared[name]
    # Requests of many clients, as a trusted proxy names them: each may send only so many wrong keys. (Not at random: Hypothesis
    # seeds the random numbers of each request alike.)
    if "DIORAMA_API_CLIENTS" in os.environ:
        number = next(CLIENTS)
        prepared["X-Forwarded-For"] = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    return prepared


transport.prepare_headers = without_own_fields


def bytes_of(context, value):
    """Generated values as bytes, which are no archive."""
    return value if isinstance(value, bytes) else str(value).encode()


schemathesis.serializer("application/zip")(bytes_of)
schemathesis.serializer("application/offset+octet-stream")(bytes_of)
