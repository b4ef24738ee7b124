# ./hotlane, and bin/hotlane of an installation, source this file: it finds the JDK, and has the flags of the JVM that they
# become. The caller sets tool, a program that the bin of the JDK must have beside java.

die() {
  printf 'hotlane: %s\n' "$*" >&2
  exit 1
}

# Where JDKs are on Linux, on macOS and with SDKMAN, whether or not one is there. Of two with one version the first is taken.
places() {
  local found
  found=$(command -v $tool) && dirname "$(dirname "$(readlink -f "$found")")"
  printf '%s\n' \
    /usr/lib/jvm/* /usr/lib64/jvm/* /usr/java/* /opt/* /opt/java/* \
    {,"${HOME:-}"}/Library/Java/JavaVirtualMachines/*/Contents/Home \
    {/opt/homebrew,/usr/local}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "${SDKMAN_DIR:-${HOME:-}/.sdkman}"/candidates/java/*
  [[ ! -x /usr/libexec/java_home ]] || /usr/libexec/java_home -v 17+ 2> /dev/null
}

# Whether it has the programs of a JDK that can be taken.
is_complete() {
  [[ -x $1/bin/java && -x $1/bin/$tool ]]
}

# Sets version to the feature number in the release file of a JDK, and rank to a number that grows with each update too.
# version is 0 where the file or one of the programs is missing.
read_release() {
  local line form='^JAVA_VERSION="([0-9]+)(\.([0-9]+))?(\.([0-9]+))?'
  version=0
  [[ -r $1/release ]] && is_complete "$1" || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    [[ $line =~ $form ]] || continue
    version=${BASH_REMATCH[1]}
    rank=$((version * 1000000 + ${BASH_REMATCH[3]:-0} * 1000 + ${BASH_REMATCH[5]:-0}))
    return
  done < "$1/release"
}

# The JDKs from version 17 on, the newest first: rank, version and home.
found_jdks() {
  local home version rank seen=:
  while IFS= read -r home; do
    home=$(cd -P "$home" 2> /dev/null && pwd) || continue
    [[ $seen != *":$home:"* ]] || continue
    seen+=$home:
    read_release "$home"
    (( version < 17 )) || echo "$rank $version $home"
  done < <(places) | sort -s -k1,1nr
}

# Sets java to the JDK's java and version to its feature number: of JAVA_HOME, else of the newest JDK. A home without a
# release file is asked by starting its java, and only where it is JAVA_HOME or nothing else was found.
find_jdk() {
  local home=${JAVA_HOME:-} expected=bin/java rank found
  [[ -n $home ]] || read -r rank version home < <(found_jdks) || true
  if [[ -z $home ]]; then
    found=$(command -v $tool) || die "no JDK was found: install one of version 17 or later, or set JAVA_HOME to it."
    home=$(dirname "$(dirname "$(readlink -f "$found")")")
  fi
  java=$home/bin/java
  [[ $tool == java ]] || expected+=" and bin/$tool"
  is_complete "$home" || die "$home is not a JDK ($expected expected): set JAVA_HOME to one."
  read_release "$home"
  (( version > 0 )) || version=$("$java" -version 2>&1 | sed -n '1s/[^"]*"\([0-9]*\).*/\1/p')
  (( ${version:-0} >= 17 )) || die "$home is Java ${version:-of unknown version}: version 17 or later is needed; set JAVA_HOME to one."
  export JAVA_HOME=$home
}

# Version and home of each JDK from version 17 on: first the one that is taken, then the others, the newest first.
list_jdks() {
  local taken rank version home
  taken=$(cd -P "$JAVA_HOME" && pwd)
  echo "$1 $taken"
  found_jdks | while read -r rank version home; do
    [[ $home == "$taken" ]] || echo "$version $home"
  done
}

# The first word that is neither an option nor the file of --config.
command_of() {
  while (( $# > 0 )); do
    case $1 in
      --config) shift ;;
      -*) ;;
      *) echo "$1" && return ;;
    esac
    (( $# == 0 )) || shift
  done
}

# Sets flags to those of the JVM for this command.
flags_for() {
  flags=(-XX:+ExitOnOutOfMemoryError -Xshare:auto)
  # The tables of a lane are larger than any cache: huge pages save a fifth of the state thread's time (docs/lab).
  case $1 in
    processor | node) flags+=(-XX:+UseTransparentHugePages) ;;
  esac
  # What serves for long compiles what is busy after a fifth of the usual calls: up to speed in 40 s and not in minutes.
  # Not a processor: the compiler would take the cores while it loads and replays.
  case $1 in
    dev | node | gateway | bench | feed) flags+=(-XX:CompileThresholdScaling=0.2) ;;
  esac
  # Pages and the last 300 s need little.
  [[ $1 != console ]] || flags+=(-Xmx256m)
  (( version < 22 )) || flags+=(--enable-native-access=ALL-UNNAMED)
  (( version < 24 )) || flags+=(--sun-misc-unsafe-memory-access=allow)
}

# Sets before to the words that start the JVM of this command. A feed runs in the time that other processes leave, unless a
# niceness was chosen: a thread of the lane that wakes up gets its core at once. Where chrt is missing, the feed is nice.
words_before() {
  before=()
  [[ $1 == feed && $(nice 2> /dev/null) == 0 ]] || return 0
  if chrt --idle 0 true 2> /dev/null; then before=(chrt --idle 0); else before=(nice -n 10); fi
}
