# The finished build as a server: `belay serve` from dist/, with a cache of its own.

# Starts it with this server's command, and waits until it listens.
serve() { # COMMAND...
  $listening "$root/dist/bin/belay" serve --port 0 -- "$@" >out 2>err </dev/null &
  server=$!
  await listens_or_ended
  port=$(sed -n 's|^.* listening on http://127\.0\.0\.1:\([0-9]*\)/mcp$|\1|p' err)
  [ -n "$port" ]
}
listens_or_ended() { grep -q "listening on" err || ! kill -0 "$server" 2>/dev/null; }
listening=

it_serves_both_eras_and_prints_nothing_else() {
  serve sh "$root/launcher/train-server.sh"
  "$jdk/bin/java" -XX:TieredStopAtLevel=1 "$root/launcher/Visit.java" "$port"
  # The server looks every 250 ms whether it is ready, apart from its clients.
  await grep -q "Z ready: 1 server, 1 tool, " err
  fails_with 1 "$root/dist/bin/belay" serve --port "$port" -- cat >out2 2>err2 </dev/null
  kill -TERM "$server"
  wait "$server"
  equals "" "$(cat out)"
  # What the server itself says is passed on, and each call is told; nothing of a library's is added. Each line begins with its
  # time. How long a call took differs each time.
  grep -q "Z goodbye after .*; 1 process was ended$" err
  equals "serving sh, to programs on this machine, without a token
listening on http://127.0.0.1:$port/mcp
the console is at http://127.0.0.1:$port/; belay console prints a link that signs you in" "$(
    grep -v "a line of its log\|Z limits\? of \|Z ready: \|Z train  \|Z goodbye " err | sed 's/^[-0-9T:.]*Z //'
  )"
  equals "" "$(cat out2)"
  contains "cannot listen on 127.0.0.1:$port" err2
  contains "Choose another with --port" err2
  equals 1 "$(wc -l <err2 | tr -d ' ')"
}

its_classes_come_from_a_cache_of_its_own_and_ctrl_c_ends_it() {
  BELAY_JAVA_OPTS="-Xlog:class+load:file=$tmp/loaded"
  export BELAY_JAVA_OPTS
  # A background process of a shell ignores SIGINT, and a JVM inherits that.
  signal=TERM
  if env --default-signal=INT true 2>/dev/null; then listening="env --default-signal=INT" signal=INT; fi
  serve cat
  kill -"$signal" "$server"
  wait "$server"
  equals "" "$(cat out)"
  case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Linux-aarch64) ;;
    *) return 0 ;; # the portable transport says so once more
  esac
  grep -q 'io.netty.channel.epoll.EpollIoHandler source: shared objects file' loaded
  grep -q 'dev.belay.http.server.HttpServer source: shared objects file' loaded
  # Too old for a cache: a plain start must not need it.
  if grep picocli loaded; then return 1; fi
  # Linked when dist/ was made, or each would cost some milliseconds here.
  if grep 'dev.belay.*TypeSwitch' loaded; then return 1; fi
}

claim "serve: clients of both eras are answered, a taken port is said in one line, TERM ends it with 0, and nothing else is printed" it_serves_both_eras_and_prints_nothing_else
claim "serve: its classes come from a cache of its own, and Ctrl-C ends it with 0" its_classes_come_from_a_cache_of_its_own_and_ctrl_c_ends_it
