package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.call.Caller;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnDetails;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRequest;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Requests for turns, before any of their calls")
final class TurnBeginTest {
  private static final String EVE = "eve";

  private final TurnDoor door = new TurnDoor();

  private static String body(String agent, String session, String parent) {
    return """
    {"agentId":"%s","sessionId":"%s","parentTurnId":"%s","toolUses":[{"id":"a","name":"t"}]}
    """
        .formatted(agent, session, parent);
  }

  private Turn begin(TurnRequest request) {
    return door.begin(request.withCaller(Caller.of(EVE, null)));
  }

  @Test
  @DisplayName("A turn that would wait for itself over another gets 409: A → B → A")
  void aCyclicTurnIsRefused() throws InterruptedException {
    var a = begin(TurnRequest.of("a", "s"));
    var b = begin(TurnRequest.of("b", "s").within(a.id()));
    assertThat(door.post(EVE, body("a", "s", b.id().text())))
        .containsExactly("409 {\"error\":\"The turn would wait for itself: a:s → b:s → a:s.\"}");
    assertThat(door.registry.active()).hasSize(2);
  }

  @Test
  @DisplayName("The seventeenth turn below another may be; the next one gets 409")
  void aTurnBelowSixteenOthersIsTheDeepest() throws InterruptedException {
    var turn = begin(TurnRequest.of("a0", "s"));
    for (int depth = 1; depth <= 16; depth++) {
      turn = begin(TurnRequest.of("a" + depth, "s").within(turn.id()));
    }
    assertThat(door.post(EVE, body("a17", "s", turn.id().text())))
        .containsExactly("409 {\"error\":\"More than 16 turns wait for each other already.\"}");
    assertThat(door.registry.active()).hasSize(17);
  }

  @Test
  @DisplayName(
      "A parent that has ended, or is another principal's, is unknown: 409 in the same words")
  void endedAndForeignParentsAreUnknown() throws InterruptedException {
    var of = begin(TurnRequest.of("a", "s"));
    var refused = door.post("mallory", body("m", "s", of.id().text()));
    assertThat(refused).singleElement().asString().startsWith("409 ");
    assertThat(of.complete()).isTrue();
    assertThat(door.post(EVE, body("b", "s", of.id().text()))).isEqualTo(refused);
    assertThat(door.registry.active()).isEmpty();
  }

  @Test
  @DisplayName("the turns of one principal are bounded, apart from those of another")
  void theNumberOfTurnsOfEachPrincipalIsBounded() throws InterruptedException {
    var body = TurnDoor.body("");
    assertThat(door.post(EVE, body).getFirst()).startsWith("200 ").contains("refused");
    for (int i = 0; i < TurnOptions.MOST_OF_ONE; i++) {
      var _ = begin(TurnRequest.of("a", "s"));
    }
    assertThat(door.post(EVE, body).getFirst())
        .startsWith("503 ")
        .contains("too many turns of yours");
    assertThat(door.post("bob", body).getFirst()).startsWith("200 ");
  }

  private static Map<String, String> live() {
    return Map.of("accept", "text/event-stream");
  }

  /** No tools, and a look as each is called. */
  private record WatchedCalls(Runnable look) implements ToolCalls {
    @Override
    public @Nullable CallPolicy policy(String tool) {
      return null;
    }

    @Override
    public void start(ToolCall call) {
      look.run();
      ToolCalls.NONE.start(call);
    }
  }

  @Test
  @DisplayName(
      "S1-70: a turn is registered once its calls are resolved, so that each can be aborted")
  void aTurnIsRegisteredOnceItsCallsAreResolved() throws InterruptedException {
    var during = new ArrayList<List<TurnDetails>>();
    var doors = new ArrayList<TurnDoor>();
    Runnable look = () -> during.add(doors.getFirst().registry.active());
    var watched =
        new TurnDoor(
            new WatchedCalls(look),
            client -> {
              look.run();
              return ToolLists.NONE.tools(client);
            });
    doors.add(watched);
    assertThat(watched.post(EVE, TurnDoor.body(""))).singleElement().asString().startsWith("200 ");
    assertThat(during.getFirst()).as("while the list of tools is read").isEmpty();
    assertThat(during.getLast()).as("while a tool is called").hasSize(1);
  }

  @Test
  @Claim("S1-53")
  @DisplayName("S1-52, S1-53: a client that has left before the turn began aborts it")
  void aClientThatLeavesBeforeTheTurnBeginsAbortsIt() throws InterruptedException {
    var body = body("a", "s", "").replace("\"parentTurnId\":\"\",", "").getBytes(UTF_8);
    var left = new Heard(Integer.MAX_VALUE, /* hasLeft= */ true);
    door.handle(EVE, "POST", "/api/turns", live(), body, left);
    assertThat(left.all().getLast())
        .endsWith(
            "turn_abort"
                + " {\"type\":\"turn_abort\",\"reason\":\"user\",\"detail\":\"client_disconnect\"}");
    assertThat(door.reports).containsExactly("Client disconnected mid-turn [a:s]");
    assertThat(door.registry.active()).isEmpty();
  }
}
