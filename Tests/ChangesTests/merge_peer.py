"""A second implementation of the merge rule, written against the text of docs/sync.md: reads changeset files, prints what all
replicas have to agree on. Usage: merge_peer.py FILE… (in any order, as often as one likes); needs nothing but Python's sqlite3."""
import hashlib
import os
import sqlite3
import struct
import sys
import tempfile

rows = {}  # (table, id) -> life: 0 absent, 1 present, 2 purged
cells = {}  # (table, id) -> {column: (clock, site, value order, value)}


def order(value):
    """The total order over values: by type (as SQLite numbers them), then by number, bits or bytes."""
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, float):
        return (2, struct.unpack(">Q", struct.pack(">d", value))[0])
    if isinstance(value, str):
        return (3, value.encode())
    if isinstance(value, bytes):
        return (4, value)
    return (5, 0)


def text(value):
    kind, what = order(value)
    if kind == 1:
        return f"int {what}"
    if kind == 2:
        return f"real {what:x}"
    if kind in (3, 4):
        return ("text " if kind == 3 else "blob ") + ".".join(f"{byte:x}" for byte in what)
    return "null"


def read(path):
    data = open(path, "rb").read()
    database, digest = data[:-32], data[-32:]
    if hashlib.sha256(database).digest() != digest:
        sys.exit(f"{path}: torn or altered")
    with tempfile.NamedTemporaryFile() as file:
        file.write(database)
        file.flush()
        merge(sqlite3.connect(f"file:{file.name}?mode=ro&immutable=1", uri=True))


def merge(db):
    sites = dict(db.execute("SELECT n, name FROM sites"))
    tables = dict(db.execute("SELECT n, name FROM tables"))
    columns = dict(db.execute("SELECT n, name FROM columns"))
    names = {}
    for n, table, id, life, clock, site in db.execute("SELECT n, tbl, id, life, clock, site FROM rows"):
        key = names[n] = (tables[table], id)
        rows[key] = max(rows.get(key, 0), life)
        names[n, "base"] = (clock, site)
    for row, column, clock, site, value in db.execute("SELECT row, col, clock, site, value FROM cells"):
        if clock is None:
            clock, site = names[row, "base"]
        mine = cells.setdefault(names[row], {})
        new = (clock, sites[site].encode(), order(value), value)
        if columns[column] not in mine or mine[columns[column]][:3] < new[:3]:
            mine[columns[column]] = new


for name in sys.argv[1:]:
    if os.path.isdir(name):
        for file in sorted(os.listdir(name)):
            read(os.path.join(name, file))
    else:
        read(name)
for key in sorted(rows):
    print(f"{key[0]} {key[1]} life {rows[key]}")
    if rows[key] < 2:
        for column, (clock, site, _, value) in sorted(cells.get(key, {}).items()):
            print(f"  {column} {clock} {site.decode()} {text(value)}")
