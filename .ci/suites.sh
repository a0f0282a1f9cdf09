# What .ci/run and .ci/full share. Sourced, at the root of the project.

# Installs the Debian packages that bring these commands, where they are missing. Each is the name of its package, or COMMAND=PACKAGE.
install_missing() {
  local missing=()
  for name in "$@"; do
    command -v "${name%%=*}" > /dev/null || missing+=("${name#*=}")
  done
  [ "${#missing[@]}" -gt 0 ] || return 0
  command -v apt-get > /dev/null || {
    echo "Cannot install ${missing[*]}: there is no apt-get; install them by hand" >&2
    return 1
  }
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo > /dev/null || {
      echo "Cannot install ${missing[*]}: it takes root or sudo; install them by hand" >&2
      return 1
    }
    as_root=(sudo -n)
  fi
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
}

# Suites run side by side, one for each core, each in its own group of processes.
set -m
logs=$(mktemp -d)
declare -A running=()
lanes=$(nproc)

# Kills what still runs when this script ends early.
clean_up() {
  for pid in "${!running[@]}"; do
    kill -- "-$pid" 2> /dev/null || true
  done
  rm -rf "$logs"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# Starts a suite, with its name and command, as soon as there is room for it. What it prints is kept until it ends.
start() {
  [ "${#running[@]}" -lt "$lanes" ] || finish_one
  local name=$1
  shift
  {
    SECONDS=0
    code=0
    "$@" || code=$?
    echo "$name: $SECONDS s"
    exit "$code"
  } > "$logs/$name" 2>&1 < /dev/null &
  running[$!]=$name
}

# Waits for a suite to end and prints what it said. The first that fails ends this script.
finish_one() {
  local pid code=0
  wait -n -p pid "${!running[@]}" || code=$?
  local name=${running[$pid]}
  unset "running[$pid]"
  cat "$logs/$name"
  [ "$code" -eq 0 ] || {
    echo "FAILED: $name" >&2
    exit 1
  }
}

# Waits until all suites have ended.
finish_all() {
  while [ "${#running[@]}" -gt 0 ]; do finish_one; done
}
