package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Caller;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.mcp.session.Host;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What becomes of a turn that is asked for, before any of its calls")
@Timeout(60)
final class TurnBeginTest {
  private static final String EVE = "eve";

  private final TurnDoor door = new TurnDoor(TurnDoor.noTools());

  private static String body(String agent, String session, String parent) {
    return """
    {"agentId":"%s","sessionId":"%s","parentTurnId":"%s","toolUses":[{"id":"a","name":"t"}]}
    """
        .formatted(agent, session, parent);
  }

  private Turn begin(TurnRequest request) throws UnknownTurnException, CyclicTurnException {
    return door.registry.begin(request.withCaller(Caller.of(EVE, null)));
  }

  @Test
  @DisplayName("A turn that would wait for itself over another gets 409: A → B → A")
  void cycle() throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var a = begin(TurnRequest.of("a", "s"));
    var b = begin(TurnRequest.of("b", "s").within(a.id()));
    assertThat(door.post(EVE, body("a", "s", b.id().text())))
        .containsExactly("409 {\"error\":\"The turn would wait for itself: a:s → b:s → a:s.\"}");
    assertThat(door.registry.active()).hasSize(2);
  }

  @Test
  @DisplayName("The seventeenth turn below another may be; the next one gets 409")
  void depth() throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var turn = begin(TurnRequest.of("a0", "s"));
    for (int depth = 1; depth <= 16; depth++) {
      turn = begin(TurnRequest.of("a" + depth, "s").within(turn.id()));
    }
    assertThat(door.post(EVE, body("a17", "s", turn.id().text())))
        .containsExactly("409 {\"error\":\"More than 16 turns wait for each other already.\"}");
    assertThat(door.registry.active()).hasSize(17);
  }

  @Test
  @DisplayName("A parent that has ended, or is somebody else's, is none: 409 in the same words")
  void strangeParents() throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var of = begin(TurnRequest.of("a", "s"));
    var refused = door.post("mallory", body("m", "s", of.id().text()));
    assertThat(refused).singleElement().asString().startsWith("409 ");
    assertThat(of.complete()).isTrue();
    assertThat(door.post(EVE, body("b", "s", of.id().text()))).isEqualTo(refused);
    assertThat(door.registry.active()).isEmpty();
  }

  @Test
  @DisplayName("S1-44: aborted while its tools are looked up, it tells the result of each call")
  void abortedDuringLookup() throws InterruptedException {
    var servers = TurnDoor.noTools();
    var door = new TurnDoor[1];
    Host aborting =
        client -> {
          door[0].registry
              .active()
              .forEach(turn -> door[0].registry.abort(turn.turnId(), AbortReason.USER));
          return servers.open(client);
        };
    door[0] = new TurnDoor(aborting);
    var body =
        """
        {"agentId":"a","sessionId":"s","toolUses":[{"id":"a","name":"t"},{"id":"b","name":"t"}]}
        """;
    var events =
        door[0]
            .ask(
                EVE,
                "POST",
                "/api/turns",
                Map.of("accept", "text/event-stream"),
                body.getBytes(StandardCharsets.UTF_8))
            .all();
    assertThat(events.stream().map(event -> event.split(" ")[1]))
        .containsExactly(
            "turn_start",
            "tool_cancelled",
            "tool_result",
            "tool_cancelled",
            "tool_result",
            "error",
            "turn_abort");
    assertThat(events.get(2)).contains("\"result\":\"[CANCELLED] Turn aborted by user.\"");
  }
}
