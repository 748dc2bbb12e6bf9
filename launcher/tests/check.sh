# ./check, in a checkout whose Maven and suites are played.

a_checkout() {
  mkdir -p work/launcher work/console work/examples work/peers work/packaging work/core/src/test work/core/target/surefire-reports bin
  cp "$root/check" work/check
  cp "$root/launcher/find-jdk.sh" work/launcher/
  printf '#!/bin/sh\n' >bin/node
  cp bin/node bin/npm
  # A module whose tests pass, and one of whose tests one fails, with more words than anybody wants to read.
  cat >bin/mvn <<'END'
#!/bin/sh
echo "$*" >>"$0.args"
case "$*" in
*"-pl peers"*)
  echo "[INFO] BUILD SUCCESS"
  exit
  ;;
*-DskipTests*)
  echo "[INFO] Building Belay core 0.1.0                  [1/3]"
  [ ! -e unformatted ] || echo "[ERROR] core/A.java is not formatted"
  [ ! -e unformatted ] || echo "[INFO] Build failures were ignored."
  echo "[INFO] BUILD SUCCESS"
  exit
  ;;
esac
report=core/target/surefire-reports
mkdir -p "$report"
echo "[INFO] --- maven-surefire-plugin:3.6.1:test (default-test) @ belay-core ---"
echo "[INFO] --- maven-surefire-plugin:3.6.1:test (default-test) @ belay-peers ---"
echo "[INFO] Running something"
echo "Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1.5 s -- in a class, in its own 3 words" >"$report/a.txt"
if [ -e failing ]; then
  echo "[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 2 s <<< FAILURE! -- in dev.belay.core.B"
  echo "java.lang.AssertionError: expected something else"
  echo "	at its own line"
  echo "Tests run: 3, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 2 s <<< FAILURE! -- in dev.belay.core.B" >"$report/B.txt"
fi
echo "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0"
[ -e unjudged ] || echo "[INFO] --- jacoco-maven-plugin:0.8.15:check (coverage) @ belay-core ---"
echo "[INFO] BUILD SUCCESS"
END
  for suite in launcher console examples peers packaging; do
    cat >"work/$suite/test" <<'END'
#!/bin/sh
cd "$(dirname "$0")" && mkdir -p target
echo "ok      a claim"
if [ -e failing ]; then
  echo "FAILED  another claim"
  echo "        and why"
  echo "Tests run: 2, Failures: 1, Errors: 0, Skipped: 0" >target/results
  exit 1
fi
[ ! -e dying ] || exit 1
echo "Tests run: 1, Failures: 0, Errors: 0, Skipped: 0" >target/results
END
  done
  touch work/core/pom.xml
  printf '#!/bin/sh\n[ ! -e unbuilt ]\n' >work/belay
  chmod 755 bin/* work/check work/belay work/*/test
  PATH=$tmp/bin:$PATH
}

each_suite_has_its_line_and_the_last_one_is_the_sum() {
  a_checkout
  work/check >out 2>&1
  equals "6 passed, 0 failed" "$(tail -n 1 out)"
  contains "core           2 tests" out
  for suite in launcher console examples peers; do contains "$suite" out; done
  equals "building; it takes some minutes" "$(head -n 1 out)"
  equals 9 "$(wc -l <out | tr -d ' ')"
  contains "processor time" out
  contains "Running something" work/target/check/maven.log
  contains "-DskipTests -Djacoco.skip=true verify" bin/mvn.args
  contains "-Dspotless.check.skip=true" bin/mvn.args
}

what_fails_is_told_whole_and_all_else_runs() {
  a_checkout
  touch work/failing work/examples/failing
  fails_with 1 work/check >out 2>&1
  equals "8 passed, 2 failed" "$(grep passed, out | tail -n 1)"
  contains "core           5 tests      4 s   FAILED: 1" out
  contains "java.lang.AssertionError: expected something else" out
  contains "at its own line" out
  contains "FAILED  another claim" out
  contains "and why" out
  contains "peers          1 tests" out
}

