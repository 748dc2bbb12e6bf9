# Finds a Java 25 or newer without starting a JVM: the version is read from the `release` file of each candidate.
# Source it, then call:  find_jdk PROGRAM [HOME...]
# It sets `jdk` to the first home of feature version 25 or newer that has bin/PROGRAM, and `jdk_id` to a word that names
# its JVM; `jdk_older` to the first home that was passed over as too old. The order is JAVA_HOME, `java` on the PATH, the homes given, the usual places of Linux and macOS.

# Sets jdk and jdk_id if HOME is a Java 25 or newer with bin/PROGRAM.
try_jdk() { # HOME PROGRAM
  [ -x "$1/bin/$2" ] && [ -r "$1/release" ] || return 1
  jdk_version= jdk_runtime= jdk_vendor= jdk_arch=
  while IFS='=' read -r jdk_key jdk_value || [ -n "$jdk_key" ]; do
    jdk_value=${jdk_value#\"} jdk_value=${jdk_value%\"}
    case $jdk_key in
      JAVA_VERSION) jdk_version=$jdk_value ;;
      JAVA_RUNTIME_VERSION) jdk_runtime=$jdk_value ;;
      IMPLEMENTOR) jdk_vendor=$jdk_value ;;
      OS_ARCH) jdk_arch=$jdk_value ;;
    esac
  done <"$1/release"
  case ${jdk_version%%[.+-]*} in
    2[5-9] | [3-9][0-9] | [1-9][0-9][0-9]) ;;
    *)
      jdk_older=${jdk_older:-"Java $jdk_version in $1"}
      return 1
      ;;
  esac
  jdk=$1
  # Joined with `-` through word splitting: a file name must not hold blanks or slashes.
  jdk_id=$(
    set -f
    IFS=' /\'
    set -- $jdk_vendor ${jdk_runtime:-$jdk_version} $jdk_arch
    IFS=-
    echo "$*"
  )
}

# Sets jdk_on_path to the home of `java` on the PATH, symbolic links followed; a shim that is no link leads nowhere.
java_on_path() {
  jdk_on_path=$(command -v java) || return 1
  while [ -h "$jdk_on_path" ]; do
    jdk_link=$(readlink "$jdk_on_path")
    case $jdk_link in
      /*) jdk_on_path=$jdk_link ;;
      *) jdk_on_path=${jdk_on_path%/*}/$jdk_link ;;
    esac
  done
  case $jdk_on_path in
    */bin/java) jdk_on_path=${jdk_on_path%/bin/java} ;;
    *) return 1 ;;
  esac
}

find_jdk() { # PROGRAM [HOME...]
  jdk_root=${BELAY_JDK_ROOT-} # tests have fake JDKs below it
  jdk_program=$1 jdk_older=
  shift
  [ -n "${JAVA_HOME-}" ] && try_jdk "$JAVA_HOME" "$jdk_program" && return
  java_on_path && try_jdk "$jdk_on_path" "$jdk_program" && return
  for jdk_home in "$@" \
    "$jdk_root"/usr/lib/jvm/* "$jdk_root"/usr/java/* "$jdk_root"/opt/* \
    "$jdk_root"/opt/java/* "$jdk_root"/opt/jdk/* \
    "${HOME-}"/.sdkman/candidates/java/* "${HOME-}"/.jdks/* "${HOME-}"/.gradle/jdks/* \
    "${HOME-}"/.asdf/installs/java/* "${HOME-}"/.local/share/mise/installs/java/* \
    "${HOME-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$jdk_root"/Library/Java/JavaVirtualMachines/*/Contents/Home \
    "$jdk_root"/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
    "$jdk_root"/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    try_jdk "$jdk_home" "$jdk_program" && return
  done
  jdk_asker=$jdk_root/usr/libexec/java_home
  [ -x "$jdk_asker" ] && jdk_home=$("$jdk_asker" -v 25+ 2>/dev/null) && try_jdk "$jdk_home" "$jdk_program" && return
  jdk= jdk_id=
  return 1
}

# Two lines: what is missing, and what to do.
say_no_jdk() {
  echo "belay: needs Java 25 or newer, and found ${jdk_older:-none}: JAVA_HOME is '${JAVA_HOME-}', then PATH and the usual places were searched." >&2
  echo "belay: install one (apt install openjdk-25-jdk | brew install openjdk@25 | sdk install java 25-tem) or set JAVA_HOME to it." >&2
}
