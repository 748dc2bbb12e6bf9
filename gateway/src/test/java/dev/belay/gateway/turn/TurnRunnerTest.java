package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Settings;
import dev.belay.core.call.Caller;
import dev.belay.core.time.HandTime;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import dev.belay.http.route.Access;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Who may begin a turn")
@Timeout(60)
final class TurnRunnerTest {
  private final TurnRegistry registry = new TurnRegistry(TurnOptions.of(new HandTime(), _ -> {}));
  private final TurnRunner runner =
      new TurnRunner(
          registry,
          new TurnTools(
              ToolCalls.NONE, ToolLists.NONE, Settings::defaults, new HandTime(), _ -> {}),
          Settings::defaults);

  /** What was answered: the status, and the body behind it. */
  private record Answered(BlockingQueue<String> answers) implements Response {
    @Override
    public void send(int status, List<Header> headers, byte[] body) {
      answers.add(status + " " + new String(body, UTF_8));
    }

    @Override
    public EventStreamResponse stream(List<Header> headers) {
      throw new AssertionError("nobody asked for events");
    }

    @Override
    public void onGone(Runnable action) {}
  }

  @AfterEach
  void close() {
    registry.close();
  }

  private String post(String principal) throws InterruptedException {
    var answered = new Answered(new LinkedBlockingQueue<>());
    var body =
        "{\"agentId\":\"a\",\"sessionId\":\"s\",\"toolUses\":[{\"id\":\"1\",\"name\":\"t\"}]}";
    runner.handle(
        new Request("POST", "/api/turns", null, Map.of(), body.getBytes(UTF_8), "127.0.0.1")
            .by(new Access.Known(principal, Set.of())),
        answered);
    return answered.answers().take();
  }

  @Test
  @DisplayName("the turns of one principal are bounded, apart from those of another")
  void theNumberOfTurnsOfEachPrincipalIsBounded()
      throws UnknownTurnException, CyclicTurnException, InterruptedException {
    assertThat(post("ann")).startsWith("200 ").contains("refused");
    for (int i = 0; i < TurnOptions.MOST_OF_ONE; i++) {
      var _ = registry.begin(TurnRequest.of("a", "s").withCaller(Caller.of("ann", null)));
    }
    assertThat(post("ann")).startsWith("503 ").contains("too many turns of yours");
    assertThat(post("bob")).startsWith("200 ");
  }
}
