# Becomes the JVM that runs belay. Sourced by bin/belay with `lib` set to the directory of this build.
# No shell stays behind, and nothing but belay's own output reaches standard output.

. "$lib/find-jdk.sh"
if [ -d "$lib/runtime" ]; then
  # A package has a Java of its own, and takes no other.
  try_jdk "$lib/runtime" java || { echo "belay: the Java of this package is incomplete; install it again" >&2; exit 1; }
else
  read -r built_with <"$lib/built-with"
  find_jdk java "$built_with" || { say_no_jdk; exit 1; }
fi

# What differs between the one command that serves many and those that live as long as one client. Each kind has a cache of
# its own, with what its start needs and nothing of the other's.
case ${1-} in
  serve)
    kind=serve
    # Beside the young generation there must be room for the objects of the cache, or the JVM refuses it with an error. What is
    # kept of the calls that ended last has room in a survivor space: else it would grow old there, and the heap with it.
    # It lives long and serves many: C2 nearly halves what a call costs it. Both compilers wait twice as long as usual, or they
    # would take more of the machine at the start than the start itself.
    # Netty is ready sooner where it may use Unsafe, and the JVM is not to warn of that; its JFR events alone take 40 ms of the start.
    tuning="-Xms40m -Xmn24m -XX:SurvivorRatio=2 -XX:CompileThresholdScaling=2 -Dio.netty.leakDetection.level=disabled"
    tuning="$tuning -Dio.netty.jfr.enabled=false -Dio.netty.noUnsafe=false --sun-misc-unsafe-memory-access=allow"
    native=-Djava.library.path=$lib
    # Or the JDK would look for another one in every jar.
    if [ -d /proc/self ]; then tuning="$tuning -Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider"; fi
    ;;
  *)
    kind=belay
    native=
    tuning="-XX:TieredStopAtLevel=1 -Xms16m -Xmn8m"
    ;;
esac

# A cache made from other jars would run their old code (JDK-8377932), hence a name of both hash and JVM. Without a cache
# belay starts too, only slower.
cache=$lib/$kind-@HASH@-$jdk_id.aot
if [ -n "${BELAY_AOT_OUTPUT-}" ]; then
  # Without profiles: from those the compilers set to work at once, on cores that the start itself and the server need.
  aot=-XX:AOTCacheOutput=$BELAY_AOT_OUTPUT
  tuning="$tuning -XX:+UnlockDiagnosticVMOptions -XX:-AOTRecordTraining"
  unset BELAY_AOT_OUTPUT # not a setting of belay
elif [ -f "$cache" ]; then
  aot=-XX:AOTCache=$cache
  # At the address that it was made for: relocation would write to most of its pages in each process; without it all processes
  # share them. Only a JVM that a cache was made with is given this: others may not know it.
  tuning="$tuning -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0"
else
  aot=
fi

# Serial and, but for a server, C1 start fast and stay small. What the compilers took from the C heap is given back, where the C library
# can. What the JVM has to say, it says on standard error; it leaves no files in the working directory, and out of memory it ends,
# since half a gateway would hang its callers. It learns how it was started, for the files of clients, which are to start it in the
# same way. --add-opens stands here for StandardOutput alone, and in every start, because the cache is refused if it differs between
# training and use.
set -f
options="${JAVA_TOOL_OPTIONS-} ${_JAVA_OPTIONS-} ${JDK_JAVA_OPTIONS-} ${BELAY_JAVA_OPTS-}"
case $options in
  *-XX:+Use*GC*) collector= ;; # two would not start
  *) collector=-XX:+UseSerialGC ;;
esac
set -- $collector $tuning ${native:+"$native"} -XX:TrimNativeHeapInterval=5000 -Xmx512m -XX:MinHeapFreeRatio=10 -XX:MaxHeapFreeRatio=30 -XX:-ShrinkHeapInSteps \
  ${aot:+"$aot"} -XX:+DisplayVMOutputToStderr -Xlog:disable -Xlog:all=error:stderr \
  -XX:-UsePerfData -XX:+ExitOnOutOfMemoryError -XX:+ErrorFileToStderr -XX:-CreateCoredumpOnCrash \
  --enable-native-access=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
  -Dbelay.launcher="$0" ${BELAY_JAVA_OPTS-} -cp "@CLASSPATH@" dev.belay.cli.Main "$@"

# Options of the user's own may print: -Xlog, --show-version, a debugger's greeting. With any set, the JVM gets standard
# error in place of standard output, and belay alone knows where the real one is.
case $options in
  *[!\ ]*) exec "$jdk/bin/java" -Dbelay.stdout=3 "$@" 3>&1 1>&2 ;;
esac
exec "$jdk/bin/java" "$@"
