#!/bin/sh
# One representative visit to `belay serve`, by a client of each era: train.sh for the cache of that command.
# Called at build as:  train-serve.sh BELAY   with JAVA_HOME set to the JDK.
set -eu

belay=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$belay" serve --port 0 -- sh "$here/train-server.sh" </dev/null >"$work/out" 2>"$work/err" &
trainee=$!
# It says where it listens, or ends.
port=
while [ -z "$port" ] && kill -0 "$trainee" 2>/dev/null; do
  sleep 0.1 2>/dev/null || sleep 1
  port=$(sed -n 's|.*listening on http://127\.0\.0\.1:\([0-9]*\)/mcp.*|\1|p' "$work/err")
done
visited=0
if [ -n "$port" ]; then "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 "$here/Visit.java" "$port" || visited=$?; fi
kill -TERM "$trainee" 2>/dev/null || :
ended=0
wait "$trainee" || ended=$?
cat "$work/out" "$work/err"
[ -n "$port" ] && [ "$visited" = 0 ] && [ "$ended" = 0 ]
