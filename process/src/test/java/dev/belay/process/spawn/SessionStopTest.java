package dev.belay.process.spawn;

/** The usual case: {@code setsid} and {@code prlimit}, no writable cgroup. */
final class SessionStopTest extends StopContract {
  @Override
  Machine machine() {
    return Real.withoutGroups();
  }
}
