# Sourced by the scripts that set up a machine: installs the Debian packages that are missing. Needs `say`.
debian() {
  local missing=()
  for package in "$@"; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -eq 0 ] && return
  command -v apt-get >/dev/null || { say "please install: ${missing[*]}"; exit 1; }
  local root=()
  [ "$(id -u)" -eq 0 ] || root=(sudo)
  say "installing Debian packages: ${missing[*]}"
  "${root[@]}" apt-get -o DPkg::Lock::Timeout=580 update -q >/dev/null
  DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get -o DPkg::Lock::Timeout=580 install -y -q --no-install-recommends \
    "${missing[@]}" >/dev/null
}
