package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a legacy server asks of a modern client, which comes back with answers (MCP §8.1). */
final class RoundsTest extends Closing {
  static final String ASK = "{\"method\":\"elicitation/create\"}";
  private static final String RED = "{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}";

  private final MultiClientHarness crowd = opened(MultiClientHarness.of(StdioHarness.over()));

  static String answers(Json round) {
    var all = new StringBuilder();
    for (var key : ((Json.Members) round.at("inputRequests")).values().keySet()) {
      all.append(all.isEmpty() ? "" : ",").append(Json.quote(key)).append(':').append(RED);
    }
    return "{" + all + "}";
  }

  /** Refused first, the server would go on as if its client had declined. */
  private void takenBackFirst() throws InterruptedException {
    crowd.await("its end at the server", () -> crowd.log("ended").contains("ask"));
    assertThat(crowd.got("notifications/cancelled")).hasSize(1);
    var heard = crowd.log("recv").stream().filter(line -> !line.contains("\"ping\"")).toList();
    assertThat(heard.getLast()).as("the refusal").contains("\"error\"", "is over");
    assertThat(heard.get(heard.size() - 2)).contains("notifications/cancelled");
  }

  @Test
  @DisplayName("A changed, a foreign and an invented state start nothing and reveal nothing")
  void foreignStateFindsNothing() throws InterruptedException {
    var guest = crowd.modern();
    var round = crowd.endRound(guest.call("1", "ask", ASK));

    var stranger = crowd.modern("somebody else", MultiClientHarness.ALL);
    assertThat(stranger.retry("2", "ask", ASK, round, answers(round)).error().at("code").raw())
        .isEqualTo("-32602");
    var otherArguments = "{\"method\":\"roots/list\"}";
    assertThat(guest.retry("3", "ask", otherArguments, round, "{}").error().at("code").raw())
        .isEqualTo("-32602");
    assertThat(guest.retry("4", "echo", ASK, round, "{}").error().at("code").raw())
        .isEqualTo("-32602");
    var invented = Json.parse("{\"requestState\":\"invented\"}");
    assertThat(guest.retry("5", "ask", ASK, invented, "{}").error().at("code").raw())
        .isEqualTo("-32602");

    assertThat(guest.retry("6", "ask", ASK, round, answers(round)).text()).contains("red");
    assertThat(crowd.log("call")).containsExactly("ask");
  }

  @ParameterizedTest
  @CsvSource({"600, ''", "30, 'http: { question_timeout: 30 }'"})
  @DisplayName("A client that does not come back in time has left: its call is taken back")
  void aClientThatStaysAwayHasLeft(int seconds, String yaml) throws InterruptedException {
    crowd.reload(yaml);
    var guest = crowd.modern();
    var round = crowd.endRound(guest.call("1", "ask", ASK));
    crowd.time().advance(Duration.ofSeconds(seconds + 1));
    takenBackFirst();
    var late = guest.retry("2", "ask", ASK, round, answers(round)).error();
    assertThat(late.at("message").text()).contains("expired");
    crowd.await("the end", () -> crowd.governor().directory().calls().isEmpty());
  }

  @Test
  @DisplayName("A client that leaves while it waits in a later round ends the call")
  void leavingInALaterRoundEndsTheCall() throws InterruptedException {
    var guest = crowd.modern();
    var round = crowd.endRound(guest.call("1", "ask", ASK));
    guest.retry("2", "ask", ASK, round, "{}");
    guest.leave("2");
    takenBackFirst();
    crowd.await("the end", () -> crowd.governor().directory().calls().isEmpty());
  }

  @Test
  @DisplayName("The answer of a call that ends between two rounds waits for the next")
  void anAnswerBetweenRoundsWaits() throws InterruptedException {
    var guest = crowd.modern();
    var round = crowd.endRound(guest.call("1", "ask", ASK));
    assertThat(crowd.legacy().call("crash", "{}").text()).contains("ended unexpectedly");
    crowd.await("the end", () -> crowd.governor().directory().calls().isEmpty());
    assertThat(guest.retry("2", "ask", ASK, round, answers(round)).text())
        .contains("ended unexpectedly");
  }

  @Test
  @DisplayName("What the client did not declare is refused to the server with -32601")
  void theUndeclaredIsNotAsked() throws InterruptedException {
    var call = crowd.modern("local", "{}").call("1", "ask", ASK);
    assertThat(call.text()).contains("-32601");
  }

  @ParameterizedTest
  @ValueSource(strings = {"elicitation/create", "sampling/createMessage", "roots/list"})
  @DisplayName("PEER-1: a call whose server may not ask goes on, and fails in its own words")
  void theUndeclaredEndsNoCall(String method) throws InterruptedException {
    var puppet = new Puppet(/* modern= */ false, "");
    var other = opened(MultiClientHarness.within(StdioHarness.over(), puppet));
    var call = other.modern("local", "{}").call("1", "browse", "{}");
    other.await("the call", () -> !puppet.calls().isEmpty());
    puppet.calls().getFirst().ask(method, "{}");
    other.await("the refusal", () -> !puppet.answers().isEmpty());
    puppet
        .calls()
        .getFirst()
        .answer(
            "\"result\":{\"isError\":true,\"content\":[{\"type\":\"text\",\"text\":\"no"
                + " browser\"}]}");
    assertThat(call.text()).isEqualTo("no browser");
  }

  @Test
  @DisplayName("PEER-1: a client without roots has none: that is an answer, and no error")
  void undeclaredRootsAreNone() throws InterruptedException {
    var ask = "{\"method\":\"roots/list\"}";
    assertThat(crowd.modern("local", "{}").call("1", "ask", ask).text())
        .isEqualTo("{\"roots\":[]}");
    assertThat(crowd.legacy("{}").call("1", "ask", ask).text()).isEqualTo("{\"roots\":[]}");
  }

  @Test
  @DisplayName("PEER-1, HOUR-11: a server that asks for roots when nobody calls is told of none")
  void rootsAtNoTimeAreNone() throws InterruptedException {
    var puppet = new Puppet(/* modern= */ false, "");
    var other = opened(MultiClientHarness.within(StdioHarness.over(), puppet));
    other.modern().ask("1", "tools/list", "{}").result();
    puppet.ask("roots/list");
    other.await("an answer", () -> !puppet.answers().isEmpty());
    assertThat(puppet.answers().getFirst().at("result").raw()).isEqualTo("{\"roots\":[]}");
  }

  @Test
  @DisplayName("A question that could be any client's is refused, and says what to configure")
  void anAmbiguousQuestionIsRefused() throws InterruptedException {
    var other = crowd.legacy().call("1", "hang_honouring_cancel", "{}");
    crowd.await("the call", () -> crowd.log("call").contains("hang_honouring_cancel"));
    assertThat(crowd.modern().call("1", "ask", ASK).text()).contains("isolation: session");
    assertThat(other.told()).isEmpty();
  }
}
