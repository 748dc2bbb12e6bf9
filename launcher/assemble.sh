#!/bin/sh
# Makes dist/ from the runtime jars: bin/belay, and one directory under lib/ for each build, named by its contents.
# The only step that a start can see is the last one, a rename of bin/belay; builds that still run keep their jars.
# Called by Maven as:  assemble.sh JARS DIST JDK BUILD-START (UTC, as touch -t takes it)
# and by ./package with a fifth word, a runtime of its own (made by jlink): it goes into the build, which is trained on it and
# looks for no other Java.
set -eu

jars=$1 dist=$2 jdk_home=$3 started=$4 runtime=${5-}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$dist/bin" "$dist/lib"
dist=$(cd "$dist" && pwd)
LC_ALL=C
export LC_ALL
# They would be printed into the training's log, and change what is trained.
unset JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS BELAY_JAVA_OPTS

sha256() { # standard input
  if command -v sha256sum >/dev/null 2>&1; then
    sha256sum
  else
    shasum -a 256
  fi | cut -c 1-64
}

# Names too: the same bytes in another order are another class path.
contents() { # DIRECTORY PATTERN
  for file in "$1"/$2; do
    echo "${file##*/} $(sha256 <"$file")"
  done
}

build=$({ contents "$jars" '*.jar'; if [ -n "$runtime" ]; then contents "$runtime/lib" modules; else echo "$jdk_home"; fi; contents "$here" '*.sh'; contents "$here" '*.java'; } | sha256 | cut -c 1-16)
lib=$dist/lib/$build

class_path=
for jar in "$jars"/*.jar; do
  class_path=$class_path:\$lib/${jar##*/}
done

# What a killed build left.
rm -rf "$dist"/lib/.new-* "$dist"/bin/.new-* "$dist"/bin/.train-*
if [ ! -d "$lib" ]; then
  new=$dist/lib/.new-$$
  trap 'rm -rf "$new"' EXIT
  mkdir "$new"
  cp -p "$jars"/*.jar "$here/find-jdk.sh" "$new"
  # What the AOT cache cannot keep, the JVM need not find out.
  "$jdk_home/bin/java" -XX:TieredStopAtLevel=1 "$here/EarlyLinks.java" "$new"/*.jar
  # Or Netty would look for it in every jar, and make a temporary file of it with each start.
  for jar in "$new"/netty-transport-native-epoll-*-linux-*.jar; do
    [ ! -f "$jar" ] || (cd "$new" && "$jdk_home/bin/jar" --extract --file "$jar" META-INF/native && mv META-INF/native/*.so .)
  done
  rm -rf "$new/META-INF"
  hash=$(contents "$new" '*.jar' | sha256)
  if [ -n "$runtime" ]; then cp -RPp "$runtime" "$new/runtime"; else echo "$jdk_home" >"$new/built-with"; fi
  sed -e "s|@HASH@|$hash|" -e "s|@CLASSPATH@|${class_path#:}|" "$here/start.sh" >"$new/start.sh"
  sed -e "s|@BUILD@|$build|" "$here/belay.sh" >"$new/belay"
  chmod 755 "$new/belay"
  # A package is to be the same whenever it is built, and the cache remembers the times of the jars.
  [ -z "$runtime" ] || find "$new" -exec env TZ=UTC touch -h -t "$started" {} +
  mv "$new" "$lib"
fi
hash=$(contents "$lib" '*.jar' | sha256)

. "$here/find-jdk.sh"
try_jdk "${runtime:-$jdk_home}" java || { echo "assemble.sh: ${runtime:-$jdk_home} is no Java 25 or newer" >&2; exit 1; }
# Two caches, after the kinds of start.sh: one that served both would slow the start of each.
train() { # KIND SCRIPT
  cache=$lib/$1-$hash-$jdk_id.aot
  [ ! -f "$cache" ] || return 0
  # The same script that starts belay later, so that class path and flags are the same.
  trainee=$dist/bin/.train-$$
  cp "$lib/belay" "$trainee"
  if ! JAVA_HOME=$jdk_home BELAY_AOT_OUTPUT=$cache.new \
    sh "$here/$2" "$trainee" >"$dist/train.log" 2>&1 </dev/null || [ ! -s "$cache.new" ]; then
    rm -f "$trainee" "$cache.new"
    cat "$dist/train.log" >&2
    echo "assemble.sh: the AOT cache for $1 could not be made (above)" >&2
    exit 1
  fi
  rm -f "$trainee"
  mv -f "$cache.new" "$cache"
}
train belay train.sh
train serve train-serve.sh

# The build before this one stays for starts that have just read its bin/belay; older ones go when nothing runs from them.
current=$(cat "$dist/lib/.current" 2>/dev/null) || current=
if [ "$current" != "$build" ]; then
  echo "$current" >"$dist/lib/.previous"
  echo "$build" >"$dist/lib/.current"
fi
previous=$(cat "$dist/lib/.previous")
cp -p "$lib/belay" "$dist/bin/.new-$$"
mv -f "$dist/bin/.new-$$" "$dist/bin/belay"
if running=$(ps -A -ww -o args= 2>/dev/null); then
  for old in "$dist"/lib/*; do
    case ${old##*/} in
      "$build" | "$previous") continue ;;
    esac
    case $running in
      *"/lib/${old##*/}/"*) ;;
      *) rm -rf "$old" ;;
    esac
  done
fi
TZ=UTC touch -t "$started" "$dist/.built"
