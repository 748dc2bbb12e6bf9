package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@DisplayName("What a server asks for a request that was taken back reaches nobody else")
final class CancelledQuestionsTest extends Closing {
  /** Never obeys: it asks and logs when a client's notification says so, for whatever it does. */
  private static final String DEAF =
      """
      while read -r line; do
        echo "recv $line" >> "$0"
        id=$(printf '%s' "$line" | sed -n 's/.*"id":\\("[^"]*"\\|[0-9]*\\).*/\\1/p')
        answer='"result":{}'
        case $line in
          *'"notifications/go"'*)
            echo '{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"?",\
      "requestedSchema":{"type":"object","properties":{}}}}'
            continue ;;
          *'"notifications/log"'*)
            echo '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error",\
      "data":"secret"}}'
            continue ;;
          *'"notifications/late"'*)
            id=$(printf '%s' "$line" | sed -n 's/.*"of":\\([0-9]*\\).*/\\1/p') ;;
          *'"server/discover"'*) answer='"error":{"code":-32601,"message":"unknown"}' ;;
          *'"initialize"'*) answer='"result":{"protocolVersion":"2025-11-25","capabilities":\
      {"tools":{},"prompts":{},"logging":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
          *'"prompts/list"'*) answer='"result":{"prompts":[]}' ;;
          *'"ping"'*) ;;
          *) continue ;;
        esac
        printf '{"jsonrpc":"2.0","id":%s,%s}\\n' "$id" "$answer"
      done
      """;

  private static final String ELICITATION = "elicitation/create";

  private final MultiClientHarness crowd = opened(deaf());

  private static MultiClientHarness deaf() {
    var setup = ServerProcesses.over();
    var log = setup.directory.resolve("log").toString();
    return MultiClientHarness.of(setup.command("sh", "-c", DEAF, log));
  }

  /**
   * Takes a call back, once the server has it, and waits until the server has been told and has
   * said that it lives.
   */
  private void cancelled(Guest guest) throws InterruptedException {
    guest.call("7", "work", "{}");
    taken(guest, "tools/call");
  }

  private void taken(Guest guest, String method) throws InterruptedException {
    crowd.awaitGot(method, 1);
    guest.cancel("7");
    crowd.awaitGot("notifications/cancelled", 1);
    if (method.equals("tools/call")) {
      // The other party: Belay, which asks for a sign of life then, and has a server replaced that
      // gave none by its clock. Answers come in their order: with the next one that sign has come.
      crowd.awaitGot("ping", 1);
      var _ = guest.ask("9", "prompts/list", "{}").result();
    }
  }

  /** {@return what the server is answered that asks now} */
  private Json asks(Guest by) throws InterruptedException {
    by.tell("notifications/go", "{}");
    crowd.await("an answer", () -> !answers().isEmpty());
    return answers().getLast();
  }

  private List<Json> answers() {
    return crowd.log("recv").stream()
        .map(Json::parse)
        .filter(message -> message.at("id").raw().equals("\"q\""))
        .toList();
  }

  private static String why(Json answer) {
    return answer.at("error", "message").text();
  }

  @ParameterizedTest
  @ValueSource(strings = {"tools/call", "prompts/get"})
  @DisplayName(
      "PEER-4: another client's open call is not asked while that is ambiguous, which the error"
          + " says; it is once the server has shown life and had its time to obey")
  void anotherClientIsNotAsked(String method) throws InterruptedException {
    var one = crowd.legacy();
    var other = crowd.legacy();
    one.ask("7", method, "{\"name\":\"work\"}");
    taken(one, method);
    var open = other.call("1", "work", "{}");
    crowd.awaitGot("tools/call", method.equals("tools/call") ? 2 : 1);

    assertThat(why(asks(one))).contains("2 clients", "isolation: session");
    assertThat(open.told(ELICITATION)).isEmpty();
    assertThat(other.told(ELICITATION)).isEmpty();

    awaitQuestion(one, open);
  }

