package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a modern server wants to know of a legacy client, which is asked by requests (MCP §8.2). */
final class LegacyElicitationTest extends Closing {
  private static final String ASK = "{\"method\":\"elicitation/create\"}";
  private static final String RED =
      "\"result\":{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}";

  private final MultiClientHarness crowd =
      opened(MultiClientHarness.of(StdioHarness.over("--era", "modern")));

  @Test
  @DisplayName("A call that its client takes back takes its open questions back with it")
  void aCancelledCallWithdrawsItsQuestion() throws InterruptedException {
    var guest = crowd.legacy();
    var call = guest.call("1", "ask", ASK);
    var question = crowd.question(call, "elicitation/create");
    guest.cancel("1");
    crowd.await("withdrawal", () -> !call.told("notifications/cancelled").isEmpty());
    assertThat(call.told("notifications/cancelled").getFirst().at("params", "requestId"))
        .isEqualTo(question.at("id"));
    crowd.await("the end", call::isOver);
    guest.answer(question, RED);
    guest.call("2", "echo", "{\"text\":\"a\"}").result();
    assertThat(crowd.log("call")).as("it is not made again").containsExactly("ask", "echo");
  }

  @Test
  @DisplayName("A client that left with questions open leaves nothing running")
  void aClientLeavesInAnInterview() throws InterruptedException {
    var guest = crowd.legacy();
    var call = guest.call("1", "ask", ASK);
    crowd.question(call, "elicitation/create");
    guest.leave();
    crowd.await("the end", call::isOver);
    crowd.await("the end", () -> crowd.governor().directory().calls().isEmpty());
  }

  @Test
  @DisplayName("A server that ends while its question is open ends the call with an error")
  void aCrashEndsTheInterview() throws InterruptedException {
    var guest = crowd.legacy();
    var call = guest.call("1", "ask", ASK);
    crowd.question(call, "elicitation/create");
    guest.call("2", "crash", "{}").result();
    assertThat(StdioHarness.isError(call.answer())).isTrue();
    assertThat(call.text()).contains("has ended");
    assertThat(call.ends()).hasSize(1);
  }

  @Test
  @DisplayName("A client that cannot be asked gets a tool error, not a question")
  void theUndeclaredIsNotAsked() throws InterruptedException {
    var call = crowd.legacy("{}").call("1", "ask", ASK);
    assertThat(StdioHarness.isError(call.answer())).isTrue();
    assertThat(call.text()).contains("elicitation/create");
    assertThat(call.told()).isEmpty();
  }
}
