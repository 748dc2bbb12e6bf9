package dev.belay.bench.http;

import dev.belay.core.time.Time;
import dev.belay.testkit.json.Json;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A server over stdio that never answers {@code hang}, for any number of calls, at no cost for
 * each.
 *
 * <p>Its other tools answer after a number of calls or cancellations: thus a client learns that
 * they have arrived. With the argument {@code beats}, each call that asks for progress gets some
 * once a second.
 */
public final class PatientServer {
  /** Has calls report progress. */
  static final String BEATS = "beats";

  private static final Time TIME = Time.system();

  /** A call that is answered at once. */
  static final String ECHO = "{\"name\":\"hung\",\"arguments\":{\"count\":0}}";

  private static final String TOOL = "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}";
  private static final String TOOLS =
      "{\"tools\":["
          + String.join(
              ",", TOOL.formatted("hang"), TOOL.formatted("hung"), TOOL.formatted("cancelled"))
          + "]}";

  private final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
  private long hung;
  private long cancelled;
  private Awaited awaited = new Awaited("", "", 0);
  private final Queue<String> beating = new ConcurrentLinkedQueue<>();

  private record Awaited(String id, String tool, long count) {}

  private PatientServer() {}

  /** Answers until stdin ends. */
  public static void main(String... arguments) throws IOException {
    var server = new PatientServer();
    if (List.of(arguments).contains(BEATS)) {
      var _ = Thread.ofPlatform().name("bench-beats").daemon().start(server::beat);
    }
    try (var in =
        new BufferedReader(
            new InputStreamReader(
                new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8))) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        server.receive(Json.parse(line));
      }
    }
  }

  private void beat() {
    try {
      for (long second = 1; ; second++) {
        TIME.sleep(Duration.ofSeconds(1));
        for (var token : beating) {
          out.println(
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
                  + token
                  + ",\"progress\":"
                  + second
                  + ",\"total\":1000,\"message\":\"page "
                  + second
                  + "\"}}");
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void receive(Json message) {
    var id = message.at("id").raw();
    switch (message.at("method").text()) {
      case "initialize" -> answer(id, initialized(message));
      case "tools/list" -> answer(id, TOOLS);
      case "tools/call" -> call(id, message.at("params"));
      case "notifications/cancelled" -> cancelled++;
      default -> {
        if (!id.isEmpty()) {
          error(id);
        }
      }
    }
    settle();
  }

  private static String initialized(Json message) {
    return "{\"protocolVersion\":"
        + message.at("params", "protocolVersion").raw()
        + ",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"patient\",\"version\":\"1\"}}";
  }

  private void call(String id, Json params) {
    var tool = params.at("name").text();
    if (tool.equals("hang")) {
      hung++;
      var token = params.at("_meta", "progressToken");
      if (token.present()) {
        beating.add(token.raw());
      }
    } else {
      awaited = new Awaited(id, tool, Long.parseLong(params.at("arguments", "count").raw()));
    }
  }

  private void settle() {
    long seen = awaited.tool.equals("hung") ? hung : cancelled;
    if (!awaited.id.isEmpty() && seen >= awaited.count) {
      answer(awaited.id, "{\"content\":[{\"type\":\"text\",\"text\":\"" + seen + "\"}]}");
      awaited = new Awaited("", "", 0);
    }
  }

  private void answer(String id, String result) {
    out.println("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
  }

  private void error(String id) {
    out.println(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}");
  }
}