  /** Lets the server's time to obey pass, and has it ask until the question gets there. */
  private void awaitQuestion(Guest by, Asked open) throws InterruptedException {
    crowd.time().pass(Duration.ofSeconds(2));
    crowd.await(
        "the question",
        () -> {
          by.tell("notifications/go", "{}");
          return !open.told(ELICITATION).isEmpty();
        });
  }

  @Test
  @DisplayName("Nor is a client with nothing open, when the other has left")
  void aBystanderIsNotAsked() throws InterruptedException {
    var one = crowd.legacy();
    var other = crowd.legacy();
    cancelled(one);
    one.leave();

    assertThat(why(asks(other))).isEqualTo("The request that this could belong to was cancelled.");
    assertThat(other.told(ELICITATION)).isEmpty();
  }

  @Test
  @DisplayName("The client that took it back may be asked: it belongs to no other")
  void theSameClientIsAsked() throws InterruptedException {
    var guest = crowd.legacy();
    cancelled(guest);
    var open = guest.call("8", "work", "{}");
    crowd.awaitGot("tools/call", 2);
    guest.tell("notifications/go", "{}");
    guest.answer(crowd.question(open, ELICITATION), "\"result\":{\"action\":\"decline\"}");
    crowd.await("the answer", () -> !answers().isEmpty());
    assertThat(answers().getFirst().at("result", "action").text()).isEqualTo("decline");
  }

  @Test
  @DisplayName("A server that has answered it all the same is done with it")
  void aLateAnswerEndsIt() throws InterruptedException {
    var one = crowd.legacy();
    cancelled(one);
    var other = crowd.legacy();
    var open = other.call("1", "work", "{}");
    var calls = crowd.awaitGot("tools/call", 2);
    one.tell("notifications/late", "{\"of\":" + calls.getFirst().at("id").raw() + "}");
    one.tell("notifications/go", "{}");
    crowd.question(open, ELICITATION);
  }

  @Test
  @DisplayName("Of 2026-07-28, requests of one principal count as one client's after the grace")
  void requestsOfOnePrincipal() throws InterruptedException {
    var herald = crowd.legacy();
    cancelled(crowd.modern());
    var open = crowd.modern().call("1", "work", "{}");
    crowd.awaitGot("tools/call", 2);
    assertThat(why(asks(herald))).contains("isolation: session");

    crowd.time().pass(Duration.ofSeconds(2));
    crowd.await("the call's stop", () -> !crowd.events(CallEvent.Stopped.class).isEmpty());
    herald.tell("notifications/go", "{}");
    assertThat(crowd.endRound(open).at("resultType").text()).isEqualTo("input_required");
  }

  @Test
  @DisplayName("Of 2026-07-28, another principal's request is not asked meanwhile either")
  void anotherPrincipalIsNotAsked() throws InterruptedException {
    var herald = crowd.legacy();
    cancelled(crowd.modern("one", MultiClientHarness.ALL));
    var open = crowd.modern("other", MultiClientHarness.ALL).call("1", "work", "{}");
    crowd.awaitGot("tools/call", 2);
    assertThat(why(asks(herald))).contains("isolation: session");
    crowd.time().advance(ClientRounds.GATHER);
    assertThat(open.isOver()).isFalse();
  }

  @Test
  @DisplayName(
      "What is logged meanwhile may be of the request that was taken back: nobody hears it")
  void logsReachNobodyElse() throws InterruptedException {
    var one = crowd.legacy();
    cancelled(one);
    var other = crowd.legacy();
    var open = other.call("1", "work", "{}");
    crowd.awaitGot("tools/call", 2);
    one.tell("notifications/log", "{}");
    assertThat(why(asks(one))).contains("isolation: session");
    assertThat(open.told()).isEmpty();
    assertThat(other.told("notifications/message")).isEmpty();
  }
}
