package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Gives each call a thread of its own, so that the reader never waits for one. */
final class CallThread {
  private static final long SMALL_STACK = 128 * 1024;

  private CallThread() {}

  /** What a thread of the server does. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException, InterruptedException, ExecutionException;
  }

  static void start(Json id, Json params, boolean modern, Server server) {
    var call = new Call(id, params, modern, server.wire);
    var fault = Fault.of(call.tool);
    if (fault == null) {
      server.wire.error(id, -32602, "Unknown tool: " + call.tool, "");
      return;
    }
    server.log.note("call", call.tool);
    if (server.callCount.incrementAndGet() > server.options.crashAfterCalls) {
      server.wire.complain("faulty: one call too many");
      server.exit(42);
    }
    server.calls.started(call);
    run(
        () -> {
          Tool.run(fault, call, server);
          server.calls.ended(call);
          server.log.note("ended", call.tool);
        },
        server);
  }

  static void run(Work work, Server server) {
    Runnable body =
        () -> {
          try {
            work.run();
          } catch (IOException | InterruptedException | ExecutionException e) {
            server.log.note("failed", e.toString());
          }
        };
    var thread = new Thread(null, body, "faulty-call", SMALL_STACK);
    thread.setDaemon(true);
    thread.start();
  }
}
