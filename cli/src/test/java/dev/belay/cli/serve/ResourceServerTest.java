package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.auth.AuthorizationServer;
import dev.belay.testbed.auth.TokenDraft;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.http.Head;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("§6: belay serve as a resource server of a real authorization server")
@Tag("process")
final class ResourceServerTest {
  private static final String US = "https://mcp.example.com/mcp";
  private static final String METADATA =
      "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

  private static final HandTime TIME = new HandTime();
  private static AuthorizationServer server;
  private static Served served;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    server = AuthorizationServer.start();
    served =
        Serve.puppet()
            .on(TIME)
            .auth(
                """
                {"oauth":{"issuer":"%s","jwks_url":"%s","resource":"%s",\
                "required_scopes":["tools:call"]}}\
                """
                    .formatted(server.issuer(), server.jwksUrl(), US))
            .start();
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
    server.close();
  }

  private TokenDraft good() {
    return server.token(US, TIME.wall().getEpochSecond());
  }

  private String signed(TokenDraft draft) {
    return draft.signedBy(server.key());
  }

  private ScriptedHttpClient bearing(String token) {
    return served.modern().always("Authorization", "Bearer " + token);
  }

  private HttpAnswer list(String token) {
    return bearing(token).request("1", "tools/list", "{}");
  }

  @Test
  @DisplayName("401 says where tokens come from, and that place answers without one")
  void discovery() throws InterruptedException {
    var refused = served.modern().request("1", "tools/list", "{}");
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.field("WWW-Authenticate"))
        .isEqualTo("Bearer scope=\"tools:call\", resource_metadata=\"" + METADATA + "\"");
    for (var path : served.paths()) {
      if (path.startsWith("/.well-known/")) {
        var host = new Head.Field("Host", served.url().getRawAuthority());
        var told = served.modern().send(new RawRequest("GET", path, List.of(host), ""));
        assertThat(told.status()).isEqualTo(200);
        assertThat(told.body()).contains("\"authorization_servers\":[\"" + server.issuer() + "\"]");
      }
    }
    assertThat(served.paths())
        .contains(
            "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp");
  }

  @Test
  @DisplayName(
      "JWKS down: 503 and Retry-After while it was never up, afterwards nobody notices; a token for"
          + " another is refused, and the keys are fetched once")
  void keysThatCannotBeHad() throws IOException, InterruptedException {
    server.misbehave((_, response) -> response.send(500, List.of(), new byte[0]));
    var token = signed(good());
    var answer = list(token);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.field("Retry-After")).isEqualTo("5");
    assertThat(answer.body()).contains("the keys of the authorization server cannot be had now");
    served.awaitReport("the keys of the authorization server cannot be fetched: it answered with");
    server.misbehave(null);
    Patience.await(
        TIME,
        Duration.ofSeconds(1),
        () -> list(token).status() == 200,
        () -> "the keys are still unknown");
    int fetches = server.fetches();
    server.misbehave((_, response) -> response.send(500, List.of(), new byte[0]));
    assertThat(text(bearing(token).call("echo", "{\"text\":\"x\"}"))).isEqualTo("x");
    assertThat(server.fetches()).isEqualTo(fetches);
    assertThat(String.join("\n", served.log())).doesNotContain(token);

    var other = list(signed(good().claim("aud", "\"https://other.example/mcp\"")));
    assertThat(other.status()).isEqualTo(401);
    assertThat(other.field("WWW-Authenticate"))
        .contains("error=\"invalid_token\"", "resource_metadata=\"" + METADATA + "\"");
    var narrow = list(signed(good().claim("scope", "\"profile\"")));
    assertThat(narrow.status()).isEqualTo(403);
    assertThat(narrow.field("WWW-Authenticate"))
        .contains("error=\"insufficient_scope\"", "scope=\"tools:call\"", METADATA);
  }
}
