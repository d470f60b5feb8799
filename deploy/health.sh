#!/usr/bin/env bash
# Ends with 0 where the server on this machine and its database answer: health.sh PORT. The image has no HTTP client but bash.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/${1:?health.sh PORT}"
printf 'GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 4 line <&3
[[ $line == 'HTTP/1.1 200'* ]]
