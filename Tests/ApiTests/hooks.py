"""
What schemathesis loads. Its own header fields would make requests those of strangers: fields that no browser or command-line client
sends come from proxies (docs/server.md, "Behind a proxy").
"""

import schemathesis
import schemathesis.transport.prepare as prepare
import schemathesis.transport.requests as transport


def without_own_fields(case, headers=None):
    prepared = prepare.prepare_headers(case, headers)
    for name in [name for name in prepared if name.lower().startswith("x-schemathesis-")]:
        del prepared[name]
    return prepared


transport.prepare_headers = without_own_fields


@schemathesis.serializer("application/zip")
def archive(context, value):
    """Generated values as the bytes of an archive, which they never are."""
    return value if isinstance(value, bytes) else str(value).encode()
