# The finished build: dist/bin/belay never builds, and its AOT cache belongs to these jars and this JVM.

copy_dist() {
  cp -Rp "$root/dist" dist
  lib=$tmp/dist/lib/$(cat dist/lib/.current)
  cache=$(echo "$lib"/belay-*.aot)
  serve_cache=$(echo "$lib"/serve-*.aot)
}

# Where the JVM took belay's main class from.
main_came_from() { # COMMAND...
  BELAY_JAVA_OPTS="-Xlog:class+load:file=$tmp/loaded" "$@" --version >/dev/null
  sed -n -e 's/ (top)$//' -e 's/.* dev\.belay\.cli\.Main source: //p' "$tmp/loaded"
}

it_never_builds() {
  copy_dist
  mkdir bin
  printf '#!/bin/sh\ntouch "%s"\n' "$tmp/built" >bin/mvn
  chmod 755 bin/mvn
  touch -t 199001010000 dist/.built
  equals "belay 0.1.0" "$(PATH=$tmp/bin:$PATH "$tmp/dist/bin/belay" --version)"
  [ ! -e built ]
}

it_needs_no_checkout_and_no_path() {
  copy_dist
  mkdir moved links
  mv dist "moved/a dist"
  ln -s "../moved/a dist/bin/belay" links/belay
  cd /
  equals "belay 0.1.0" "$(env -i "$tmp/links/belay" --version)"
}

only_runtime_jars_are_in_it() {
  copy_dist
  equals "" "$(ls "$lib" | grep -e junit -e assertj -e jspecify -e errorprone -e testkit -e testbed -e jtokkit)"
}

a_start_knows_no_model() {
  copy_dist
  equals 1 "$(ls "$lib" | grep -c -e '^belay-agent-')"
  for command in --version "wrap -- cat"; do
    BELAY_JAVA_OPTS="-Xlog:class+load:file=$tmp/loaded" "$tmp/dist/bin/belay" $command </dev/null >/dev/null
    contains "dev.belay.cli.Main " loaded
    equals "" "$(grep -e 'dev\.belay\.agent' loaded)"
  done
}

# From the first use of WrapCommand until the server is started, on whatever thread.
nothing_slow_is_on_the_way_to_the_server_of_wrap() {
  copy_dist
  BELAY_JAVA_OPTS="-Xlog:class+load,class+init:file=$tmp/loaded" "$tmp/dist/bin/belay" wrap -- cat </dev/null >/dev/null
  sed -n -e '/Initializing .dev.belay.cli.wrap.WrapCommand/,/ProcessStartEvent/{' -e p -e '/ProcessStartEvent/q' -e '}' loaded >way
  contains "dev/belay/process/spawn/Launcher" way
  # What is made at run time costs milliseconds each; these classes 7, 3 and 7.
  equals "" "$(grep -e __JVM_LookupDefineClass__ -e 'Lambda.*source: [^ ]*\.[a-z]' way)"
  equals "" "$(grep -e "Initializing 'java/math/BigDecimal'" -e "Initializing 'java/net/InetAddress'" -e "Initializing 'java/security/SecureRandom'" way)"
}

the_cache_is_named_by_jars_and_jvm() {
  copy_dist
  find_jdk java
  hash=$(for jar in $(LC_ALL=C ls "$lib"/*.jar); do
    echo "${jar##*/} $( (sha256sum "$jar" 2>/dev/null || shasum -a 256 "$jar") | cut -c 1-64)"
  done | (sha256sum 2>/dev/null || shasum -a 256) | cut -c 1-64)
  equals "belay-$hash-$jdk_id.aot" "${cache##*/}"
  equals "serve-$hash-$jdk_id.aot" "${serve_cache##*/}"
  case $jdk_id in
    *"$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"$/\1/p' "$jdk/release")"*) ;;
    *) return 1 ;;
  esac
}

the_cache_is_used_from_anywhere() {
  copy_dist
  equals "shared objects file" "$(main_came_from "$tmp/dist/bin/belay")"
  mv dist elsewhere
  ln -s elsewhere/bin/belay belay
  cd /
  equals "shared objects file" "$(main_came_from "$tmp/belay")"
}

