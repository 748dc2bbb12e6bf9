package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("A call on a server names the client that makes it")
final class ClientNamesTest {
  @Test
  @DisplayName("A legacy client has given its name at the opening, a modern one with each request")
  void names() throws IOException, InterruptedException {
    var server = new Puppet(false, "");
    try (var crowd = MultiClientHarness.within(StdioHarness.over(), server)) {
      crowd.legacy().call("1", "first", "{}");
      crowd.modern().named("code\n2").call("2", "second", "{}");
      crowd.modern().named("").call("3", "third", "{}");
      crowd.await("the calls", () -> server.calls().size() == 3);
      assertThat(crowd.governor().directory().calls())
          .extracting(call -> call.info().tool() + " " + call.info().caller().client())
          .containsExactlyInAnyOrder("first guest", "second code 2", "third null");
      server.calls().forEach(call -> call.text("done"));
    }
  }
}
