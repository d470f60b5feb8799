"""Prints one table: table.py fusion|clouds|formats|atlas|simplify|texture|sync ROWS TITLE [DISTANCE]

ROWS holds JSON lines of all programs. Each table has one line per task: peer, ours, and how many times better ours is; medians of
the rounds. Where a peer has several implementations, its faster one counts.
"""
import json
import statistics
import sys

part, path, title = sys.argv[1:4]
rows = [json.loads(line) for line in open(path) if line.startswith("{")]
ours = [r for r in rows if r.get("who") == "diorama"]
peers = {}
for r in rows:
    if r.get("who") not in (None, "diorama"):
        peers.setdefault(r["who"], []).append(r)


def median(rows, figure):
    return statistics.median(figure(r) for r in rows)


def head(note=""):
    print(f"\n{title}{', ' if note else ''}{note}")
    print(f"{'':34}{'peer':>12}{'ours':>12}{'ratio':>8}")


def line(task, peer, own, less_is_better=True, note="", digits=2):
    """A ratio above 1 is in our favour; None stands for what one of them does not have."""
    text = lambda x: "" if x is None else f"{x:.{digits}f}"
    ratio = ""
    if peer and own and less_is_better is not None:
        ratio = f"{peer / own if less_is_better else own / peer:.1f}x"
    print(f"{task:34}{text(peer):>12}{text(own):>12}{ratio:>8}{'   ' if note else ''}{note}")


def fusion():
    name, peer = next(iter(peers.items()))
    head(f"{ours[0]['frames']} frames, peer {name}, {len(ours)} rounds")
    for task, figure, less in [
        ("frames a second, wall", lambda r: r["frames"] / r["wall"], False),
        ("CPU ms a frame", lambda r: 1000 * r["cpu"] / r["frames"], True),
        ("peak memory, MB", lambda r: r["peak"] / 1e6, True),
        ("  above the frames held, MB", lambda r: (r["peak"] - r["base"]) / 1e6, True),
        ("extraction, s", lambda r: r["extraction_wall"], True),
        ("triangles", lambda r: r["triangles"], None),
    ]:
        line(task, median(peer, figure), median(ours, figure), less)
    d = json.load(open(sys.argv[4]))
    print(f"where both have a surface: {d['mean_there'] * 1000:.2f} mm from theirs, {d['mean_back'] * 1000:.2f} mm back (means); "
          f"shared: {d['shared_there']:.1%} of ours, {d['shared_back']:.1%} of theirs")


def clouds():
    names = " and ".join(sorted({n.rsplit(" ", 1)[0] for n in peers}))
    head(f"CPU seconds on one thread, peer {names} (its faster implementation)")
    for task in dict.fromkeys(r["task"] for r in ours):
        own = [r for r in ours if r["task"] == task]
        found = [[r for r in p if r["task"] == task] for p in peers.values()]
        theirs = [median(mine, lambda r: r["cpu"]) for mine in found if mine]
        line(task, min(theirs, default=None), median(own, lambda r: r["cpu"]), note=own[-1]["answer"], digits=3)


