#!/bin/sh
# One representative visit to `belay serve`, by a client of each era: train.sh for the cache of that command. It serves what a
# configuration says, two servers, since that takes all that one of the command line takes, and more.
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
  two: { command: sh, args: ["$here/train-server.sh"] }
EOF
XDG_STATE_HOME=$work/state "$belay" serve --port 0 --config "$work/belay.yaml" </dev/null >"$work/out" 2>"$work/err" &
trainee=$!
# It says where it listens, or ends.
port=
while [ -z "$port" ] && kill -0 "$trainee" 2>/dev/null; do
  sleep 0.1 2>/dev/null || sleep 1
  port=$(sed -n 's|.*listening on http://127\.0\.0\.1:\([0-9]*\)/mcp.*|\1|p' "$work/err")
done
visited=0
if [ -n "$port" ]; then "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 "$here/Visit.java" "$port" one__ || visited=$?; fi
kill -TERM "$trainee" 2>/dev/null || :
ended=0
wait "$trainee" || ended=$?
cat "$work/out" "$work/err"
[ -n "$port" ] && [ "$visited" = 0 ] && [ "$ended" = 0 ]
