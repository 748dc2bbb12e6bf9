package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.route.Route;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName(
    "SEC-M3: behind a trusted proxy the peer is the one behind it; nobody else is believed")
final class ForwardedTest {
  private static final Route WHO =
      (request, response) -> response.send(200, List.of(), request.peer().getBytes(UTF_8));

  private static TestServer behind(Predicate<InetAddress> proxies) throws IOException {
    return new TestServer(
        HttpServerOptions.defaults().at("127.0.0.1", 0).behind(proxies), WHO, new HandTime());
  }

  private static String peer(TestServer server, String... headers) throws IOException {
    try (var client = server.client()) {
      var lines = new String[headers.length + 2];
      lines[0] = "GET / HTTP/1.1";
      lines[1] = "Host: localhost";
      System.arraycopy(headers, 0, lines, 2, headers.length);
      return client.lines(lines).answer().body();
    }
  }

  private static Predicate<InetAddress> proxies() {
    var known = Set.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("10.0.0.1"));
    return known::contains;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Forwarded: for=192.0.2.60;proto=http;by=203.0.113.43 | 192.0.2.60",
        "Forwarded: For=\"[2001:db8:cafe::17]:4711\" | 2001:db8:cafe:0::/64",
        "Forwarded: for=\"[2001:db8:cafe:1:ffff::]\" | 2001:db8:cafe:1::/64",
        "Forwarded: for=\"[::ffff:192.0.2.60]\" | 192.0.2.60",
        "X-Forwarded-For: ::ffff:c000:23c | 192.0.2.60",
        "Forwarded: for=1.1.1.1, for=192.0.2.60 | 192.0.2.60",
        "Forwarded: for=1.1.1.1, for=192.0.2.60:99, for=10.0.0.1 | 192.0.2.60",
        "Forwarded: for=1.1.1.1, for=_hidden | loopback",
        "Forwarded: for=1.1.1.1, proto=https | loopback",
        "Forwarded: for=1.1.1.1, for=unknown, for=10.0.0.1 | 10.0.0.1",
        "X-Forwarded-For: 192.0.2.60 | 192.0.2.60",
        "X-Forwarded-For: 1.1.1.1, 192.0.2.60, 10.0.0.1 | 192.0.2.60",
        "X-Forwarded-For: 2001:db8::7 | 2001:db8:0:0::/64",
        "X-Forwarded-For: somebody | loopback",
        "X-Forwarded-For: | loopback",
        "X: y | loopback",
      })
  void theLastThatIsNoTrustedProxyIsThePeer(String header, String peer) throws IOException {
    try (var server = behind(proxies())) {
      assertThat(peer(server, header)).isEqualTo(peer);
    }
  }

  @Test
  @DisplayName("A proxy that writes one header passes on what a client writes into the other")
  void twoThatDisagreeAreNotBelieved() throws IOException {
    try (var server = behind(proxies())) {
      assertThat(peer(server, "Forwarded: for=1.1.1.1", "X-Forwarded-For: 192.0.2.60"))
          .isEqualTo("loopback");
      assertThat(peer(server, "Forwarded: for=192.0.2.60", "X-Forwarded-For: 192.0.2.60"))
          .isEqualTo("192.0.2.60");
    }
  }

  @Test
  void nobodyElseIsBelieved() throws IOException {
    try (var server = behind(address -> !address.isLoopbackAddress())) {
      assertThat(peer(server, "Forwarded: for=192.0.2.60")).isEqualTo("loopback");
      assertThat(peer(server, "X-Forwarded-For: 192.0.2.60")).isEqualTo("loopback");
    }
  }

  @Test
  @DisplayName("SEC-M7: what one behind the proxy does, takes nobody's connections there")
  void aProxysConnectionsAreNotOfOnePeer() throws IOException {
    var settings =
        HttpServerOptions.defaults()
            .at("127.0.0.1", 0)
            .bounded(ServerBounds.defaults().connections(4))
            .behind(proxies());
    try (var server = new TestServer(settings, WHO, new HandTime());
        var first = server.client();
        var second = server.client();
        var third = server.client()) {
      for (var client : List.of(first, second, third)) {
        assertThat(client.get("/").answer().status()).isEqualTo(200);
      }
    }
  }
}
