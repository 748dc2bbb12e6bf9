# Nothing but belay's own output reaches standard output, whatever the JVM has to say.
# The probe is a command of the real build's main class, run by the real start script.

probe_dist() {
  belay=$base/probe/bin/belay
  [ ! -d "$base/probe" ] || return 0
  copy_dist
  # It has the code of the build without the probe.
  rm "$cache"
  mkdir -p classes sources
  cat >sources/Main.java <<'EOF'
package dev.belay.cli;
import java.util.ArrayList;
public class Main {
  public static void main(String[] arguments) throws Exception {
    try (var out = StandardOutput.claim()) {
      out.write("protocol\n".getBytes());
      System.out.println("noise");
      switch (arguments[0]) {
        case "stay" -> System.in.read();
        case "fill" -> { var all = new ArrayList<long[]>(); while (true) all.add(new long[1 << 20]); }
        case "child" -> new ProcessBuilder("sh", "-c", "echo leak >&3").start().waitFor();
        case "throw" -> throw new IllegalStateException("thrown");
        default -> { }
      }
      out.write("end\n".getBytes());
    }
  }
}
EOF
  "$jdk/bin/javac" -J-XX:TieredStopAtLevel=1 -cp "$(echo "$lib"/belay-cli-*.jar)" -d classes sources/Main.java
  "$jdk/bin/jar" --create --file "$lib/probe.jar" -C classes .
  sed 's|-cp "|-cp "$lib/probe.jar:|' "$lib/start.sh" >start.sh
  mv start.sh "$lib/start.sh"
  mv dist "$base/probe"
  belay=$base/probe/bin/belay
}

only_protocol() { # FILE: what a whole run of the probe writes
  equals "protocol
end" "$(cat "$1")"
}

prints_and_a_thread_dump_go_to_standard_error() {
  probe_dist
  mkfifo input
  "$belay" stay <input >out 2>err &
  exec 9>input
  await grep -q noise err
  # The process that was started is the JVM.
  case $(ps -p $! -o args= 2>/dev/null || tr '\0' ' ' <"/proc/$!/cmdline") in
    *"bin/java "*dev.belay.cli.Main*) ;;
    *) return 1 ;;
  esac
  kill -QUIT $!
  await grep -q "Full thread dump" err
  exec 9>&-
  wait $!
  only_protocol out
}

out_of_memory_goes_to_standard_error_and_ends_it() {
  probe_dist
  fails_with 3 "$belay" fill >out 2>err
  equals protocol "$(cat out)"
  contains OutOfMemoryError err
  equals "" "$(ls | grep -e hs_err -e core -e hprof)"
}

an_uncaught_exception_goes_to_standard_error() {
  probe_dist
  fails_with 1 "$belay" throw >out 2>err
  equals protocol "$(cat out)"
  contains IllegalStateException err
}

java_options_of_the_environment_print_elsewhere() {
  probe_dist
  for options in _JAVA_OPTIONS=-Xlog:gc* _JAVA_OPTIONS=-Xlog:all=info:stdout JAVA_TOOL_OPTIONS=-Xlog:gc* JAVA_TOOL_OPTIONS=-XX:+PrintFlagsFinal \
    JDK_JAVA_OPTIONS=--show-version BELAY_JAVA_OPTS=-verbose:class \
    BELAY_JAVA_OPTS=-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0; do
    echo "$options"
    env "$options" "$belay" go >out 2>err
    only_protocol out
    [ "$(wc -l <err)" -gt 1 ]
  done
}

a_child_process_does_not_get_the_real_output() {
  probe_dist
  BELAY_JAVA_OPTS=-Da=b "$belay" child >out 2>err
  only_protocol out
}

it_holds_when_standard_output_is_a_socket() {
  command -v node >/dev/null 2>&1 || return 0
  probe_dist
  # Node gives a child sockets, which /dev/fd cannot open again.
  for options in "" -Xlog:gc*; do
    equals "protocol
end" "$(_JAVA_OPTIONS=$options node -e '
      const child = require("child_process").spawn(process.argv[1], ["go"], {stdio: ["pipe", "pipe", "ignore"]});
      child.stdout.pipe(process.stdout);' "$belay")"
  done
}

jvm_options_are_appended() {
  probe_dist
  BELAY_JAVA_OPTS="-Xlog:gc+init:stderr -Xmx40m" "$belay" go >out 2>err
  contains "Heap Max Capacity: 40M" err
}

a_collector_of_the_users_choice_replaces_ours() {
  probe_dist
  for collector in G1 Z Parallel; do
    _JAVA_OPTIONS="-XX:+Use${collector}GC" "$belay" go >out 2>err
    only_protocol out
  done
}

a_bad_cache_costs_only_time() {
  copy_dist
  cp "$cache" good
  for fault in truncate empty garbage other_jvm directory; do
    echo "$fault"
    rm -rf "$cache"
    case $fault in
      truncate) head -c 100000 good >"$cache" ;;
      empty) : >"$cache" ;;
      garbage) head -c 1000000 /dev/urandom >"$cache" ;;
      other_jvm) LC_ALL=C sed 's/(25\.0\.[0-9]*+/(25.0.99+/' good >"$cache" ;;
      directory) mkdir "$cache" ;;
    esac
    if cmp -s good "$cache"; then echo "no fault was made"; return 1; fi
    "$belay" --version >out 2>err
    equals "belay 0.1.0" "$(cat out)"
  done
}

claim "what the code prints, and a thread dump, go to standard error; no shell stays behind" prints_and_a_thread_dump_go_to_standard_error
claim "out of memory is told on standard error, and ends it" out_of_memory_goes_to_standard_error_and_ends_it
claim "an uncaught exception goes to standard error" an_uncaught_exception_goes_to_standard_error
claim "_JAVA_OPTIONS and the like print on standard error" java_options_of_the_environment_print_elsewhere
claim "a child process does not get the real standard output" a_child_process_does_not_get_the_real_output
claim "all this holds when standard output is a socket" it_holds_when_standard_output_is_a_socket
claim "BELAY_JAVA_OPTS are appended" jvm_options_are_appended
claim "a collector of the user's choice replaces ours" a_collector_of_the_users_choice_replaces_ours
claim "a bad AOT cache costs time, not output" a_bad_cache_costs_only_time
