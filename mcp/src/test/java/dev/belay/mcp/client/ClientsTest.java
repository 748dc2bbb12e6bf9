package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("All connections to one server share a client, which has a thread of its own")
final class ClientsTest {
  private static final Duration CONNECT = Duration.ofSeconds(7);

  private static HttpOrigin origin(String url) {
    return new HttpOrigin(URI.create(url), Map.of(), CONNECT);
  }

  @Test
  void theClientEndsWithTheLastThatUsesIt() {
    var one = origin("http://127.0.0.1:1/mcp");
    var other = origin("HTTP://127.0.0.1:1/other?key=1");
    var client = one.client();
    assertThat(other.client()).isSameAs(client);
    one.close();
    assertThat(client.isTerminated()).isFalse();
    var third = origin("http://127.0.0.1:1/mcp");
    assertThat(third.client()).isSameAs(client);
    other.close();
    third.close();
    client.close(); // waits until it has ended
    assertThat(client.isTerminated()).isTrue();
    var next = origin("http://127.0.0.1:1/mcp");
    assertThat(next.client()).isNotSameAs(client);
    next.close();
  }

  @Test
  void otherServersHaveOthers() {
    var one = origin("http://127.0.0.1:1/mcp");
    var other = origin("http://127.0.0.1:2/mcp");
    assertThat(other.client()).isNotSameAs(one.client());
    one.close();
    other.close();
  }
}
