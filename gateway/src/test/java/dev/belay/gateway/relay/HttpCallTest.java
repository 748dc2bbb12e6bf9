package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@DisplayName("A governed call of a server over HTTP")
final class HttpCallTest extends Closing {
  private static final String ASK = "{\"method\":\"elicitation/create\"}";

  @ParameterizedTest
  @ValueSource(strings = {"stall", "silent_stream", "accepted"})
  @DisplayName("A call whose response never begins is ended by its own limit")
  void aCallWithoutAResponseIsEndedByItsLimit(String fault)
      throws IOException, InterruptedException {
    for (var era : new String[] {"legacy", "modern"}) {
      var crowd =
          opened(ServerProcesses.atUrl(StdioHarness.over("--era", era).with("idle_timeout", "60")));
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
    var crowd = opened(ServerProcesses.atUrl(StdioHarness.over()));
    var one = crowd.legacy();
    var other = crowd.legacy();
    var waiting = other.call("hang_honouring_cancel", "{}");
    crowd.awaitLog("call", "hang_honouring_cancel"::equals);
    var asking = one.call("ask", ASK);
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
    var crowd = opened(ServerProcesses.atUrl(StdioHarness.over()));
    var client = crowd.legacy();
    var broken = client.call(fault, "{}").answer();
    assertThat(broken.at("result", "isError").raw()).isEqualTo("true");
    assertThat(StdioHarness.text(broken))
        .contains("http://127.0.0.1:" + crowd.behind().url().getPort());
    assertThat(crowd.got("tools/call")).as("never sent twice").hasSize(1);
    assertThat(client.echo("a")).isEqualTo("a");
  }
}
