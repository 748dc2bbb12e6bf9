package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@DisplayName("A governed server over HTTP, and calls of it")
final class HttpServerTest extends Closing {
  private MultiClientHarness at(Setup setup) throws IOException, InterruptedException {
    return opened(ServerProcesses.atUrl(setup));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"not_found", "not_allowed", "accepted", "empty_body", "wrong_content_type"})
  @DisplayName("A probe that is not understood is a verdict: the server is a legacy one")
  void aRefusedProbeIsAVerdict(String fault) throws IOException, InterruptedException {
    var crowd = at(StdioHarness.over("--http-fault", fault + ",method=server/discover"));
    assertThat(crowd.modern().echo("a")).isEqualTo("a");
    assertThat(crowd.got("initialize")).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"unauthorized, 401", "forbidden, 403", "unavailable, 503", "server_error, 500"})
  @DisplayName("A closed or broken door is no verdict: the server is asked again later")
  void aClosedDoorIsNoVerdict(String fault, String status)
      throws IOException, InterruptedException {
    var crowd = at(StdioHarness.over("--http-fault", fault));
    assertThat(crowd.modern().call("echo", "{}").text()).contains("status " + status);
    assertThat(crowd.got("initialize")).isEmpty();
    crowd.behind().calm();
    assertThat(crowd.modern().echo("a")).isEqualTo("a");
  }

  @Test
  @DisplayName("A probe answered 400 with -32022: a revision of the other era in common is taken")
  void aCommonRevisionOfTheOtherEraIsTaken() throws IOException, InterruptedException {
    var crowd = at(StdioHarness.over("--era", "both", "--revisions", "2099-01-01,2025-11-25"));
    assertThat(crowd.modern().echo("a")).isEqualTo("a");
    assertThat(crowd.got("initialize").getLast().raw()).contains("2025-11-25");
  }

  @Test
  @DisplayName("A probe answered 400 with -32022: without a revision in common that is said")
  void withoutACommonRevisionThatIsSaid() throws IOException, InterruptedException {
    var crowd = at(StdioHarness.over("--era", "modern", "--revisions", "2099-01-01,2100-01-01"));
    assertThat(crowd.modern().call("echo", "{}").text())
        .contains("it speaks MCP of 2099-01-01, 2100-01-01 and Belay of 2024-11-05, ")
        .contains("2026-07-28, so that they have no revision in common");
    assertThat(crowd.got("initialize")).isEmpty();
  }

  @Test
  @DisplayName("A server that never answers the probe is opened in the legacy era")
  void aHangingProbeIsNoAnswer() throws IOException, InterruptedException {
    var setup = StdioHarness.over("--http-fault", "stall,method=server/discover");
    var crowd = at(setup.with("startup_timeout", "3600").limits(new HandTime()));
    var call = crowd.modern().call("echo", "{\"text\":\"a\"}");
    crowd.awaitLog("http", line -> line.startsWith("POST"));
    crowd.pass("an answer", call::isOver);
    assertThat(call.text()).isEqualTo("a");
  }

  @Test
  void configuredHeadersArriveWithEveryRequest() throws IOException, InterruptedException {
    var setup = StdioHarness.over().environment("KEY", "s3cret");
    var header = setup.with("headers", "Authorization: Bearer ${KEY}").with("isolation", "session");
    var crowd = at(header);
    var client = crowd.legacy();
    client.call("echo", "{\"text\":\"a\"}").answer();
    client.leave();
    crowd.awaitLog("http", line -> line.startsWith("DELETE"));
    crowd.awaitLog("ended-session", _ -> true);
    assertThat(crowd.log("http"))
        .hasSizeGreaterThan(3)
        .allSatisfy(line -> assertThat(line).containsIgnoringCase("authorization: Bearer s3cret"));
  }

  @Test
  void anExpiredSessionIsReplacedUnseenAndToldWhatItsPredecessorWasTold()
      throws IOException, InterruptedException {
    var crowd = at(StdioHarness.over().with("isolation", "session"));
    var client = crowd.legacy();
    client.ask("logging/setLevel", "{\"level\":\"error\"}").answer();
    client.ask("resources/subscribe", "{\"uri\":\"file:///a\"}").answer();
    client.call("session_expired", "{}").answer();
    assertThat(client.echo("a")).isEqualTo("a");
    crowd.awaitGot("resources/subscribe", 2);
    crowd.awaitGot("logging/setLevel", 2);
    assertThat(crowd.got("logging/setLevel")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"stall", "silent_stream", "accepted"})
  @DisplayName("A call whose response never begins is ended by its own limit")
  void aCallWithoutAResponseIsEndedByItsLimit(String fault)
      throws IOException, InterruptedException {
    for (var era : new String[] {"legacy", "modern"}) {
      var crowd = at(StdioHarness.over("--era", era).with("idle_timeout", "60"));
      var call = crowd.legacy().call(fault, "{}");
      if (fault.equals("accepted")) {
        assertThat(call.text()).contains("status 202");
      } else {
        crowd.awaitGot("tools/call", 1);
        crowd.pass("an answer", call::isOver);
        assertThat(call.text()).startsWith("No progress for 60s");
        if (era.equals("modern")) {
          crowd.awaitLog("left", "/mcp"::equals);
        } else {
          crowd.awaitGot("notifications/cancelled", 1);
        }
      }
    }
  }

  @Test
  @DisplayName("A question goes to the client on whose stream it came, also among many")
  void aQuestionReachesItsOwner() throws IOException, InterruptedException {
    var crowd = at(StdioHarness.over());
    var one = crowd.legacy();
    var other = crowd.legacy();
    var waiting = other.call("hang_honouring_cancel", "{}");
    crowd.awaitLog("call", "hang_honouring_cancel"::equals);
    var asking = one.call("ask", RoundsTest.ASK);
    var question = asking.next();
    assertThat(question.at("method").text()).isEqualTo("elicitation/create");
    one.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}");
    assertThat(asking.text()).contains("red");
    assertThat(waiting.told()).isEmpty();
    assertThat(other.told()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"reset", "reset_mid_body", "short_body", "reset_mid_sse", "garbage_head"})
  @DisplayName("P20: a call whose connection breaks fails with a reason, and the next one works")
  void aBrokenCallFailsAlone(String fault) throws IOException, InterruptedException {
    var crowd = at(StdioHarness.over());
    var client = crowd.legacy();
    var broken = client.call(fault, "{}").answer();
    assertThat(broken.at("result", "isError").raw()).isEqualTo("true");
    assertThat(StdioHarness.text(broken))
        .contains("http://127.0.0.1:" + crowd.behind().url().getPort());
    assertThat(crowd.got("tools/call")).as("never sent twice").hasSize(1);
    assertThat(client.echo("a")).isEqualTo("a");
  }
}
