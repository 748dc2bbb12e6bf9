package dev.belay.testkit.fault;

import java.io.IOException;

/** Tools that end their server, or leave processes behind. */
final class Deadly {
  private Deadly() {}

  static void run(Fault fault, Call call, Server server) throws IOException, InterruptedException {
    switch (fault) {
      case CRASH -> {
        server.wire.complain("faulty: about to crash");
        server.wire.complain("faulty: last words");
        server.exit((int) call.number("code", 42));
      }
      case ABORT -> {
        var self = Long.toString(ProcessHandle.current().pid());
        var _ = new ProcessBuilder("kill", "-9", self).start();
        Thread.currentThread().join();
      }
      case SPAWN -> call.answer(spawn(call, server.log));
      default -> {
        spawn(call, server.log);
        Thread.currentThread().join();
      }
    }
  }

  private static String spawn(Call call, ServerLog log) throws IOException {
    var pids = Stray.of(call.text("kind")).start();
    for (var pid : pids) {
      log.note("spawned", pid);
    }
    return String.join(" ", pids);
  }
}
