package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testbed.net.Direction;
import dev.belay.testbed.net.FaultyLink;
import dev.belay.testbed.net.LinkFault;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P20 to P23: who sends or reads badly is refused, and nobody else notices")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class BoundsTest {
  private static final int SLOW = 16;
  private static Served served;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served =
        Serve.process().http("request_read_timeout", "1").http("max_body_bytes", "65536").start();
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
  }

  @ParameterizedTest
  @CsvSource({
    // One client alone may have half of all requests in progress.
    "LEGACY,max_in_flight,6",
    "MODERN,max_in_flight,6",
    "LEGACY,max_in_flight_per_session,3",
    "MODERN,max_in_flight_per_session,3"
  })
  @DisplayName("P23: one request too many is 429 with Retry-After; cancelling still works")
  void overloadIsRefused(Era era, String bound, String most)
      throws IOException, InterruptedException {
    try (var full = Serve.process().http(bound, most).start()) {
      var client = full.client(era);
      var hanging = new ArrayList<HttpAnswer>();
      for (var id = 1; id <= 3; id++) {
        hanging.add(call(client, Integer.toString(id), "hang_honouring_cancel", "{}"));
      }
      full.awaitCalls("hang_honouring_cancel", 3);

      var refused = call(client, "4", "echo", "{\"text\":\"x\"}");
      assertThat(refused.status()).isEqualTo(429);
      assertThat(refused.field("Retry-After")).isEqualTo("1");
      assertThat(refused.body()).contains("Too many requests are in flight; try again later");
      assertThat(refused.isWhole()).isTrue();
      assertThat(
              client
                  .send(
                      client.bare("GET").without("Mcp-Session-Id").without("MCP-Protocol-Version"))
                  .status())
          .isEqualTo(200);

      switch (era) {
        case LEGACY -> {
          assertThat(client.cancel("1").status()).isEqualTo(202);
          assertThat(hanging.getFirst().awaitEnd()).isEmpty();
        }
        case MODERN -> hanging.getFirst().line().close();
      }
      full.awaitLog("cancelled", _ -> true, 1);
      Patience.await(
          () -> call(client, "5", "echo", "{\"text\":\"room\"}").status() == 200,
          () -> "there is no room after a cancellation");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /mcp HT",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"json"
      })
  @DisplayName("P22: a request that does not arrive is cut with 408")
  void aRequestThatDoesNotArriveIsCut(String begin) throws InterruptedException {
    var line = served.modern().connect();
    var answer = line.expect();
    line.sendText(begin);
    assertThat(answer.status()).isEqualTo(408);
    var _ = line.awaitEnd();
  }

  @Test
  @DisplayName("P22: a body beyond the bound is 413 before it is sent")
  void aBodyThatIsTooLargeIsRefusedUnread() throws InterruptedException {
    var client = served.modern();
    var line = client.connect();
    var answer = line.expect();
    line.sendBytes(client.post("").with("Content-Length", "65537").headBytes());
    assertThat(answer.status()).isEqualTo(413);
    var _ = line.awaitEnd();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/health", "/health/live", "/health/ready", "/sse", "/mcp", "/no-such-path"})
  @DisplayName("SEC-H2: a GET with a body is 413 before it is sent, with a token or without")
  void aBodyOfAGetIsRefusedUnread(String path) throws InterruptedException {
    var client = served.modern();
    var line = client.connect();
    var answer = line.expect();
    line.sendBytes(client.bare("GET").to(path).with("Content-Length", "1").headBytes());
    assertThat(answer.status()).isEqualTo(413);
    var _ = line.awaitEnd();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/health", "/health/live", "/health/ready"})
  @DisplayName("SEC-M7: a client whose idle connections take its half of all still gets health")
  void healthIsAnsweredWhereNoConnectionIsLeft(String path)
      throws IOException, InterruptedException {
    try (var full = Serve.process().http("max_connections", "4").start()) {
      var client = full.modern();
      Patience.await(() -> status(client, "/health/ready") == 200, () -> "it is not ready");
      for (int idle = 0; idle < 2; idle++) {
        var _ = client.connect();
      }
      Patience.await(() -> status(client, "/mcp") == 503, () -> "there is still room");
      assertThat(status(client, path)).isEqualTo(200);
    }
  }

  private static int status(ScriptedHttpClient client, String path) throws InterruptedException {
    var answer = client.send(client.bare("GET").to(path));
    try (var _ = answer.line()) {
      return answer.status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "Host,evil.example",
    "Host,evil.example:3002",
    "Origin,http://evil.example",
    "Origin,null"
  })
  @DisplayName("A foreign Host or Origin is 403 on every path, for every method")
  void aForeignHostOrOriginIsForbidden(String field, String value) throws InterruptedException {
    var client = served.modern();
    for (var path : new String[] {"/mcp", "/sse", "/messages?sessionId=x"}) {
      for (var request : new String[] {"GET", "POST", "DELETE"}) {
        var answer = client.send(client.bare(request).to(path).replacing(field, value));
        assertThat(answer.status()).as(request + " " + path).isEqualTo(403);
      }
    }
    assertThat(served.upstreamGot("tools/call")).noneMatch(m -> m.raw().contains("evil"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp", "/sse"})
  @DisplayName("S4-1, C25: without Accept: text/event-stream a GET tells what this is")
  void aGetTellsWhatThisIs(String path) throws InterruptedException {
    var client = served.modern();
    var answer = client.send(client.bare("GET").to(path).without("MCP-Protocol-Version"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.field("Content-Type")).startsWith("application/json");
    assertThat(answer.response().at("name").text()).isEqualTo("belay");
  }

  @Test
  @DisplayName("The transport of 2024-11-05: /sse carries what is posted to /messages")
  void theOldTransport() throws IOException, InterruptedException {
    var client = served.kept(ScriptedHttpClient.legacy(served.url()));
    var stream = client.send(client.get().to("/sse"));
    var endpoint = stream.nextEvent();
    assertThat(endpoint.type()).isEqualTo("endpoint");
    post(client, endpoint.data(), INITIALIZE);
    assertThat(
            stream
                .awaitMessage(m -> m.at("id").raw().equals("1"))
                .at("result", "protocolVersion")
                .text())
        .isEqualTo("2024-11-05");
    post(client, endpoint.data(), "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    post(client, endpoint.data(), toolCall("2", "echo", "{\"text\":\"old\"}"));
    assertThat(text(stream.awaitMessage(m -> m.at("id").raw().equals("2")))).isEqualTo("old");

    var cancelled = served.log("cancelled").size();
    var calls = served.log("call").size();
    post(client, endpoint.data(), toolCall("3", "hang_honouring_cancel", "{}"));
    served.awaitLog("call", _ -> true, calls + 1);
    stream.line().close();
    served.awaitLog("cancelled", _ -> true, cancelled + 1);
  }

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2024-11-05\",\"capabilities\":{},\"clientInfo\":{\"name\":\"old\",\"version\":\"1\"}}}";

  private static String toolCall(String id, String tool, String arguments) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s}}"
        .formatted(id, tool, arguments);
  }

  private static void post(ScriptedHttpClient client, String path, String body)
      throws InterruptedException {
    assertThat(client.send(client.post(body).to(path)).status()).isEqualTo(202);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("P20: clients that stop reading slow nobody, whatever they are sent")
  void slowReadersSlowNobody(Era era) throws IOException, InterruptedException {
    try (var crowd = Serve.process().start();
        var link = FaultyLink.to(crowd.url())) {
      var slow = new ArrayList<ScriptedHttpClient>();
      for (var i = 0; i < SLOW; i++) {
        var url = link.through(crowd.url());
        var client =
            crowd.kept(
                era == Era.LEGACY
                    ? ScriptedHttpClient.legacy(url)
                    : ScriptedHttpClient.modern(url));
        if (era == Era.LEGACY) {
          client.initialize(Served.NEWEST);
          assertThat(client.listen().status()).isEqualTo(200);
        }
        slow.add(client);
      }
      link.set(Direction.TO_CLIENT, new LinkFault.Stalled());
      for (var client : slow) {
        var _ = call(client, "1", "big_result", "{\"bytes\":2000000}");
        var _ =
            call(client, "2", "flood_progress", "{\"count\":2000}", "{\"progressToken\":\"t\"}");
        var _ =
            call(
                client,
                "3",
                "flood_notifications",
                "{\"count\":2000}",
                "{\"io.modelcontextprotocol/logLevel\":\"debug\"}");
      }
      crowd.awaitCalls("flood_notifications", SLOW);
      for (var other : Era.values()) {
        var client = crowd.client(other);
        for (var i = 0; i < 20; i++) {
          assertThat(text(client.call("echo", "{\"text\":\"quick\"}"))).isEqualTo("quick");
        }
        assertThat(text(client.call("big_result", "{\"bytes\":500000}"))).hasSize(500_000);
      }
      crowd.awaitLog("ended", "big_result"::equals, SLOW);
    }
  }
}
