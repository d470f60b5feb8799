#!/usr/bin/env bash
# Runs a command beside an S3 server of its own: SeaweedFS on free ports of 127.0.0.1, its data in a folder that is removed
# afterwards.
#   scripts/with-seaweedfs.sh COMMAND…
# The command finds it by DIORAMA_TEST_S3 (http://127.0.0.1:PORT), DIORAMA_TEST_S3_KEY and DIORAMA_TEST_S3_SECRET.
# `weed` is that of .venv (scripts/requirements-sync.txt), or DIORAMA_WEED.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
weed=${DIORAMA_WEED:-$root/.venv/bin/weed}
[ -x "$weed" ] || { echo "with-seaweedfs: $weed is not there; run scripts/setup.sh sync" >&2; exit 1; }

work=$(mktemp -d)
server=
finish() {
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    # It is given ten seconds to end by itself.
    for _ in $(seq 100); do kill -0 "$server" 2>/dev/null || break; sleep 0.1; done
    kill -9 "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

export DIORAMA_TEST_S3_KEY=diorama-test DIORAMA_TEST_S3_SECRET=$(python3 -c 'import secrets; print(secrets.token_hex(20))')
cat >"$work/s3.json" <<JSON
{"identities": [
  {"name": "test", "credentials": [{"accessKey": "$DIORAMA_TEST_S3_KEY", "secretKey": "$DIORAMA_TEST_S3_SECRET"}],
   "actions": ["Admin", "Read", "Write", "List", "Tagging"]},
  {"name": "reader", "credentials": [{"accessKey": "diorama-reader", "secretKey": "$DIORAMA_TEST_S3_SECRET"}],
   "actions": ["Read", "List"]}
]}
JSON
mkdir "$work/data"

start() {
  local ports
  read -r -a ports <<<"$(python3 - <<'PY'
import socket
held = [socket.socket() for _ in range(8)]
for s in held: s.bind(("127.0.0.1", 0))
print(*(s.getsockname()[1] for s in held))
PY
)"
  (cd "$work" && exec "$weed" server -dir="$work/data" -ip=127.0.0.1 -ip.bind=127.0.0.1 -volume.max=1000 \
    -master.volumeSizeLimitMB=64 -master.port="${ports[0]}" -master.port.grpc="${ports[1]}" -volume.port="${ports[2]}" \
    -volume.port.grpc="${ports[3]}" -filer -filer.port="${ports[4]}" -filer.port.grpc="${ports[5]}" -s3 -s3.port="${ports[6]}" \
    -s3.port.grpc="${ports[7]}" -s3.port.iceberg=0 -s3.port.lance=0 -s3.config="$work/s3.json" -s3.domainName=s3.localhost \
    -s3.localSocket="$work/s3.sock") >"$work/log" 2>&1 &
  server=$!
  export DIORAMA_TEST_S3=http://127.0.0.1:${ports[6]}
  # Ready when it refuses an unsigned request, and can place a file: the volume server has told the master.
  for _ in $(seq 300); do
    kill -0 "$server" 2>/dev/null || return 1
    if [ "$(curl -s -o /dev/null -w '%{http_code}' "$DIORAMA_TEST_S3/" || true)" = 403 ] &&
      curl -s "http://127.0.0.1:${ports[0]}/dir/assign" | grep -q '"fid"'; then
      return 0
    fi
    sleep 0.2
  done
  return 1
}

# A port may be taken by somebody else between finding and using it: then once more.
start || { kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; start; } || {
  tail -20 "$work/log" >&2
  echo "with-seaweedfs: the server does not start" >&2
  exit 1
}
"$@"