a_check_that_is_no_test_counts() {
  a_checkout
  touch work/unformatted
  fails_with 1 work/check >out 2>&1
  contains "core/A.java is not formatted" out
  equals "5 passed, 1 failed" "$(grep passed, out | tail -n 1)"
}

a_suite_that_came_to_nothing_has_failed() {
  a_checkout
  touch work/peers/dying
  fails_with 1 work/check >out 2>&1
  # However long it took: a busy machine may need a second.
  sed 's/ *[0-9]* s, processor [0-9]* s   FAILED/ FAILED/' out >lines
  contains "peers          1 tests FAILED: 1" lines
  equals "5 passed, 1 failed" "$(grep passed, out | tail -n 1)"
}

without_a_finished_build_it_says_so() {
  a_checkout
  touch work/unbuilt
  fails_with 1 work/check >out 2>&1
  contains "there is no finished build" out
  equals "1 passed, 1 failed" "$(grep passed, out | tail -n 1)"
}

packages_are_tested_on_demand() {
  a_checkout
  work/check >out 2>&1
  equals "" "$(grep packaging out)"
  equals "6 passed, 0 failed" "$(tail -n 1 out)"
  work/check --all >out 2>&1
  contains "packaging      1 tests" out
  equals "7 passed, 0 failed" "$(tail -n 1 out)"
  rm bin/mvn.args
  work/check packages >out 2>&1
  equals "1 passed, 0 failed" "$(tail -n 1 out)"
  [ ! -e bin/mvn.args ]
  touch work/packaging/failing
  fails_with 1 work/check packages >out 2>&1
  contains "FAILED  another claim" out
  equals "1 passed, 1 failed" "$(tail -n 1 out)"
}

the_quick_ones_are_those_without_a_process() {
  a_checkout
  touch work/unjudged # the tests are the last of each module
  work/check --quick >out 2>&1
  contains "core           2 tests      2 s" out
  equals "2 passed, 0 failed" "$(tail -n 1 out)"
  equals 1 "$(wc -l <bin/mvn.args | tr -d ' ')"
  contains "-Dtest.without=process" bin/mvn.args
}

modules_and_suites_are_tested_by_name() {
  a_checkout
  work/check core >out 2>&1
  equals "2 passed, 0 failed" "$(tail -n 1 out)"
  contains "-pl core -am -Dtest=dev/belay/core/**," bin/mvn.args
  [ ! -e work/target/check/belay.log ] # no suite wants the finished build
  rm -r bin/mvn.args work/core/target
  work/check peers examples >out 2>&1
  equals "2 passed, 0 failed" "$(tail -n 1 out)"
  [ ! -e bin/mvn.args ]
  fails_with 2 work/check everything 2>err
  contains "no module or suite 'everything' here" err
  fails_with 2 work/check --everything 2>err
  contains "usage: check" err
}

what_peers_need_is_installed() {
  a_checkout
  printf '#!/bin/sh\necho "no network" >&2\n[ -e online ]\n' >work/peers/install
  printf '#!/bin/sh\ntouch a-browser\n' >work/peers/browser
  chmod 755 work/peers/install work/peers/browser
  fails_with 1 work/check >out 2>&1
  contains "no network" out
  contains "check: what the tests of peers need could not be installed" out
  touch work/online
  work/check >out 2>&1
  equals "6 passed, 0 failed" "$(tail -n 1 out)"
  [ -e work/a-browser ]
}

claim "check: each suite has its line, and the last one is the sum" each_suite_has_its_line_and_the_last_one_is_the_sum
claim "check: what fails is told whole, and all else runs" what_fails_is_told_whole_and_all_else_runs
claim "check: a check that is no test counts" a_check_that_is_no_test_counts
claim "check: a suite that came to nothing has failed" a_suite_that_came_to_nothing_has_failed
claim "check: without a finished build it says so" without_a_finished_build_it_says_so
claim "check: packages are tested on demand, beside all else or alone" packages_are_tested_on_demand
claim "check: what the tests of peers need is installed, or it says so" what_peers_need_is_installed
claim "check: --quick runs the tests that need no process" the_quick_ones_are_those_without_a_process
claim "check: modules and suites are tested by name" modules_and_suites_are_tested_by_name
