package dev.belay.testbed.fault;

import java.io.IOException;
import java.util.Set;

/** Tools that end their server, or leave processes behind. */
final class Deadly {
  /** Tools that have nothing to kill, or to leave behind, in the JVM of a test. */
  static final Set<Fault> NEED_A_PROCESS = Set.of(Fault.ABORT, Fault.SPAWN, Fault.SPAWN_AND_HANG);

  private Deadly() {}

  static void crash(Call call, Server server) {
    server.complain("faulty: about to crash");
    server.complain("faulty: last words");
    server.exit((int) call.number("code", 42));
  }

  static void abort() throws IOException, InterruptedException {
    var self = Long.toString(ProcessHandle.current().pid());
    var _ = new ProcessBuilder("kill", "-9", self).start();
    Thread.currentThread().join();
  }

  /** Starts a process. Returns its pids, separated by blanks. */
  static String spawn(Call call, ServerLog log) throws IOException {
    var pids = Stray.of(call.text("kind")).start();
    for (var pid : pids) {
      log.note("spawned", pid);
    }
    return String.join(" ", pids);
  }
}
