#!/bin/sh
# A server for the training session, in nothing but a shell: tools that answer, report progress, fail, or never answer.

answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }

while IFS= read -r line; do
  id=${line##*\"id\":} id=${id%%[,\}]*} # of Belay's own making: a number
  case $line in
    *'"method":"initialize"'*)
      answer '{"protocolVersion":"2025-11-25","capabilities":{"tools":{"listChanged":true}},"serverInfo":{"name":"train","version":"1"}}'
      ;;
    *'"method":"tools/list"'*)
      answer '{"tools":[{"name":"echo","description":"Answers.","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}'
      ;;
    *'"method":"ping"'*) answer '{}' ;;
    *'"name":"echo"'*) answer '{"content":[{"type":"text","text":"hello"}]}' ;;
    *'"name":"progress"'*)
      printf '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":1,"total":2,"message":"half"}}\n' "$id"
      echo 'a line of its log' >&2
      answer '{"content":[{"type":"text","text":"done"}]}'
      ;;
    *'"name":"fail"'*)
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"no"}}\n' "$id"
      printf '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n'
      ;;
    *'"name":"hang"'*) ;;
    *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"Method not found"}}\n' "$id" ;;
  esac
done
