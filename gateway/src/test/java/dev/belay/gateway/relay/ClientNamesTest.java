package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A call on a server names the client that makes it")
final class ClientNamesTest extends Closing {
  @Test
  @DisplayName("A legacy client has given its name at the opening, a modern one with each request")
  void names() throws InterruptedException {
    var server = new Puppet(false, "");
    var crowd = opened(MultiClientHarness.within(StdioHarness.over(), server));
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
