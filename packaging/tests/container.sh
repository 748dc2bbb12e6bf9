# The Dockerfile, without Docker: what it copies is there, unpacks to what it links, and belay is a good first process.

it_adds_what_is_there() {
  file=$built/Dockerfile
  added=$(sed -n 's/^ADD \([^ ]*\) \/opt\/$/\1/p' "$file")
  [ -f "$built/$added" ]
  equals "" "$(grep -n -e '@' -e '^COPY' "$file" || :)"
  mkdir -p opt
  tar -xf "$built/$added" -C opt
  linked=$(sed -n 's|.*ln -s /\(opt/[^ ]*\) /usr/local/bin/belay.*|\1|p' "$file")
  [ -x "$linked" ]
  equals "belay $version" "$(on_a_machine_without_java "$tmp/$linked" --version)"
}

# A server whose calls leave orphans that end a moment later.
it_collects_orphans() {
  unpack "$tmp"
  cat >orphans.sh <<'END'
while IFS= read -r line; do
  id=${line##*\"id\":} id=${id%%[,\}]*}
  case $line in
    *'"method":"initialize"'*)
      printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"o","version":"1"}}}\n' "$id"
      ;;
    *'"method":"tools/call"'*)
      for n in 1 2 3 4 5; do (setsid sh -c 'exec sleep 0.1' &) done
      # Of some milliseconds, or as long as it takes belay to be ready for them.
      for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        sleep 0.5
        if ! ps -A -o stat= | grep -q '^Z'; then break; fi
      done
      printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"zombies %s, first %s"}]}}\n' "$id" \
        "$(ps -A -o stat= | grep -c '^Z')" "$(ps -p 1 -o comm=)"
      ;;
    *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"result":{}}\n' "$id" ;;
  esac
done
END
  equals "zombies 0, first java" "$(env -i PATH="$bare" HOME="$tmp" unshare --pid --fork --mount-proc "$tmp/$folder/bin/belay" call orphans -- sh orphans.sh)"
}

claim "the Dockerfile adds and links what is there" it_adds_what_is_there
if [ "$(id -u)" = 0 ] && unshare --pid --fork true 2>/dev/null; then
  claim "as the first process, as in a container, belay collects orphans" it_collects_orphans
fi
