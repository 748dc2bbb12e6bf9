package dev.belay.testbed.fault;

import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Runs each call on its own thread, so that the reader never waits for one. */
final class CallThread {
  private static final long SMALL_STACK = 128 * 1024;

  private CallThread() {}

  /** Work of a server's thread. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException, InterruptedException, ExecutionException;
  }

  static void start(Call call, Server server) {
    var tool = Tool.of(call.tool, server.options);
    if (tool == null) {
      call.wire.refuse(call.id, -32602, "Unknown tool: " + call.tool, "");
      return;
    }
    // Logged after registration: a test that sees the call in the log may cancel it.
    call.peer.calls.started(call);
    server.log.note("call", call.tool);
    if (server.callCount.incrementAndGet() > server.options.crashAfterCalls) {
      server.complain("faulty: one call too many");
      server.exit(42);
    }
    call.wire.begin();
    run(
        () -> {
          tool.run(call, server);
          call.peer.calls.ended(call);
          // Logged first: a test that has the answer may look into the log.
          server.log.note("ended", call.tool);
          call.wire.over();
        },
        server);
  }

  static void run(Work work, Server server) {
    Runnable body =
        () -> {
          try {
            work.run();
          } catch (Halted _) {
            // Ended with its server.
          } catch (IOException | InterruptedException | ExecutionException e) {
            server.log.note("failed", e.toString());
          }
        };
    server.host.threads().newThread(body).start();
  }

  static Thread daemon(Runnable body) {
    var thread = new Thread(null, body, "faulty-call", SMALL_STACK);
    thread.setDaemon(true);
    return thread;
  }
}