a_cache_for_another_jvm_is_not_even_opened() {
  copy_dist
  mv "$cache" "$(echo "$cache" | sed 's/25\./24./')"
  case $(main_came_from "$tmp/dist/bin/belay") in
    *belay-cli-*) ;;
    *) return 1 ;;
  esac
  equals "" "$("$tmp/dist/bin/belay" --version 2>&1 >/dev/null)"
}

a_start_makes_no_cache() {
  copy_dist
  rm "$cache" "$serve_cache"
  "$tmp/dist/bin/belay" --version
  equals "" "$(find "$lib" -name '*.aot*')"
}

# A build from jars of a test's own: the commands of the real one are too few to stay alive.
assemble() { # VERSION
  mkdir -p jars classes sources
  cat >sources/Main.java <<EOF
package dev.belay.cli;
class Later { static String say() { return "$1"; } }
public class Main {
  public static void main(String[] arguments) throws Exception {
    System.out.println("version $1");
    if (arguments[0].equals("stay")) { System.in.read(); System.out.println("later " + Later.say()); }
  }
}
EOF
  "$jdk/bin/javac" -d classes sources/Main.java
  "$jdk/bin/jar" --create --file jars/app.jar -C classes .
  # The real training talks to belay; this program only prints.
  mkdir -p launcher
  cp "$root"/launcher/*.sh "$root"/launcher/*.java launcher/
  echo '"$1" x' >launcher/train.sh
  echo '"$1" serve' >launcher/train-serve.sh
  sh launcher/assemble.sh "$tmp/jars" "$tmp/dist" "$jdk" 202001010000.00
}

builds() { ls dist/lib | wc -l | tr -d ' '; }

a_new_build_is_run_at_once_and_never_with_old_code() {
  assemble 1
  equals "version 1" "$("$tmp/dist/bin/belay" x)"
  assemble 2
  equals "version 2" "$("$tmp/dist/bin/belay" x)"
}

a_running_one_keeps_its_build_and_a_dead_one_does_not() {
  assemble 1
  mkfifo input
  "$tmp/dist/bin/belay" stay <input >output &
  exec 9>input
  await test -s output
  for version in 2 3 4; do assemble "$version"; done
  if ps -A -ww -o args= >/dev/null 2>&1; then equals 3 "$(builds)"; fi
  echo >&9
  exec 9>&-
  wait $!
  equals "version 1
later 1" "$(cat output)"
  assemble 5
  if ps -A -ww -o args= >/dev/null 2>&1; then equals 2 "$(builds)"; fi
}

the_same_jars_are_not_built_twice() {
  assemble 1
  before=$(ls -l dist/lib/*/*.aot)
  sh launcher/assemble.sh "$tmp/jars" "$tmp/dist" "$jdk" 202001010000.00
  equals "$before" "$(ls -l dist/lib/*/*.aot)"
  equals 1 "$(builds)"
}

claim "dist/bin/belay never builds" it_never_builds
claim "dist/ can be moved, and runs with an empty environment" it_needs_no_checkout_and_no_path
claim "only runtime jars are in dist/" only_runtime_jars_are_in_it
claim "a start loads nothing of agents and their providers" a_start_knows_no_model
claim "wrap starts its server before anything slow" nothing_slow_is_on_the_way_to_the_server_of_wrap
claim "the AOT cache is named by the jars' hash and the JVM" the_cache_is_named_by_jars_and_jvm
claim "the AOT cache is used, from any directory" the_cache_is_used_from_anywhere
claim "a cache for another JVM is not even opened" a_cache_for_another_jvm_is_not_even_opened
claim "a start makes no cache" a_start_makes_no_cache
claim "a new build is run at once, and never with old code" a_new_build_is_run_at_once_and_never_with_old_code
claim "a running one keeps its build, and a dead one does not" a_running_one_keeps_its_build_and_a_dead_one_does_not
claim "the same jars are not built twice" the_same_jars_are_not_built_twice
