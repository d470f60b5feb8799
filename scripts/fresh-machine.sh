#!/usr/bin/env bash
# Runs the project as on a new machine: a minimal Debian made by debootstrap in a folder, only the Swift toolchain bound into it, a
# clone of the committed state inside, no network file or cache of this machine. Needs root, debootstrap and unshare.
#   scripts/fresh-machine.sh [--folder DIR] [--cores N] [demo|test …]     default: demo test, in a temporary folder, on 2 cores
# The folder is kept where it was given, so that a second run only clones anew; a temporary one is removed.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'fresh-machine: %s\n' "$*"; }
fail() { printf 'fresh-machine: error: %s\n' "$*" >&2; exit 1; }

folder=
cores=2
targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --folder) folder=${2:?--folder needs a folder}; shift 2 ;;
    --cores) cores=${2:?--cores needs a number}; shift 2 ;;
    demo | test) targets+=("$1"); shift ;;
    *) fail "unknown argument $1; see the head of this file" ;;
  esac
done
[ ${#targets[@]} -gt 0 ] || targets=(demo test)
[ "$(id -u)" -eq 0 ] || fail "only root can make the machine; run it with sudo"
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"

project=$PWD
data=$(realpath -m ../shared)
swift_root=$(dirname "$(dirname "$(dirname "$(realpath "$(command -v swift)")")")")
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
registry=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
  sed -nE 's/^(deb +(\[[^]]*\] +)?|URIs: *)(https?:[^ ]+).*/\3/p' | head -1 || true)
[ -n "$registry" ] || fail "no Debian mirror in /etc/apt/sources.list"

if [ -z "$folder" ]; then
  folder=$(mktemp -d /var/tmp/fresh-machine.XXXXXX)
  trap 'rm -rf --one-file-system "$folder"' EXIT
fi
mkdir -p "$folder"
folder=$(realpath "$folder")

if [ ! -e "$folder/.made" ]; then
  say "making a minimal Debian $suite in $folder"
  # What Swift's own installation page asks for, and what fetches a clone; everything else is up to the project's set-up step.
  packages=(
    ca-certificates git make binutils gcc libc6-dev libcurl4 libedit2 libgcc-12-dev libpython3-dev libsqlite3-0 libstdc++-12-dev
    libxml2-dev libncurses6 libz3-dev pkg-config tzdata zlib1g-dev
  )
  debootstrap --variant=minbase --include="$(IFS=,; echo "${packages[*]}")" "$suite" "$folder" "$registry" >"$folder.log" 2>&1 || {
    tail -20 "$folder.log" >&2
    fail "debootstrap failed; its log is $folder.log"
  }
  cp -r /etc/apt/apt.conf.d "$folder/etc/apt/" 2>/dev/null || true
  rm -f "$folder.log"
  touch "$folder/.made"
fi
# How this machine reaches the network and its package registries: names, certificates, settings of pip and git, local mirrors.
settings=(
  /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt /etc/pip.conf /root/.config/pip/pip.conf /etc/gitconfig
)
for file in "${settings[@]}"; do
  if [ -e "$file" ]; then mkdir -p "$folder$(dirname "$file")" && cp -L "$file" "$folder$file"; fi
done
mirrors=$({
  git config --get-regexp '^url\./.*\.insteadof$' | sed -E 's/^url\.(.*)\.insteadof .*/\1/'
  tr ' ' '\n' <<<"${PIP_FIND_LINKS:-}"
} | grep '^/' | sed 's:/*$::' | sort -u | while read -r mirror; do [ -d "$mirror" ] && echo "$mirror"; done || true)

rm -rf "$folder/work"
mkdir -p "$folder/work" "$folder$swift_root"
git clone -q "$project" "$folder/work/diorama"
say "clone of $(git -C "$folder/work/diorama" rev-parse --short HEAD)"

# In a mount and process namespace of its own: what is bound or started inside ends with it.
inside() {
  unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
    folder=$1 swift_root=$2 data=$3 cores=$4 target=$5 mirrors=$6
    mount --bind "$swift_root" "$folder$swift_root"
    mount -o remount,bind,ro "$folder$swift_root"
    for mirror in $mirrors; do mkdir -p "$folder$mirror"; mount --bind "$mirror" "$folder$mirror"; done
    if [ -d "$data" ]; then mkdir -p "$folder/work/shared"; mount --rbind "$data" "$folder/work/shared"; fi
    mount -t proc proc "$folder/proc"
    mount --rbind /dev "$folder/dev"
    mount -t sysfs sysfs "$folder/sys"
    mount -t tmpfs tmpfs "$folder/run"
    # The first of the cores that this process may use: its list has numbers and ranges, 0,2-5.
    cpus=$(taskset -pc $$ | sed "s/.*: //" | tr "," "\n" | sed -E "s/^([0-9]+)-([0-9]+)$/seq \1 \2/;t s;s/^/echo /;:s" |
      sh | head -n "$cores" | paste -sd,)
    variables=$(env | grep -iE "^(https?_proxy|no_proxy|pip_find_links|pip_index_url)=" || true)
    # shellcheck disable=SC2086
    taskset -c "$cpus" chroot "$folder" /usr/bin/env -i HOME=/root LANG=C CI=true \
      PATH="$swift_root/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" $variables bash -c "cd /work/diorama && make $target"
  ' fresh-machine "$folder" "$swift_root" "$data" "$cores" "$1" "$mirrors"
}

for target in "${targets[@]}"; do
  started=$SECONDS
  say "make $target on $cores cores"
  inside "$target" || fail "make $target failed after $((SECONDS - started)) s"
  say "make $target passed in $((SECONDS - started)) s"
  # The next target starts from a new clone, too.
  rm -rf "$folder/work/diorama"
  git clone -q "$project" "$folder/work/diorama"
done
