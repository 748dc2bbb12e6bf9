#!/bin/sh
# One representative session of `belay wrap`, from which the JVM learns which classes to keep ready in the AOT cache.
# Called at build as:  train.sh BELAY   where BELAY is a command that takes belay's arguments.
# It has to be one process: each would write the whole cache anew.
set -eu

belay=$1
here=$(cd "$(dirname "$0")" && pwd)
pipes=$(mktemp -d)
trap 'rm -rf "$pipes"' EXIT
mkfifo "$pipes/in" "$pipes/out"
"$belay" wrap -- sh "$here/train-server.sh" <"$pipes/in" >"$pipes/out" &
trainee=$!
exec 3>"$pipes/in" 4<"$pipes/out"

last=0
request() { # METHOD PARAMS
  last=$((last + 1))
  printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}\n' "$last" "$1" "$2" >&3
}
notify() { printf '{"jsonrpc":"2.0","method":"%s","params":%s}\n' "$1" "$2" >&3; }
# Reads on until the last request is answered.
answered() {
  while IFS= read -r line <&4; do
    echo "$line"
    case $line in
      *"\"id\":$last,"* | *"\"id\":$last}"*) return ;;
    esac
  done
  echo "train.sh: belay ended before it answered request $last" >&2
  exit 1
}

request initialize '{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"train","version":"1"}}'
answered
notify notifications/initialized '{}'
request tools/list '{"_meta":{"progressToken":"list"}}'
answered
for round in 1 2 3 4 5; do
  request tools/call '{"name":"echo","arguments":{"text":"hello"}}'
  answered
  request tools/call '{"name":"progress","arguments":{},"_meta":{"progressToken":"p'$round'"}}'
  answered
  request tools/call '{"name":"fail","arguments":{}}'
  answered
done
request tools/call '{"name":"hang","arguments":{},"_meta":{"timeout":50}}'
answered
request tools/call '{"name":"hang","arguments":{}}'
notify notifications/cancelled '{"requestId":'$last',"reason":"enough"}'
request ping '{}'
answered
exec 3>&-
wait "$trainee"
