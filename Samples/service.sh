#!/usr/bin/env bash
# From a key to a model with curl alone: uploads a scan to the multi-user service, has it processed, and downloads the result.
#   Samples/service.sh ADDRESS ARCHIVE OUTPUT
# ADDRESS is http://host:port, ARCHIVE a zip, tar, tar.gz or tar.zst of a capture (docs/captures.md), or a video as mp4; the
# extension of OUTPUT sets the format. The key is in DIORAMA_KEY: 'diorama service account add' prints it.
set -euo pipefail
[ $# = 3 ] || { sed -n 2,6p "$0" >&2; exit 2; }
address=$1 archive=$2 output=$3 format=${3##*.}
key=${DIORAMA_KEY:?set DIORAMA_KEY to the key of an account}

# The value of a field of a JSON object on one line. (jq does it better, where it is installed.)
field() { sed -n "s/.*\"$1\":\"\{0,1\}\([^\",}]*\).*/\1/p"; }
call() { curl --fail-with-body --silent --show-error --header "Authorization: Bearer $key" "$@"; }
json() { call --header "Content-Type: application/json" --data "$@"; }

scan=$(json "{\"name\": \"$(basename "$archive")\"}" "$address/api/v1/scans" | field id)
echo "scan $scan"

# The address of the upload grants it by itself: for S3 it leads to the bucket, else to the server.
sum=$(sha256sum "$archive" | cut -d ' ' -f 1)
upload=$(call "$address/api/v1/scans/$scan/upload-url?fileType=raw&sha256=$sum" | field uploadUrl)
case $upload in /*) upload=$address$upload ;; esac
curl --fail-with-body --silent --show-error --output /dev/null --upload-file "$archive" "$upload"
echo "uploaded $archive"

# The key makes the request repeatable: sent twice, it starts one job.
job=$(json "{\"quality\": \"${QUALITY:-standard}\", \"outputFormats\": [\"$format\"]}" --header "Idempotency-Key: $scan" \
  "$address/api/v1/scans/$scan/process" | field jobId)
echo "job $job"

while true; do
  state=$(call "$address/api/v1/jobs/$job")
  status=$(field status <<<"$state")
  echo "$status $(field progress <<<"$state")"
  case $status in
    succeeded) break ;;
    failed | cancelled | setAside) echo "$state" >&2; exit 1 ;;
  esac
  sleep 1
done
call --location --output "$output" "$address/api/v1/jobs/$job/download?format=$format"
echo "wrote $output"
