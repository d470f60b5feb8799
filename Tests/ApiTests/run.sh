#!/usr/bin/env bash
# Checks the server against docs/openapi.yaml: Tests/ApiTests/run.sh PROGRAM. Needs the wheels of scripts/requirements-api.txt in
# .venv.
set -euo pipefail
cd "$(dirname "$0")/../.."
exec .venv/bin/python Tests/ApiTests/run.py "$@"
