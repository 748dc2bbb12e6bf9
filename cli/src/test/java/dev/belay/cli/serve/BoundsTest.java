package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.net.Direction;
import dev.belay.testbed.net.FaultyLink;
import dev.belay.testbed.net.LinkFault;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("P20 to P23: who sends or reads badly is refused, and nobody else notices")
@Tag("process")
final class BoundsTest {
  private static final int SLOW = 8;

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
    try (var full = Serve.puppet().http(bound, most).start()) {
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

  @Test
  @DisplayName(
      "P22: a request that does not arrive is cut with 408, a body beyond the bound is 413")
  void badRequests() throws IOException, InterruptedException {
    var time = new HandTime();
    var serve =
        Serve.puppet()
            .on(time)
            .http("request_read_timeout", "3600")
            .http("connection_idle_timeout", "0");
    try (var served = serve.http("max_body_bytes", "65536").start()) {
      var slow = served.modern().connect();
      var cut = slow.expect();
      slow.sendText("POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
      Patience.await(time, Duration.ofMinutes(1), cut::hasEnded, () -> "it is not cut");
      assertThat(time.nanos()).isGreaterThan(Duration.ofMinutes(30).toNanos());
      assertThat(cut.status()).isEqualTo(408);

      var client = served.modern();
      var line = client.connect();
      var answer = line.expect();
      line.sendBytes(client.post("").with("Content-Length", "65537").headBytes());
      assertThat(answer.status()).isEqualTo(413);
      var _ = line.awaitEnd();
    }
  }

  @Test
  @DisplayName("SEC-M7: a client whose idle connections take its half of all still gets health")
  void healthIsAnsweredWhereNoConnectionIsLeft() throws IOException, InterruptedException {
    try (var full = Serve.puppet().http("max_connections", "4").start()) {
      var client = full.modern();
      Patience.await(() -> status(client, "/health/ready") == 200, () -> "it is not ready");
      for (int idle = 0; idle < 2; idle++) {
        Patience.await(() -> takesPlace(client), () -> "there is no room");
      }
      Patience.await(() -> status(client, "/mcp") == 503, () -> "there is still room");
      for (var path : List.of("/health", "/health/live", "/health/ready")) {
        assertThat(status(client, path)).as(path).isEqualTo(200);
      }
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
  void aForeignHostOrOriginIsForbidden(String field, String value)
      throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      var client = served.modern();
      for (var path : new String[] {"/mcp", "/sse", "/messages?sessionId=x"}) {
        for (var request : new String[] {"GET", "POST", "DELETE"}) {
          var answer = client.send(client.bare(request).to(path).replacing(field, value));
          assertThat(answer.status()).as(request + " " + path).isEqualTo(403);
        }
      }
      assertThat(served.upstreamGot("tools/call")).noneMatch(m -> m.raw().contains("evil"));
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("P20: clients that stop reading slow nobody, whatever they are sent")
  void slowReadersSlowNobody(Era era) throws IOException, InterruptedException {
    try (var crowd = Serve.puppet().start();
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

  /**
   * Opens a connection that stays, if there is a place for it: a connection that was closed has its
   * own until the server has noticed.
   */
  private static boolean takesPlace(ScriptedHttpClient client)
      throws IOException, InterruptedException {
    var answer = client.send(client.bare("GET").to("/mcp"));
    if (answer.status() == 503) {
      answer.line().close();
      return false;
    }
    return true;
  }

  private static int status(ScriptedHttpClient client, String path) throws InterruptedException {
    var answer = client.send(client.bare("GET").to(path));
    try (var _ = answer.line()) {
      return answer.status();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
