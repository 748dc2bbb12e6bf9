# When ./belay builds, and how: one build at a time, nothing on standard output, and never an old build in place of a new one.
# Maven is a stub that counts its runs.

checkout() {
  mkdir -p work/core/src/main work/launcher work/.mvn bin
  cp "$root/belay" work/
  cp "$root"/launcher/*.sh "$root"/launcher/*.java work/launcher/
  touch work/pom.xml work/core/pom.xml work/core/src/main/A.java work/core/src/main/B.java
  cat >bin/mvn <<'EOF'
#!/bin/sh
# As Maven: talks on standard output, would eat standard input, takes a while, makes dist/.
echo run >>"$TMP_DIR/runs"
echo "noise of the build"
cat >"$TMP_DIR/stdin-of-maven"
if [ -e "$TMP_DIR/slow" ]; then
  while [ -e "$TMP_DIR/slow" ]; do sleep 0.05; done
fi
if [ -e "$TMP_DIR/broken" ]; then
  echo "[ERROR] A.java: cannot find symbol"
  exit 1
fi
mkdir -p "$TMP_DIR/work/dist/bin"
printf '#!/bin/sh\necho "ran $*"\n[ "$1" != cat ] || cat\n' >"$TMP_DIR/work/dist/bin/new"
chmod 755 "$TMP_DIR/work/dist/bin/new"
mv -f "$TMP_DIR/work/dist/bin/new" "$TMP_DIR/work/dist/bin/belay"
EOF
  chmod 755 bin/mvn
  TMP_DIR=$tmp PATH=$tmp/bin:$PATH JAVA_HOME=$jdk
  export TMP_DIR PATH JAVA_HOME
  : >runs
}

runs() { wc -l <runs | tr -d ' '; }
started() { [ "$(runs)" -ge "$1" ]; }
waiting() { grep -q "waiting for it" "$1" 2>/dev/null; }

# A build stamp in the past, for clocks of coarse file systems.
age_the_build() { touch -t 202001010000 work/dist/.built; find work -name '*.java' -o -name '*.xml' -o -name '*.sh' -o -type d | xargs touch -t 201901010000; }

the_first_start_builds_and_prints_only_the_program() {
  checkout
  equals "ran one two" "$("$tmp/work/belay" one two 2>err)"
  equals 1 "$(runs)"
  contains "belay: building" err
}

input_is_left_to_the_program() {
  checkout
  equals "ran cat
first message" "$(echo "first message" | "$tmp/work/belay" cat 2>err)"
  equals "" "$(cat stdin-of-maven)"
}

a_second_start_does_not_build() {
  checkout
  "$tmp/work/belay"
  age_the_build
  "$tmp/work/belay"
  equals 1 "$(runs)"
}

every_kind_of_change_builds_again() {
  checkout
  "$tmp/work/belay"
  for change in "touch work/core/src/main/A.java" "touch work/core/src/main/New.java" "rm work/core/src/main/B.java" \
    "touch work/pom.xml" "touch work/core/pom.xml" "touch work/.mvn/jvm.config" "touch work/launcher/start.sh" "touch work/launcher/Visit.java" "rm work/dist/bin/belay"; do
    age_the_build
    : >runs
    $change
    "$tmp/work/belay"
    equals "1 after $change" "$(runs) after $change"
  done
}

a_test_source_does_not_build() {
  checkout
  "$tmp/work/belay"
  mkdir -p work/core/src/test
  age_the_build
  touch work/core/src/test/ATest.java
  "$tmp/work/belay"
  equals 1 "$(runs)"
}

a_change_during_the_build_is_not_lost() {
  checkout
  touch slow
  "$tmp/work/belay" &
  await started 1
  touch work/core/src/main/A.java
  rm slow
  wait $!
  "$tmp/work/belay"
  equals 2 "$(runs)"
}

starts_at_once_make_one_build() {
  checkout
  touch slow
  for i in 1 2 3 4; do
    "$tmp/work/belay" "$i" >"out$i" 2>"err$i" &
  done
  await started 1
  await all_but_one_wait
  rm slow
  wait
  equals 1 "$(runs)"
  equals "ran 1 ran 2 ran 3 ran 4" "$(echo $(cat out1 out2 out3 out4))"
}
all_but_one_wait() { [ "$(cat err1 err2 err3 err4 | grep -c "waiting for it")" = 3 ]; }

a_failed_build_starts_nothing() {
  checkout
  "$tmp/work/belay"
  age_the_build
  touch broken work/core/src/main/A.java
  fails_with 1 "$tmp/work/belay" >out 2>err
  equals "" "$(cat out)"
  contains "cannot find symbol" err
  contains "the build failed" err
  rm broken
  equals "ran again" "$("$tmp/work/belay" again)"
}

waiters_share_a_failed_build() {
  checkout
  touch slow broken
  "$tmp/work/belay" >out1 2>err1 &
  first=$!
  await started 1
  "$tmp/work/belay" >out2 2>err2 &
  second=$!
  await waiting err2
  rm slow
  fails_with 1 wait "$first"
  fails_with 1 wait "$second"
  equals 1 "$(runs)"
  contains "cannot find symbol" err2
  contains "waited for failed" err2
  equals "" "$(cat out1 out2)"
}

without_maven_it_says_so() {
  checkout
  mkdir tools
  for tool in sh find mkdir dirname readlink cat rm ps; do ln -s "$(command -v "$tool")" tools/; done
  fails_with 1 env PATH="$tmp/tools" "$tmp/work/belay" 2>err
  contains "needs Maven" err
}

it_starts_through_a_link_from_anywhere() {
  checkout
  mkdir links
  ln -s ../work/belay links/one
  ln -s one links/two
  cd /
  equals "ran far" "$("$tmp/links/two" far)"
}

claim "the first start builds, and prints only the program's output" the_first_start_builds_and_prints_only_the_program
claim "standard input is left to the program" input_is_left_to_the_program
claim "a second start does not build" a_second_start_does_not_build
claim "every kind of change builds again" every_kind_of_change_builds_again
claim "a changed test does not build" a_test_source_does_not_build
claim "a change during the build is not lost" a_change_during_the_build_is_not_lost
claim "starts at once make one build" starts_at_once_make_one_build
claim "a failed build starts nothing, not even the last good one" a_failed_build_starts_nothing
claim "starts that waited share a failed build" waiters_share_a_failed_build
claim "without Maven it says so" without_maven_it_says_so
claim "it starts through a link, from anywhere" it_starts_through_a_link_from_anywhere
