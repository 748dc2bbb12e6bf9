package dev.belay.bench.soak;

import dev.belay.bench.http.EchoSession;
import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.http.RunningGateway;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/**
 * A client that performs one action after another until it is told to stop; its actions follow from
 * its seed.
 *
 * <p>Requests are self-contained (2026-07-28), except cancelled ones, which belong to a session.
 */
final class Soaker implements Runnable {
  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final String REVISION = "2026-07-28";
  private static final String GIANT = "n".repeat(1 << 20);

  private final RunningGateway gateway;
  private final EchoSession session;
  private final Random random;
  private final Time time;
  private final DeedCount deeds;
  private long ids;

  Soaker(RunningGateway gateway, long seed, Time time, DeedCount deeds) throws IOException {
    this.gateway = gateway;
    this.time = time;
    this.deeds = deeds;
    session = EchoSession.connect(gateway);
    random = new Random(seed);
  }

  @Override
  public void run() {
    try {
      while (!deeds.isOver()) {
        var deed = Deed.any(random);
        try {
          deeds.did(deed, does(deed));
        } catch (IOException e) {
          deeds.broke(deed, String.valueOf(e.getMessage()));
        }
        time.sleep(PAUSE);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns whether the action had the expected result. */
  private boolean does(Deed deed) throws IOException {
    return switch (deed) {
      case ECHO -> call("steady__echo", "{\"text\":\"hello\"}", "").contains("\"hello\"");
      case PROGRESS ->
          call("steady__progress", "{\"steps\":5,\"everyMs\":10}", ",\"progressToken\":1")
              .contains("\"done\"");
      case BIG_RESULT -> call("steady__big_result", "{\"bytes\":500000}", "").length() > 500_000;
      case UNKNOWN_TOOL ->
          call("made_up_" + random.nextInt(), "{}", "").contains("Unknown tool: made_up_");
      case GIANT_NAME -> call(GIANT, "{}", "").length() < 2_000;
      case TOOL_ERROR -> call("steady__ask", "{\"method\":\"no/such\"}", "").contains("\"id\"");
      case HANG -> call("steady__hang_honouring_cancel", "{}", ",\"timeout\":300").contains("0.3s");
      case LEAVE -> leaves();
      case CANCEL -> cancels();
      case LIST -> exchange("tools/list", "{\"_meta\":{" + meta() + "}}", "").contains("__echo");
      case FLOOD ->
          call("steady__flood_progress", "{\"count\":2000}", ",\"progressToken\":1")
              .contains("\"id\"");
      // Any response to these counts as an answer.
      case GARBAGE ->
          call("rough__stdout_noise", "{\"lines\":50}", ",\"timeout\":500").length() > 0;
      case STDERR -> call("rough__stderr", "{\"lines\":500}", "").length() > 0;
      case TREE ->
          call("rough__spawn_and_hang", "{\"kind\":\"daemon\"}", ",\"timeout\":500").length() > 0;
      case CRASH -> call("rough__abort", "{}", "").length() > 0;
    };
  }

  private static String meta() {
    return "\"io.modelcontextprotocol/protocolVersion\":\""
        + REVISION
        + "\",\"io.modelcontextprotocol/clientCapabilities\":{}";
  }

  private String call(String tool, String arguments, String meta) throws IOException {
    return exchange("tools/call", params(tool, arguments, meta), tool);
  }

  private static String params(String tool, String arguments, String meta) {
    return "{\"name\":\""
        + tool
        + "\",\"arguments\":"
        + arguments
        + ",\"_meta\":{"
        + meta()
        + meta
        + "}}";
  }

  private String exchange(String method, String params, String name) throws IOException {
    try (var connection = new KeptConnection(gateway.address())) {
      return connection
          .exchange(connection.post(request(method, params), headers(method, name)))
          .body();
    }
  }

  private String request(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + ++ids
        + ",\"method\":\""
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  private static Map<String, String> headers(String method, String name) {
    var headers = new HashMap<String, String>();
    headers.put("MCP-Protocol-Version", REVISION);
    headers.put("Mcp-Method", method);
    if (!name.isEmpty()) {
      // A value that a header cannot carry is refused for that reason.
      headers.put("Mcp-Name", name.length() > 1_000 ? name.substring(0, 1_000) : name);
    }
    return headers;
  }

  private boolean leaves() throws IOException {
    try (var connection = new KeptConnection(gateway.address())) {
      var params = params("steady__beat_forever", "{\"everyMs\":20}", ",\"progressToken\":1");
      connection.begin(
          connection.post(
              request("tools/call", params), headers("tools/call", "steady__beat_forever")));
    }
    return true;
  }

  private boolean cancels() throws IOException {
    try (var connection = new KeptConnection(gateway.address());
        var beside = new KeptConnection(gateway.address())) {
      var params =
          "{\"name\":\"steady__beat_forever\",\"arguments\":{\"everyMs\":20},"
              + "\"_meta\":{\"progressToken\":1}}";
      connection.begin(connection.post(request("tools/call", params), session.headers()));
      var taken =
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
              + ids
              + ",\"reason\":\"soaking\"}}";
      return beside.exchange(beside.post(taken, session.headers())).status() == 202;
    }
  }
}
