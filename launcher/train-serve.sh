#!/bin/sh
# Representative visits to `belay serve`, by a client of each era: train.sh for the cache of that command. It serves what a
# configuration says: an only server, as that of the command line is, and then two.
# Called at build as:  train-serve.sh BELAY   with JAVA_HOME set to the JDK.
set -eu

belay=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# What it keeps for its owner is no business of a build.
cat >"$work/belay.yaml" <<EOF
mcp: { timeout: 60 }
http: { drain_timeout: 5 }
auth: { mode: token }
tools: { "one__*": { idle_timeout: 30 } }
mcpServers:
  one: { command: sh, args: ["$here/train-server.sh"] }
EOF
XDG_STATE_HOME=$work/state "$belay" serve --port 0 --config "$work/belay.yaml" </dev/null >"$work/out" 2>"$work/err" &
trainee=$!
# Waits until it has written a line of that pattern, whose group is then in $found; not for ever.
found=
awaits() { # PATTERN
  found= turns=0
  while [ -z "$found" ] && [ "$turns" -lt 600 ] && kill -0 "$trainee" 2>/dev/null; do
    turns=$((turns + 1))
    sleep 0.1 2>/dev/null || sleep 1
    found=$(sed -n "s|.*$1.*|\\1|p" "$work/err")
  done
  [ -n "$found" ]
}
visit() { "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 "$here/Visit.java" "$port" "$1"; }
visited=1
if awaits 'listening on http://127\.0\.0\.1:\([0-9]*\)/mcp' && port=$found && visit ""; then
  echo '  two: { command: sh, args: ["'"$here"'/train-server.sh"] }' >>"$work/belay.yaml"
  if awaits 'ready: \(2\) servers' && visit one__; then visited=0; fi
fi
kill -TERM "$trainee" 2>/dev/null || :
ended=0
wait "$trainee" || ended=$?
cat "$work/out" "$work/err"
[ "$visited" = 0 ] && [ "$ended" = 0 ]
