# Ends every tree of one Belay when that Belay is gone without a farewell.
# Read from stdin, as are the calls that follow; the end of stdin is the end of Belay.
# Arguments: the name of the cookie, the leading digits of the lock limit, Belay's own session.
trap '' TERM INT HUP QUIT PIPE
cookie=$1
locks=$2
own=$3
trees=' '

# Arguments: the pid of the root, its start time, its cgroup if it has one.
tree() { trees="$trees$1:$2:${3-} "; }
gone() {
  case $trees in
    *" $1:$2:"*)
      after=${trees#*" $1:$2:"}
      trees="${trees%%" $1:$2:"*} ${after#* }"
      ;;
  esac
}
farewell() {
  trap - EXIT
  exit 0
}
pause() { sleep 0.05 2>/dev/null || sleep 1; }

# One line for each process: pid, parent, session, state, start.
table() {
  if [ ! -r /proc/self/stat ]; then
    ps -axo pid=,ppid=,pgid=,state= | sed 's/$/ 0/'
    return
  fi
  for stat in /proc/[0-9]*/stat; do
    { read -r line <"$stat"; } 2>/dev/null || continue
    pid=${line%% *}
    case $line in *') '*) ;; *) continue ;; esac
    set -- ${line##*) }
    echo "$pid $2 $4 $1 ${20}"
  done
}

# The pids of all that carry the cookie or the limit.
marked() {
  if [ ! -r /proc/self/stat ]; then
    ps -axEww -o pid=,command= | grep -F "$cookie=" | grep -v grep | sed 's/^ *//; s/ .*//'
    return
  fi
  for file in $(grep -lsF "$cookie=" /proc/[0-9]*/environ) \
    $(grep -lsE "^Max file locks +($locks)[0-9]{6} " /proc/[0-9]*/limits); do
    file=${file#/proc/}
    echo "${file%%/*}"
  done
}

# A Belay among the carriers gives its children limits of its own: adds those to locks. They name
# its pid and start, so that no cookie that was made up claims another's.
learn() {
  for pid in $carriers; do
    echo "/proc/$pid/environ"
  done | xargs grep -aohsE 'BELAY_ROPE_[0-9a-f]{8}=[0-9]+:[0-9]+:[0-9]+:[0-9]{13}:' 2>/dev/null |
    sort -u
}

# Sets found to the pids of all that is alive: by mark, by descent, by session.
scan() {
  found=' '
  sessions=' '
  carriers=" $(marked | tr '\n' ' ') "
  for entry in $(learn); do
    owner=${entry#*=}
    digits=${entry%:}
    digits=${digits##*:}
    case $carriers in *" ${owner%%:*} "*) ;; *) continue ;; esac
    born=${owner#*:}
    born=${born%%:*}
    [ "$digits" = "$(printf '1%07d%05d' "${owner%%:*}" $((born % 100000)))" ] || continue
    case "|$locks|" in *"|$digits|"*) ;; *) locks="$locks|$digits" ;; esac
  done
  rows=$(table)
  for one in $trees; do
    root=${one%%:*}
    born=${one#*:}
    born=${born%%:*}
    sessions="$sessions$root "
    while read -r pid parent session state start; do
      # The root is gone and its number is another's, who may lead a session of that number.
      [ "$pid" = "$root" ] && [ "$start" != "$born" ] && sessions="${sessions% * } "
    done <<EOF
$rows
EOF
  done
  more=yes
  while [ "$more" = yes ]; do
    more=no
    while read -r pid parent session state start; do
      case $state in Z* | X* | x* | '') continue ;; esac
      case $found in *" $pid "*) continue ;; esac
      if [ "$pid" -le 1 ] || [ "$pid" = $$ ]; then continue; fi
      case "$carriers" in
        *" $pid "*) ;;
        *)
          case "$found" in
            *" $parent "*) ;;
            *) case "$sessions" in *" $session "*) ;; *) continue ;; esac ;;
          esac
          ;;
      esac
      found="$found$pid "
      more=yes
      case $session in 0 | 1 | "$own") ;; *) sessions="$sessions$session " ;; esac
    done <<EOF
$rows
EOF
  done
}

# Whether one carries the limit, as the shell alone can tell: starting grep takes too long here.
limited() {
  while read -r line; do
    case $line in 'Max file locks '*) break ;; esac
  done <"/proc/$1/limits"
  set -- ${line#Max file locks}
  case "|$locks|" in *"|${1%??????}|"*) return 0 ;; esac
  return 1
} 2>/dev/null

# Freezes one that forks itself anew and exits faster than a scan: looks at the newest alone.
# False if none was met.
chase() {
  [ -r /proc/loadavg ] || return 1
  read -r _ _ _ _ seen </proc/loadavg # the number that was given last
  look=0
  while [ "$look" -lt 3000 ]; do
    look=$((look + 1))
    read -r _ _ _ _ last </proc/loadavg
    [ "$last" -lt "$seen" ] && seen=0 # they began anew
    while [ "$seen" -lt "$last" ]; do
      seen=$((seen + 1))
      limited "$seen" && kill -STOP "$seen" 2>/dev/null && return 0
    done
  done
  return 1
}

# What is frozen cannot fork: freeze until a scan finds nobody new, then kill.
hunt() {
  for one in $trees; do
    group=${one#*:*:}
    [ -n "$group" ] && echo 1 >"$group/cgroup.kill"
  done
  round=0
  clean=0
  while [ "$clean" -lt 2 ] && [ "$round" -lt 200 ]; do
    scan
    if [ "$found" = ' ' ]; then
      clean=$((clean + 1))
      chase && clean=0
    else
      clean=0
      pass=0
      before=
      while [ "$found" != "$before" ] && [ "$pass" -lt 10 ]; do
        kill -STOP $found 2>/dev/null
        before=$found
        scan
        pass=$((pass + 1))
      done
      kill -KILL $found $before 2>/dev/null
    fi
    round=$((round + 1))
    pause
  done
  for one in $trees; do
    group=${one#*:*:}
    [ -n "$group" ] && rmdir "$group"
  done
}
trap hunt EXIT
