#!/usr/bin/env bash
# The tests, from nothing: style, unit and integration tests, formats in foreign readers, the HTTP interface, the pages in a
# browser, journeys. Random cases are samples here (all of them: make soak), each journey takes one of its connections and seven
# long ones are left out (all: make journeys), each layout of a page has one of its sizes and fonts (all: make browser), the HTTP
# interface gets 5 of 40 random requests for each operation (all: make api), the examples of every sixth page in docs run (all:
# make soak); the output names what is skipped. Modules that wait for files and networks are compiled without the optimizer
# (Package.swift).
set -euo pipefail
cd "$(dirname "$0")/.."
export DIORAMA_QUICK_BUILD=1
started=$SECONDS
step() { printf '\n=== %s (%d s)\n' "$*" "$((SECONDS - started))"; }
# The frames of a crash, from a log.
crash() { grep -aE -A 12 '^Thread [0-9]+ .*crashed:' "$1" | cut -c 1-300 || true; }
# Runs tests, below a command or none. Up to five that failed are tried again, alone: what waits for others can starve beside
# hundreds that use all cores. All are run again where the process of the tests crashed. Both results are printed, and what failed
# for good is said again at the end, with the frames of a crash, since a log that was cut keeps its last lines.
swift_tests() {
    local under=$1 folder tests=(swift test -c release --skip-build)
    shift
    folder=$(mktemp -d)
    $under "${tests[@]}" "$@" --xunit-output "$folder/results.xml" 2>&1 | tee "$folder/log" && return
    local again=()
    if grep -aq 'exited with unexpected signal' "$folder/log"; then
        printf '\n=== the tests crashed\n'
        crash "$folder/log"
        again=("$@")
    else
        while read -r pattern; do
            again+=(--filter "$pattern")
        done < <(scripts/failed-tests.py "$folder/results-swift-testing.xml")
    fi
    if [ ${#again[@]} -gt 0 ]; then
        echo "trying again: ${again[*]}"
        $under "${tests[@]}" "${again[@]}" 2>&1 | tee "$folder/log" && echo "passed at the second try: ${again[*]}" && return
    fi
    printf '\n=== what failed\n'
    grep -aE '✘|↳|[Ff]atal error|error:' "$folder/log" | cut -c 1-600 | tail -80
    crash "$folder/log"
    exit 1
}

step "set up, while the build begins"
scripts/setup.sh build
build_log=$(mktemp)
# Debug information takes a good part of compiling and linking, and only crashes are easier to read with it.
build_tests=(swift build -c release --build-tests -debug-info-format none)
"${build_tests[@]}" >"$build_log" 2>&1 &
build=$!
scripts/setup.sh web test sync

step "style"
make --no-print-directory lint

step "web client: types, lint, tests"
scripts/build-web.sh --test

step "build"
wait "$build" || { tail -n 100 "$build_log"; exit 1; }
# Again, for the web client, which has been made since.
"${build_tests[@]}"

# Servers, and devices that talk to each other, have to answer in time: they don't share the cores with tests that use them all.
servers='^ServerTests\.'
# A tracer is one for the whole process: clients in other tests would use it.
spans='^ServiceTests\.TracingTests'
pairing='^(PairingTests|SessionsTests)\.'
talking='S3BucketTests|SeaweedTests|HostileShareTests|DeliveryTests'
step "unit and integration tests"
swift_tests "" --parallel --skip "$servers" --skip "$pairing" --skip "$talking" --skip "$spans"
echo "skipped: the examples of five sixths of the pages in docs, three of four round trips of foreign scenes (make soak runs them)"
step "the server"
swift_tests "" --filter "$servers"
swift_tests "" --filter "$spans"
step "paired devices, participants of a room"
swift_tests "" --filter "$pairing"
step "exchange through an S3 server"
swift_tests scripts/with-seaweedfs.sh --filter "$talking"

diorama=$PWD/.build/release/diorama
# Beside what uses one core: it waits most of its time.
step "HTTP interface against docs/openapi.yaml, in the background"
api_log=$(mktemp)
Tests/ApiTests/run.sh "$diorama" --examples 5 >"$api_log" 2>&1 &
api=$!

step "demo"
CI=true scripts/demo.sh "$diorama"

step "formats in readers that nobody here wrote"
.venv/bin/python Tests/InteropTests/run.py "$diorama"

step "live sessions in a client that was written from docs/live-protocol.md"
.venv/bin/python Samples/live_client.py --self-test Tests/LiveTests/Fixtures

step "main journeys in WebKit and Firefox"
.venv/bin/python Tests/BrowserTests/engines/run.py "$diorama" --repeat

step "HTTP interface: result"
wait "$api" || { cat "$api_log"; exit 1; }
tail -n 1 "$api_log"
echo "skipped: 35 of 40 random requests for each operation (make api runs them)"

step "pages in Chromium"
.venv/bin/python Tests/BrowserTests/run.py "$diorama" --jobs 2 --quick --repeat

step "journeys across devices, beside an S3 server"
journeys=(--jobs 2 --within 900 --one-connection --short --repeat)
scripts/with-seaweedfs.sh .venv/bin/python Tests/JourneyTests/run.py "$diorama" "${journeys[@]}"

[ -d ../shared/data ] || echo "skipped: tests on real captures and foreign files (../shared/data is not there)"
step "all tests passed"
