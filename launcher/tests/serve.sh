# The finished build as a server: `belay serve` from dist/, with a cache of its own.

# Starts it with this server's command, and waits until it listens.
serve() { # COMMAND...
  "$root/dist/bin/belay" serve --port 0 -- "$@" >out 2>err </dev/null &
  server=$!
  await listens_or_ended
  port=$(sed -n 's|^.* listening on http://127\.0\.0\.1:\([0-9]*\)/mcp$|\1|p' err)
  [ -n "$port" ]
}
listens_or_ended() { grep -q "listening on" err || ! kill -0 "$server" 2>/dev/null; }

it_serves_both_eras_and_prints_nothing_else() {
  serve sh "$root/launcher/train-server.sh"
  "$jdk/bin/java" "$root/launcher/Visit.java" "$port"
  kill -TERM "$server"
  wait "$server"
  equals "" "$(cat out)"
  # What the server itself says is passed on, and each call is told; nothing of a library's is added. Each line begins with its
  # time. How long a call took differs each time.
  grep -q "Z ready: 1 server, 1 tool, " err
  grep -q "Z goodbye after .*; 1 process was ended$" err
  equals "serving sh, to programs on this machine, without a token
listening on http://127.0.0.1:$port/mcp
the console is at http://127.0.0.1:$port/; belay console prints a link that signs you in" "$(
    grep -v "a line of its log\|Z limits\? of \|Z ready: \|Z train  \|Z goodbye " err | sed 's/^[-0-9T:.]*Z //'
  )"
}

ctrl_c_ends_it_in_good_order() {
  # A background process of a shell ignores SIGINT; a JVM that inherits that cannot hear it.
  env --default-signal=INT true 2>/dev/null || return 0
  env --default-signal=INT "$root/dist/bin/belay" serve --port 0 -- cat >out 2>err </dev/null &
  server=$!
  await listens_or_ended
  kill -INT "$server"
  wait "$server"
  equals "" "$(cat out)"
}

a_port_that_is_taken_is_said() {
  serve cat
  fails_with 1 "$root/dist/bin/belay" serve --port "$port" -- cat >out2 2>err2 </dev/null
  kill -TERM "$server"
  wait "$server"
  equals "" "$(cat out2)"
  contains "cannot listen on 127.0.0.1:$port" err2
  contains "Choose another with --port" err2
  equals 1 "$(wc -l <err2 | tr -d ' ')"
}

its_classes_come_from_a_cache_of_its_own() {
  case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Linux-aarch64) ;;
    *) return 0 ;; # the portable transport says so once more
  esac
  BELAY_JAVA_OPTS="-Xlog:class+load:file=$tmp/loaded"
  export BELAY_JAVA_OPTS
  serve cat
  kill -TERM "$server"
  wait "$server"
  grep -q 'io.netty.channel.epoll.EpollIoHandler source: shared objects file' loaded
  grep -q 'dev.belay.http.server.HttpServer source: shared objects file' loaded
  # Too old for a cache: a plain start must not need it.
  if grep picocli loaded; then return 1; fi
  # Linked when dist/ was made, or each would cost some milliseconds here.
  if grep 'dev.belay.*TypeSwitch' loaded; then return 1; fi
}

native_epoll_is_there_for_both_kinds_of_machine() {
  copy_dist
  for machine in x86_64 aarch_64; do
    ls "$lib"/netty-transport-native-epoll-*-linux-$machine.jar
  done
}

claim "serve: clients of both eras are answered, TERM ends it with 0, and nothing else is printed" it_serves_both_eras_and_prints_nothing_else
claim "serve: Ctrl-C ends it with 0" ctrl_c_ends_it_in_good_order
claim "serve: a port that is taken is said in one line" a_port_that_is_taken_is_said
claim "serve: its classes come from a cache of its own" its_classes_come_from_a_cache_of_its_own
claim "serve: native epoll is there for both kinds of machine" native_epoll_is_there_for_both_kinds_of_machine
