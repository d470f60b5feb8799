#!/usr/bin/env bash
# Runs a command beside an S3 server of its own (Tests/PythonSupport/seaweedfs.py):
#   scripts/with-seaweedfs.sh COMMAND…
# The command finds it by DIORAMA_TEST_S3 (http://127.0.0.1:PORT), DIORAMA_TEST_S3_KEY and DIORAMA_TEST_S3_SECRET.
set -euo pipefail
exec python3 "$(dirname "$0")/../Tests/PythonSupport/seaweedfs.py" "$@"
