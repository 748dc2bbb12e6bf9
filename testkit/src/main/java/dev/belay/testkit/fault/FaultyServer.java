package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;
import dev.belay.testkit.json.NotJson;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/**
 * An MCP server on stdio that misbehaves on request, in either era.
 *
 * <p>Its tools are the {@link Fault}s; options change what it does between calls. Needs the JDK
 * alone, and is started by the command that {@link FaultyServers#command} gives.
 */
public final class FaultyServer {
  private final Server server;
  private final Requests requests;

  private FaultyServer(Server server) {
    this.server = server;
    requests = new Requests(server);
  }

  /** Serves until stdin ends, or for ever if the options say so. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    var server = new Server(Options.parse(arguments));
    server.log.note("pid", Long.toString(ProcessHandle.current().pid()));
    if (server.options.exitAtStart >= 0) {
      server.wire.complain("faulty: cannot start");
      server.exit(server.options.exitAtStart);
    }
    if (server.options.ignoreTerm) {
      // The first SIGTERM waits for this hook without end, and later ones for the first.
      Runtime.getRuntime().addShutdownHook(new Thread(FaultyServer::neverReturn));
    }
    if (server.options.startNoise) {
      server.wire.line("Welcome to faulty!");
      server.wire.line("");
      server.wire.line("{not json");
    }
    new FaultyServer(server).serve();
  }

  private static void neverReturn() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve() throws IOException, InterruptedException {
    var in =
        new BufferedReader(
            new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      server.log.note("recv", line);
      try {
        var message = Json.parse(line);
        if (message instanceof Json.Items batch) {
          for (var part : batch.values()) {
            receive(part);
          }
        } else {
          receive(message);
        }
      } catch (NotJson e) {
        server.wire.error(Json.Atom.ABSENT, -32700, "Parse error: " + e.getMessage(), "");
      }
    }
    server.log.note("eof", "");
    if (server.options.ignoreEof) {
      neverReturn();
    }
    server.exit(0);
  }

  private void receive(Json message) throws InterruptedException {
    var method = message.at("method").text();
    if (method.isEmpty()) {
      server.log.note("answer", message.raw());
      server.questions.answered(message);
    } else if (message.at("id").present()) {
      requests.handle(method, message.at("id"), message.at("params"));
    } else if (method.equals("notifications/cancelled")) {
      cancelled(message.at("params", "requestId"));
    }
  }

  private void cancelled(Json id) {
    var known = server.calls.cancel(id) || server.listeners.end(id);
    server.log.note(known ? "cancelled" : "cancelled-unknown", id.raw());
  }
}
