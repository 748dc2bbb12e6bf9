# Who may build: an owner that died loses the lock, one that lives keeps it. The checkout and the stub of Maven are those
# of build.sh.

# Owners as a start writes them: the id of a process, and when it began.
leave_lock() { # OWNER...
  mkdir -p work/dist/.building
  for owner in "$@"; do echo "$owner" >>work/dist/.building/owners; done
}

a_dead_owner_loses_the_lock() {
  checkout
  sh -c 'exit 0' &
  gone=$!
  wait "$gone"
  leave_lock "$gone 1"
  equals "ran " "$("$tmp/work/belay" 2>err)"
  equals 1 "$(runs)"
  [ ! -e work/dist/.building ]
}

a_reused_process_id_does_not_hold_the_lock() {
  checkout
  leave_lock "$$ 1"
  equals "ran " "$("$tmp/work/belay" 2>err)"
}

many_waiters_recover_one_lock_once() {
  checkout
  leave_lock "999999999 never"
  for i in 1 2 3 4 5 6; do "$tmp/work/belay" >"out$i" 2>"err$i" & done
  wait
  equals 1 "$(runs)"
  equals 6 "$(cat out? | grep -c ran)"
}

a_lock_without_an_owner_is_given_up() {
  checkout
  mkdir -p work/dist/.building work/dist/.building.breaking
  equals "ran " "$("$tmp/work/belay" 2>err)"
}

a_killed_start_leaves_its_maven_the_lock() {
  checkout
  touch slow
  "$tmp/work/belay" >out1 2>err1 &
  await started 1
  await owners 2
  kill -9 $!
  "$tmp/work/belay" >out2 2>err2 &
  second=$!
  await waiting err2
  equals 1 "$(runs)"
  rm slow
  wait "$second"
  equals "ran " "$(cat out2)"
}
owners() { [ "$(wc -l <work/dist/.building/owners 2>/dev/null || echo 0)" -ge "$1" ]; }

a_terminated_start_stops_its_build() {
  checkout
  touch slow
  "$tmp/work/belay" >out 2>err &
  start=$!
  await owners 2
  maven=$(sed -n '2s/ .*//p' work/dist/.building/owners)
  kill -TERM "$start"
  fails_with 143 wait "$start"
  fails_with 1 kill -0 "$maven"
  [ ! -e work/dist/.building ]
  equals "" "$(cat out)"
}

claim "a dead owner loses the lock" a_dead_owner_loses_the_lock
claim "a process id in use again does not hold the lock" a_reused_process_id_does_not_hold_the_lock
claim "many waiters recover a lock once" many_waiters_recover_one_lock_once
claim "a lock that nobody owns is given up" a_lock_without_an_owner_is_given_up
claim "a killed start leaves the lock to its Maven" a_killed_start_leaves_its_maven_the_lock
claim "a terminated start stops its build" a_terminated_start_stops_its_build
