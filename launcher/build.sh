# Builds dist/ for ./belay, which sources this file: one build at a time, and every start that waited for a build shares
# its result. Needs `root`, `stale` and find-jdk.sh. All output goes to standard error.

say() { echo "belay: $*" >&2; }

build() {
  find_jdk javac || { say_no_jdk; return 1; }
  command -v mvn >/dev/null 2>&1 || { say "needs Maven 3.8.7 or newer to build, and there is no mvn on the PATH"; return 1; }
  mkdir -p "$root/dist" || return 1
  lock=$root/dist/.building
  trap 'abandon_build 129' HUP
  trap 'abandon_build 130' INT
  trap 'abandon_build 143' TERM
  maven= waited=
  take_lock || return 1
  if ! stale; then
    built=0
  elif [ -n "$waited" ] && [ -f "$root/dist/.failed" ]; then
    report_failure "the build that this start waited for failed"
    built=1
  else
    run_maven
    built=$?
  fi
  release_lock
  trap - HUP INT TERM
  return "$built"
}

run_maven() {
  say "building (the first time takes a while)"
  rm -f "$root/dist/.failed"
  # Taken before Maven reads a source: what is edited during the build is newer than the build.
  : >"$root/dist/.started"
  # In the background, so that a signal is answered at once; standard input stays the client's.
  JAVA_HOME=$jdk mvn -B -ntp -Dstyle.color=never -Dmaven.test.skip=true -f "$root/pom.xml" -pl launcher -am package </dev/null >"$root/dist/build.log" 2>&1 &
  maven=$!
  identity "$maven" >>"$lock/owners"
  if wait "$maven" && [ -x "$root/dist/bin/belay" ]; then
    maven=
    mv -f "$root/dist/.started" "$root/dist/.built"
  else
    maven=
    mv -f "$root/dist/.started" "$root/dist/.failed"
    report_failure "the build failed"
    return 1
  fi
}

report_failure() { # WHAT
  # What is not progress; a broken build says the first of it best.
  grep -e '\[exec\]' -e '^[^[]' -e '^\[ERROR\]' -e '^\[WARN' "$root/dist/build.log" | head -n 60 >&2
  say "$1 (above; the whole log is $root/dist/build.log); nothing was started"
}

abandon_build() { # EXIT-CODE
  trap '' HUP INT TERM
  if [ -n "$maven" ]; then
    kill "$maven" 2>/dev/null
    wait "$maven"
  fi
  release_lock
  exit "$1"
}

# The lock is a directory, the one thing that every file system makes atomically. It names its owners: this start and its
# Maven, which outlives a start that is killed.
take_lock() {
  unnamed=0 guarded=0 refused=0
  until mkdir "$lock" 2>/dev/null; do
    if [ ! -d "$lock" ]; then
      refused=$((refused + 1))
      [ "$refused" -lt 20 ] || { say "cannot write to $root/dist"; return 1; }
    elif [ -z "$waited" ]; then
      waited=yes
      say "another start is building; waiting for it"
    fi
    if owners_gone; then break_lock; fi
    pause
  done
  owned=yes
  identity $$ >"$lock/owners"
}

release_lock() {
  [ -z "${owned-}" ] || rm -rf "$lock"
  owned=
}

# A living process as one line: its id and when it began, since ids are used again. Fails for a dead one and for a zombie.
identity() { # PID
  if [ -d /proc/self ]; then
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null || return 1
    # Past the name, which may hold anything: field 3 is the state, field 22 the beginning.
    set -- "$1" ${stat##*) }
    [ "$2" != Z ] && echo "$1 ${21}"
  else
    pid=$1
    # The zone and the language of the asker must not change the answer.
    set -- $(LC_ALL=C TZ=UTC ps -p "$pid" -o stat= -o lstart= 2>/dev/null)
    case ${1-Z} in
      Z*) return 1 ;;
    esac
    shift
    echo "$pid $*"
  fi
}

# True if no process that the lock names is alive. An owner gets five seconds to write its name.
owners_gone() {
  owners=$(cat "$lock/owners" 2>/dev/null)
  if [ -z "$owners" ]; then
    unnamed=$((unnamed + 1))
    [ "$unnamed" -gt 25 ]
    return
  fi
  unnamed=0
  while read -r owner; do
    if [ "$(identity "${owner%% *}")" = "$owner" ]; then return 1; fi
  done <<EOF
$owners
EOF
}

# Removes a dead owner's lock. Of several waiters one may, and only after it has looked again: otherwise the slower of two
# would remove the lock that the faster has just taken.
break_lock() {
  if mkdir "$lock.breaking" 2>/dev/null; then
    if owners_gone; then rm -rf "$lock"; fi
    rmdir "$lock.breaking"
  else
    guarded=$((guarded + 1))
    # A breaker needs milliseconds; one that is still there after five seconds was killed.
    [ "$guarded" -lt 25 ] || { guarded=0; rmdir "$lock.breaking" 2>/dev/null; }
  fi
}

pause() { sleep 0.2 2>/dev/null || sleep 1; }
