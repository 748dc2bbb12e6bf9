# The finished build: dist/bin/belay never builds, and its AOT cache belongs to these jars and this JVM.

belay=$root/dist/bin/belay
lib=$root/dist/lib/$(cat "$root/dist/lib/.current")
cache=$(echo "$lib"/belay-*.aot)
serve_cache=$(echo "$lib"/serve-*.aot)

# A claim that changes the build has a copy of it.
copy_dist() {
  mkdir -p dist/lib
  cp -Rp "$root/dist/bin" dist/
  cp -Rp "$lib" dist/lib/
  belay=$tmp/dist/bin/belay lib=$tmp/dist/lib/${lib##*/} cache=$tmp/dist/lib/${lib##*/}/${cache##*/}
}

# Where the JVM took belay's main class from.
main_came_from() { # COMMAND
  BELAY_JAVA_OPTS="-Xlog:class+load:file=$tmp/loaded" "$1" --version >/dev/null 2>err
  equals "" "$(cat err)"
  sed -n -e 's/ (top)$//' -e 's/.* dev\.belay\.cli\.Main source: //p' "$tmp/loaded"
}

it_never_builds() {
  copy_dist
  mkdir bin
  printf '#!/bin/sh\ntouch "%s"\n' "$tmp/built" >bin/mvn
  chmod 755 bin/mvn
  touch -t 199001010000 dist/.built
  equals "belay 0.1.0" "$(PATH=$tmp/bin:$PATH "$belay" --version)"
  [ ! -e built ]
}

it_needs_no_checkout_and_no_path() {
  copy_dist
  mkdir moved links
  mv dist "moved/a dist"
  ln -s "../moved/a dist/bin/belay" links/belay
  equals "shared objects file" "$(main_came_from "$tmp/links/belay")"
  equals "" "$(grep -e 'dev\.belay\.agent' loaded)"
  cd /
  equals "belay 0.1.0" "$(env -i "$tmp/links/belay" --version)"
}

only_runtime_jars_are_in_it() {
  equals "" "$(ls "$lib" | grep -e junit -e assertj -e jspecify -e errorprone -e testkit -e testbed -e jtokkit)"
  equals 1 "$(ls "$lib" | grep -c -e '^belay-agent-')"
  for machine in x86_64 aarch_64; do
    ls "$lib"/netty-transport-native-epoll-*-linux-$machine.jar
  done
}

# From the first use of WrapCommand until the server is started, on whatever thread.
nothing_slow_is_on_the_way_to_the_server_of_wrap() {
  BELAY_JAVA_OPTS="-Xlog:class+load,class+init:file=$tmp/loaded" "$belay" wrap -- cat </dev/null >/dev/null
  equals "" "$(grep -e 'dev\.belay\.agent' loaded)"
  sed -n -e '/Initializing .dev.belay.cli.wrap.WrapCommand/,/ProcessStartEvent/{' -e p -e '/ProcessStartEvent/q' -e '}' loaded >way
  contains "dev/belay/process/spawn/Launcher" way
  # What is made at run time costs milliseconds each; these classes 7, 3 and 7.
  equals "" "$(grep -e __JVM_LookupDefineClass__ -e 'Lambda.*source: [^ ]*\.[a-z]' way)"
  equals "" "$(grep -e "Initializing 'java/math/BigDecimal'" -e "Initializing 'java/net/InetAddress'" -e "Initializing 'java/security/SecureRandom'" way)"
}

the_cache_is_named_by_jars_and_jvm() {
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

a_cache_for_another_jvm_is_not_even_opened() {
  copy_dist
  mv "$cache" "$(echo "$cache" | sed 's/25\./24./')"
  rm "$lib/${serve_cache##*/}"
  case $(main_came_from "$belay") in
    *belay-cli-*) ;;
    *) return 1 ;;
  esac
  equals 1 "$(find "$lib" -name '*.aot*' | wc -l | tr -d ' ')"
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
  "$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -d classes sources/Main.java
  "$jdk/bin/jar" --create --file jars/app.jar -C classes .
  again
}
again() { sh launcher/assemble.sh "$tmp/jars" "$tmp/dist" "$jdk" 202001010000.00; }

builds() { ls dist/lib | wc -l | tr -d ' '; }
processes_are_listed() { ps -A -ww -o args= >/dev/null 2>&1; }

builds_follow_each_other() {
  # The real training talks to belay; this program only prints. It has nothing to link early.
  mkdir launcher
  cp "$root"/launcher/*.sh launcher/
  echo '"$1" x' >launcher/train.sh
  echo '"$1" serve' >launcher/train-serve.sh
  echo 'void main() {}' >launcher/EarlyLinks.java
  assemble 1
  equals "version 1" "$("$tmp/dist/bin/belay" x)"
  before=$(ls -l dist/lib/*/*.aot)
  again
  equals "$before" "$(ls -l dist/lib/*/*.aot)"
  equals 1 "$(builds)"
  mkfifo input
  "$tmp/dist/bin/belay" stay <input >output &
  exec 9>input
  await test -s output
  assemble 2
  equals "version 2" "$("$tmp/dist/bin/belay" x)"
  assemble 3
  if processes_are_listed; then equals 3 "$(builds)"; fi
  echo >&9
  exec 9>&-
  wait $!
  equals "version 1
later 1" "$(cat output)"
  assemble 4
  if processes_are_listed; then equals 2 "$(builds)"; fi
}

claim "dist/bin/belay never builds" it_never_builds
claim "dist/ can be moved, and runs with an empty environment and with its AOT cache" it_needs_no_checkout_and_no_path
claim "only runtime jars are in dist/, and native epoll for both kinds of machine" only_runtime_jars_are_in_it
claim "wrap starts its server before anything slow, and loads nothing of agents" nothing_slow_is_on_the_way_to_the_server_of_wrap
claim "the AOT cache is named by the jars' hash and the JVM" the_cache_is_named_by_jars_and_jvm
claim "a cache for another JVM is not even opened, and a start makes none" a_cache_for_another_jvm_is_not_even_opened
claim "a new build is run at once, the same is not built twice, and a running one stays" builds_follow_each_other
