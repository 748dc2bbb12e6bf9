package dev.belay.access;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.http.route.Header;
import dev.belay.http.route.Route;
import dev.belay.mcp.client.Reach;
import dev.belay.testbed.auth.AuthorizationServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("§2.1 SSRF: keys come from where the configuration says, in time and in bounds")
final class HttpKeySourceTest {
  @AutoClose private static AuthorizationServer server;

  @BeforeAll
  static void open() throws IOException {
    server = AuthorizationServer.start();
  }

  @AfterEach
  void behave() {
    server.misbehave(null);
  }

  private String fetch(Time time) throws IOException, InterruptedException {
    return new HttpKeySource(server.jwksUrl(), Reach.PUBLIC, time).fetch();
  }

  private void fails(Time time, String why) {
    assertThatThrownBy(() -> fetch(time)).isInstanceOf(IOException.class).hasMessageContaining(why);
  }

  @Test
  void theKeysAreWhatItTells() throws IOException, InterruptedException {
    assertThat(fetch(new HandTime())).isEqualTo("{\"keys\":[" + server.key().jwk() + "]}");
  }

  @Test
  @DisplayName("JWKS huge: no more than 256 KiB are taken")
  void aHugeAnswerIsRefused() throws IOException, InterruptedException {
    server.misbehave(
        (_, response) -> response.send(200, List.of(), new byte[HttpKeySource.LARGEST + 1]));
    fails(new HandTime(), "sends too much");
    server.misbehave(
        (_, response) -> response.send(200, List.of(), new byte[HttpKeySource.LARGEST]));
    assertThat(fetch(new HandTime())).hasSize(HttpKeySource.LARGEST);
  }

  @Test
  @DisplayName("A redirect is followed nowhere, least of all to another host")
  void aRedirectIsNotFollowed() {
    var before = server.fetches();
    server.misbehave((_, response) ->
        response.send(
            302, List.of(new Header("Location", server.issuer() + "/elsewhere")), new byte[0]));
    fails(new HandTime(), "status 302");
    assertThat(server.fetches() - before).isEqualTo(1);
  }

  @Test
  void anErrorIsNoKey() {
    server.misbehave((_, response) -> response.send(500, List.of(), new byte[0]));
    fails(new HandTime(), "status 500");
  }

  @Test
  void whereNobodyIsThereAreNoKeys() {
    var url = URI.create("http://127.0.0.1:1/jwks");
    assertThatThrownBy(new HttpKeySource(url, Reach.PUBLIC, new HandTime())::fetch)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be reached");
  }

  @Test
  @DisplayName("JWKS slow: after five seconds it is given up, head or body")
  void aSlowAnswerIsGivenUp() throws InterruptedException {
    var over = new CountDownLatch(1);
    try {
      assertGivenUp((_, _) -> over.await());
      assertGivenUp((_, response) -> {
        var _ = response.stream(List.of());
        over.await();
      });
    } finally {
      over.countDown();
    }
  }

  private void assertGivenUp(Route silent) throws InterruptedException {
    var time = new HandTime();
    int before = server.fetches();
    server.misbehave(silent);
    var fetching = new FutureTask<>(() -> fetch(time));
    Thread.ofVirtual().start(fetching);
    // Otherwise a later test could count this fetch.
    Patience.await(() -> server.fetches() > before, () -> "it does not ask");
    time.pass(HttpKeySource.LIMIT);
    assertThatThrownBy(fetching::get)
        .hasCauseInstanceOf(IOException.class)
        .hasMessageContaining("did not answer within 5 s");
  }

  @Test
  @DisplayName(
      "CVE-2026-26118: a name that turns to another address behind the check is asked nothing,"
          + " since it must prove itself first")
  void whoCannotProveItsNameIsAskedNothing() throws IOException, InterruptedException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var said = new CompletableFuture<byte[]>();
      var answering =
          Thread.ofVirtual()
              .start(() -> {
                try (var peer = other.accept()) {
                  // The bytes that a client sends before it knows the identity of its peer.
                  said.complete(peer.getInputStream().readNBytes(64));
                  peer.getOutputStream().write("HTTP/1.1 200 OK\r\n\r\n{}".getBytes(US_ASCII));
                } catch (IOException e) {
                  said.completeExceptionally(e);
                }
              });
      var url = URI.create("https://localhost:" + other.getLocalPort() + "/latest/meta-data");
      var source = new HttpKeySource(url, Reach.PUBLIC, new HandTime());
      assertThatThrownBy(source::fetch).isInstanceOf(IOException.class);
      assertThat(said.join()[0]).as("a TLS handshake, and nothing else").isEqualTo((byte) 22);
      assertThat(new String(said.join(), US_ASCII)).doesNotContain("GET", "meta-data");
      answering.join();
    }
  }

  private static void check(Reach reach, String... addresses) throws IOException {
    var all = new InetAddress[addresses.length];
    for (var i = 0; i < all.length; i++) {
      all[i] = InetAddress.ofLiteral(addresses[i]);
    }
    reach.check("as.example.com", _ -> all, "to ask for keys");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "169.254.169.254",
        "127.0.0.1",
        "0.0.0.0",
        "::1",
        "::",
        "fe80::1",
        "224.0.0.1",
        "::ffff:169.254.169.254"
      })
  @DisplayName("CVE-2026-26118: a name that stands for the machine's own metadata is not asked")
  void someAddressesAreNeverAsked(String address) {
    for (var reach : Reach.values()) {
      assertThatThrownBy(() -> check(reach, address))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("which is no address to ask for keys");
      assertThatThrownBy(() -> check(reach, "93.184.216.34", address))
          .isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.1.2.3", "172.16.0.1", "192.168.0.1", "100.64.0.1", "fc00::1"})
  void privateNetworksAreAskedWhereThatIsSaid(String address) throws IOException {
    assertThatThrownBy(() -> check(Reach.PUBLIC, address)).isInstanceOf(IOException.class);
    check(Reach.PRIVATE, address);
  }

  @Test
  void everybodysAddressesAreAsked() throws IOException {
    check(Reach.PUBLIC, "93.184.216.34", "2606:2800:220:1::1", "100.128.0.1");
    Reach.Names none =
        name -> {
          throw new UnknownHostException(name);
        };
    Reach.PUBLIC.check("localhost", none, "");
    Reach.PUBLIC.check(URI.create("http://[::1]:1/").getHost(), none, "");
    assertThatThrownBy(() -> Reach.PUBLIC.check("nowhere.example", none, ""))
        .hasMessage("there is no address of nowhere.example");
  }
}
