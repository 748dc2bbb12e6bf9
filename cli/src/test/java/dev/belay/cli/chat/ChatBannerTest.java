package dev.belay.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.RunningGateway;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("belay chat says whom it talks to, where that may be a surprise")
@Tag("process")
final class ChatBannerTest {
  private final Partner partner = new Partner(null, "s1");
  private FakeAgents agents;
  private RunningGateway gateway;
  private GatewayTurns turns;

  @BeforeEach
  void open() throws IOException {
    agents = new FakeAgents();
    gateway = new RunningGateway(agents.url(), Map.of("BELAY_TOKEN", "t"));
    turns = new GatewayTurns(gateway);
  }

  @AfterEach
  void close() {
    gateway.close();
    agents.close();
  }

  @Test
  void agentsThatTheGatewayDoesNotKnowAreNamed() throws GatewayTrouble, InterruptedException {
    var expected = List.of("main", "reviewer", "tester");
    assertThat(new ChatBanner(turns, partner, expected).lines(/* isSeen= */ false))
        .containsExactly(
            "the gateway at "
                + agents.url()
                + " does not know reviewer, tester of the configuration here: it was started with"
                + " another one");
  }

  @Test
  void agentsThatAllAreKnownAreNoNews() throws GatewayTrouble, InterruptedException {
    var expected = List.of("writer");
    assertThat(new ChatBanner(turns, partner, expected).lines(/* isSeen= */ false)).isEmpty();
  }

  @Test
  void whoWatchesIsToldThePartner() throws GatewayTrouble, InterruptedException {
    var writer = new Partner("writer", "s2");
    assertThat(new ChatBanner(turns, writer, List.of()).lines(/* isSeen= */ true))
        .containsExactly("Talking to writer (ollama m) at " + agents.url() + ", conversation s2.");
  }
}
