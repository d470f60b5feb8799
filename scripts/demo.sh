#!/usr/bin/env bash
# Serves the demo until Ctrl-C. With CI=true: checks that the pages and the mesh are served, and ends.
#   scripts/demo.sh PROGRAM
set -euo pipefail
program=$1
[ "${CI:-}" = true ] || exec "$program" demo

work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
"$program" demo --library "$work/library" --port 0 --json >"$work/out" 2>"$work/log" &
server=$!
for _ in $(seq 600); do
  grep -q '"address"' "$work/out" && break
  kill -0 "$server" 2>/dev/null || { cat "$work/log" >&2; echo "demo: the program ended early" >&2; exit 1; }
  sleep 0.2
done
python3 - "$work/out" <<'PY'
import json, sys, urllib.request
out = json.loads(open(sys.argv[1]).readline())
def get(path):
    with urllib.request.urlopen(out["address"] + path) as answer:
        assert answer.status == 200, path
        return answer.read(), answer.headers
page, headers = get(out["page"].removeprefix(out["address"]))
assert b"<!doctype html>" in page.lower() and "content-security-policy" in {k.lower() for k in headers.keys()}
spaces = json.loads(get("/api/v1/spaces")[0])["spaces"]
assert len(spaces) == 1 and spaces[0]["triangleCount"] > 50_000, spaces
kinds = {a["kind"]: a["url"] for a in spaces[0]["assets"]}
assert get(kinds["mesh"])[0][:4] == b"glTF" and get(kinds["thumbnail"])[0][:2] == b"\xff\xd8"
assert json.loads(get("/health")[0])["status"] == "ok"
space = spaces[0]
capture = space["capture"]
print(f"demo: {space['triangleCount']} triangles, {space['areaSquareMetres']:.1f} m2, {capture['frameCount']} frames "
      f"in {capture['seconds']:.1f} s; pages, mesh and thumbnail are served")
PY
