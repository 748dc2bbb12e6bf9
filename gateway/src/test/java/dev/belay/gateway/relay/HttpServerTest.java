package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testbed.fault.FaultyHttp;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@DisplayName("A governed server over HTTP")
final class HttpServerTest extends Closing {
  @ParameterizedTest
  @ValueSource(
      strings = {"not_found", "not_allowed", "accepted", "empty_body", "wrong_content_type"})
  @DisplayName("A probe that is not understood is a verdict: the server is a legacy one")
  void aRefusedProbeIsAVerdict(String fault) throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--http-fault", fault + ",method=server/discover"));
    var rope = opened(new HttpRope(server.url()));
    assertThat(rope.modern().call("echo", "{\"text\":\"a\"}").text()).isEqualTo("a");
    assertThat(HttpRope.got(server, "initialize")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"unauthorized, 401", "forbidden, 403", "unavailable, 503", "server_error, 500"})
  @DisplayName("A closed or broken door is no verdict: the server is asked again later")
  void aClosedDoorIsNoVerdict(String fault, String status)
      throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--http-fault", fault));
    var rope = opened(new HttpRope(server.url()));
    assertThat(rope.modern().call("echo", "{}").text()).contains("status " + status);
    assertThat(HttpRope.got(server, "initialize")).isEmpty();
    server.calm();
    assertThat(rope.modern().call("echo", "{\"text\":\"a\"}").text()).isEqualTo("a");
  }

  @Test
  @DisplayName("A probe answered 400 with -32022: a revision of the other era in common is taken")
  void aCommonRevisionOfTheOtherEraIsTaken() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--era", "both", "--revisions", "2099-01-01,2025-11-25"));
    var rope = opened(new HttpRope(server.url()));
    assertThat(rope.modern().call("echo", "{\"text\":\"a\"}").text()).isEqualTo("a");
    assertThat(HttpRope.got(server, "initialize").getLast().raw()).contains("2025-11-25");
  }

  @Test
  @DisplayName("A probe answered 400 with -32022: without a revision in common that is said")
  void withoutACommonRevisionThatIsSaid() throws IOException, InterruptedException {
    var server =
        opened(FaultyHttp.start("--era", "modern", "--revisions", "2099-01-01,2100-01-01"));
    var rope = opened(new HttpRope(server.url()));
    assertThat(rope.modern().call("echo", "{}").text())
        .contains("it speaks MCP of 2099-01-01, 2100-01-01 and Belay of 2024-11-05, ")
        .contains("2026-07-28, so that they have no revision in common");
    assertThat(HttpRope.got(server, "initialize")).isEmpty();
  }

  @Test
  @DisplayName("A server that never answers the probe is opened in the legacy era")
  void aHangingProbeIsNoAnswer() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start("--http-fault", "stall,method=server/discover"));
    var rope = opened(new HttpRope(server.url(), "startup_timeout: 60"));
    var call = rope.modern().call("echo", "{\"text\":\"a\"}");
    server.awaitLog("http POST");
    assertThat(rope.passUntil(call)).isEqualTo("a");
  }

  @Test
  void configuredHeadersArriveWithEveryRequest() throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start());
    try (var rope = new HttpRope(server.url(), "headers:", "  Authorization: \"Bearer ${KEY}\"")) {
      rope.legacy().call("echo", "{\"text\":\"a\"}").answer();
    }
    server.awaitLog("http DELETE");
    server.awaitLog("ended-session ");
    assertThat(server.log())
        .filteredOn(line -> line.startsWith("http "))
        .hasSizeGreaterThan(3)
        .allSatisfy(line -> assertThat(line).containsIgnoringCase("authorization: Bearer s3cret"));
    assertThat(server.log()).anyMatch(line -> line.startsWith("ended-session "));
  }

  @Test
  void anExpiredSessionIsReplacedUnseenAndToldWhatItsPredecessorWasTold()
      throws IOException, InterruptedException {
    var server = opened(FaultyHttp.start());
    var rope = opened(new HttpRope(server.url(), "isolation: session"));
    var client = rope.legacy();
    client.ask("logging/setLevel", "{\"level\":\"error\"}").answer();
    client.ask("resources/subscribe", "{\"uri\":\"file:///a\"}").answer();
    client.call("session_expired", "{}").answer();
    assertThat(client.call("echo", "{\"text\":\"a\"}").text()).isEqualTo("a");
    HttpRope.awaitGot(server, "resources/subscribe", 2);
    HttpRope.awaitGot(server, "logging/setLevel", 2);
    assertThat(HttpRope.got(server, "logging/setLevel")).hasSize(2);
  }
}
