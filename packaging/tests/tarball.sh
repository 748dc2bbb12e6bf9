# The tarball: it is unpacked anywhere, and needs nothing.

sums_are_those_of_the_files() {
  cd "$built"
  sha256sum -c --quiet SHA256SUMS
  equals "$(ls | grep -v SHA256SUMS)" "$(sed 's/^[^ ]* *//' SHA256SUMS)"
}

it_is_small() {
  size=$(wc -c <"$tarball")
  echo "$size bytes"
  [ "$size" -le 60000000 ]
}

the_tarball_is_used() {
  unpack "$tmp/a folder"
  ln -s "a folder/$folder/bin/belay" belay-link
  it_is_used "$tmp/belay-link"
}

the_tarball_uses_its_cache() {
  unpack "$tmp/elsewhere"
  the_cache_is_used "$tmp/elsewhere/$folder/bin/belay"
}

no_other_java_is_taken() {
  unpack "$tmp"
  mkdir -p other/bin
  printf '#!/bin/sh\necho another Java >&2\nexit 99\n' >other/bin/java
  chmod 755 other/bin/java
  printf 'JAVA_VERSION="25.0.9"\n' >other/release
  equals "belay $version" "$(JAVA_HOME=$tmp/other PATH=$tmp/other/bin:$PATH "$tmp/$folder/bin/belay" --version)"
}

what_modules_require_is_there() {
  unpack "$tmp"
  set -- "$tmp/$folder"/lib/*
  "$1/runtime/bin/java" --list-modules | sed 's/@.*//' >there
  # Others of the class path are checked by ./package, by what their classes name.
  for jar in "$1"/belay-*.jar; do
    "$jdk/bin/jar" --describe-module --file "$jar"
  done | grep -v ' static' | sed -n -e 's/^requires \(java\.[a-z.]*\).*/\1/p' -e 's/^requires \(jdk\.[a-z.]*\).*/\1/p' | sort -u >required
  contains java.net.http required
  equals "" "$(grep -vxFf there required)"
}

what_is_reached_by_reflection_is_there() {
  unpack "$tmp"
  # Secured connections, jobs in SQLite, figures for Prometheus: each in a library that looks for its parts by name.
  printf 'jobs: { store: sqlite }\ntools: { "echo": { job: always } }\nmcpServers:\n  it: { command: sh, args: ["%s"] }\n' "$server" >belay.yaml
  without_java "$tmp/$folder/bin/belay"
  "$tmp/belay" serve --port 0 >out 2>err &
  serving=$!
  await grep -q 'listening on' err
  url=$(sed -n 's|.*listening on \(http://[^/]*\)/mcp.*|\1|p' err)
  id=$(on_a_machine_without_java "$tmp/$folder/bin/belay" call echo text=x --detach --url "$url")
  equals hello "$(on_a_machine_without_java "$tmp/$folder/bin/belay" call --attach "$id" --url "$url")"
  [ -s state/belay/jobs.db ]
  on_a_machine_without_java "$tmp/$folder/bin/belay" health --url "$url" | grep -q '^belay'
  on_a_machine_without_java curl -sf -H "Authorization: Bearer $(cat state/belay/token)" "$url/metrics" | grep -q '^belay_'
  kill -TERM "$serving"
  wait "$serving"
  # The server is no web server: what counts is that the handshake is attempted.
  fails_with 1 on_a_machine_without_java "$tmp/$folder/bin/belay" call echo --url https://127.0.0.1:1/mcp 2>err
  if grep -q -e NoClassDefFound -e 'algorithm' -e Exception err; then cat err; return 1; fi
}

only_one_system_is_in_it() {
  unpack "$tmp"
  cd "$folder"/lib/*
  equals 1 "$("$jdk/bin/jar" --list --file sqlite-jdbc-*.jar | grep -c 'libsqlitejdbc\|sqlitejdbc.dll')"
  equals "" "$(ls | grep -e aarch_64 -e riscv)"
}

the_bill_names_every_jar() {
  unpack "$tmp"
  bill=$built/$folder.cdx.json
  node -e '
    const bill = JSON.parse(require("fs").readFileSync(process.argv[1]));
    const listed = bill.components.map((c) => `${c.name}-${c.version}`);
    for (const jar of process.argv.slice(2)) {
      const name = jar.replace(/.*\//, "").replace(/(-linux-.*)?\.jar$/, "");
      if (!listed.includes(name) && !name.startsWith(bill.metadata.component.name)) throw new Error(name + " is not listed");
    }
    if (!bill.components.some((c) => c.name === "openjdk")) throw new Error("Java is not listed");
    if (bill.bomFormat !== "CycloneDX") throw new Error(bill.bomFormat);
  ' "$bill" "$folder"/lib/*/*.jar
}

claim "the sums are those of the files" sums_are_those_of_the_files
claim "the tarball has at most 60 MB" it_is_small
claim "the tarball is used where no Java is" the_tarball_is_used
claim "the tarball uses its AOT caches, wherever it lies" the_tarball_uses_its_cache
claim "no other Java is taken, even where JAVA_HOME names one" no_other_java_is_taken
claim "every module that Belay's own require is in the runtime" what_modules_require_is_there
claim "what is reached by reflection is in the runtime: SQLite, metrics, TLS" what_is_reached_by_reflection_is_there
claim "machine code is there for one system alone" only_one_system_is_in_it
claim "the bill of materials names every jar, and Java" the_bill_names_every_jar
