package dev.belay.process.spawn;

import org.junit.jupiter.api.Tag;

/** Without {@code setsid} of util-linux: Perl makes the session. */
@Tag("process")
final class PerlStopTest extends StopContract {
  @Override
  Machine machine() {
    var machine = Real.withoutGroups();
    return new Machine(
        machine.table(), null, "/usr/bin/perl", machine.prlimit(), null, machine.readers());
  }
}