def formats():
    """Seconds of the fastest peer and of ours, by the clock and of CPU; our peak of memory as a multiple of the model's arrays."""
    groups = {}
    for r in rows:
        groups.setdefault((r["task"], r["operation"], r["who"]), []).append(r)
    rounds = max(len(g) for g in groups.values())
    print(f"\n{title}, {rounds} rounds; seconds by the clock (of CPU), the fastest peer of each")
    print(f"{'':22}{'':7}{'peer':>16}{'ours':>16}{'ratio':>8}{'CPU':>8}{'memory':>8}  peer")
    remarks = []
    for task in dict.fromkeys(r["task"] for r in rows):
        for operation in ("write", "read"):
            own = groups[task, operation, "diorama"]
            measured = {}
            for (t, o, who), found in groups.items():
                if (t, o) != (task, operation) or who == "diorama":
                    continue
                if "missing" in found[0]:
                    remarks.append(f"{operation} {task}: {who} was not measured, {found[0]['missing']} is not installed")
                elif any("failed" in r for r in found):
                    remarks.append(f"{operation} {task}: {who} failed, {next(r['failed'] for r in found if 'failed' in r)}")
                else:
                    measured[who] = found
            wall, cpu = (median(own, lambda r: r[key]) for key in ("wall", "cpu"))
            memory = max(r["peak"] for r in own) / own[0]["data"]
            ours = f"{wall:.3f} ({cpu:.3f})"
            if not measured:
                print(f"{task:22}{operation:7}{'':>16}{ours:>16}{'':>8}{'':>8}{memory:>7.1f}x  none")
                continue
            name = min(measured, key=lambda who: median(measured[who], lambda r: r["wall"]))
            peer = median(measured[name], lambda r: r["wall"])
            known = "cpu" in measured[name][0]
            peer_cpu = median(measured[name], lambda r: r["cpu"]) if known else None
            theirs = f"{peer:.3f} ({peer_cpu:.3f})" if known else f"{peer:.3f}"
            work = f"{peer_cpu / cpu:.1f}x" if known else ""
            print(f"{task:22}{operation:7}{theirs:>16}{ours:>16}{peer / wall:>7.1f}x{work:>8}{memory:>7.1f}x  {name}")
    for remark in remarks:
        print(remark)


def atlas():
    name, peer = next(iter(peers.items()))
    head(f"peer {name}, {len(ours)} rounds")
    line("CPU seconds", median(peer, lambda r: r["cpu"]), median(ours, lambda r: r["cpu"]))
    line("utilisation, %", *(100 * median(rows, lambda r: r["utilisation"]) for rows in (peer, ours)), less_is_better=False)
    line("charts", *(median(rows, lambda r: r["charts"]) for rows in (peer, ours)), less_is_better=None, digits=0)


def simplify():
    name, peer = next(iter(peers.items()))
    head(f"{ours[0]['from']} to {ours[0]['to']} triangles, peer {name}, {len(ours)} rounds")
    line("CPU seconds", median(peer, lambda r: r["cpu"]), median(ours, lambda r: r["cpu"]))
    line("mean error, mm", None, median(ours, lambda r: r["mean_mm"]), digits=3)


def texture():
    r = rows[0]
    head("peer: the same mesh with vertex colours")
    line("PSNR, dB", r["psnr_vertex_colours"], r["psnr_texture"], less_is_better=None,
         note=f"{r['psnr_texture'] - r['psnr_vertex_colours']:+.2f} dB")
    line("CPU seconds", None, r["cpu"])


def sync():
    for name, peer in ((n, r) for n, r in peers.items() if n != "sync"):
        head(f"peer {name}, {len(ours)} rounds")
        for task, key, scale in [
            ("import, s", "import_s", 1), ("one write, median ms", "single_ms", 1), ("one write, CPU ms", "single_cpu_ms", 1),
            ("export, s", "export_s", 1), ("apply, s", "apply_s", 1), ("bytes a cell", "bytes_per_cell", 1),
        ]:
            both = key in peer[0]
            line(task, median(peer, lambda r: r[key]) if both else None, median(ours, lambda r: r[key]), digits=3)
    rows = peers["sync"]
    head("first sync of 100,000 cells through a folder")
    for task, key in [
        ("send, s", "send_s"), ("receive, s", "receive_s"),
        ("send, CPU s", "send_cpu_s"), ("receive, CPU s", "receive_cpu_s"),
    ]:
        line(task, None, median(rows, lambda r: r[key]), digits=3)
    line("peak memory, MB", None, max(r["peak_bytes"] for r in rows) / 1e6, digits=0)


tables = {
    "sync": sync, "formats": formats, "fusion": fusion, "clouds": clouds, "atlas": atlas, "simplify": simplify, "texture": texture,
}
tables[part]()
