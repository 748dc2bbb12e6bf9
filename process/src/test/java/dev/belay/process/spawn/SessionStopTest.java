package dev.belay.process.spawn;

import org.junit.jupiter.api.Tag;

/** The usual case: {@code setsid} and {@code prlimit}, no writable cgroup. */
@Tag("process")
final class SessionStopTest extends StopContract {
  @Override
  Machine machine() {
    return Real.withoutGroups();
  }
}
