package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.testbed.auth.AuthorizationServer;
import dev.belay.testbed.auth.TokenDraft;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.http.Head;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("§6: belay serve as a resource server of a real authorization server")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class ResourceServerTest {
  private static final String US = "https://mcp.example.com/mcp";
  private static final String METADATA =
      "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

  private AuthorizationServer server;
  private Served served;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    server = AuthorizationServer.start();
    served =
        Serve.process()
            .auth(
                """
                {"oauth":{"issuer":"%s","jwks_url":"%s","resource":"%s",\
                "required_scopes":["tools:call"]}}\
                """
                    .formatted(server.issuer(), server.jwksUrl(), US))
            .start();
  }

  @AfterEach
  void close() throws IOException {
    served.close();
    server.close();
  }

  private TokenDraft good() {
    return server.token(US, Time.system().wall().getEpochSecond());
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
  void aTokenForUsIsServedAndFetchesTheKeysOnce() throws InterruptedException {
    var token = signed(good());
    for (var i = 0; i < 5; i++) {
      assertThat(text(bearing(token).call("echo", "{\"text\":\"x\"}"))).isEqualTo("x");
    }
    assertThat(server.fetches()).isEqualTo(1);
    assertThat(String.join("\n", served.log())).doesNotContain(token);
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
  @DisplayName("Bad input: expired, for another audience, of another issuer, unsigned, too narrow")
  void whatIsNotToBeTaken() throws InterruptedException {
    var now = Time.system().wall().getEpochSecond();
    for (var token :
        List.of(
            signed(good().claim("exp", Long.toString(now - 31))),
            signed(good().claim("nbf", Long.toString(now + 3600))),
            signed(good().claim("aud", "\"https://other.example/mcp\"")),
            signed(good().claim("iss", "\"https://other.example\"")),
            good().unsigned(),
            good().signedWithSecret(server.key().pair().getPublic().getEncoded()))) {
      var answer = list(token);
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.field("WWW-Authenticate"))
          .contains("error=\"invalid_token\"", "resource_metadata=\"" + METADATA + "\"");
    }
    var narrow = list(signed(good().claim("scope", "\"profile\"")));
    assertThat(narrow.status()).isEqualTo(403);
    assertThat(narrow.field("WWW-Authenticate"))
        .contains("error=\"insufficient_scope\"", "scope=\"tools:call\"", METADATA);
  }

  @Test
  @DisplayName("JWKS down: 503 and Retry-After while it was never up, afterwards nobody notices")
  void keysThatCannotBeHad() throws InterruptedException {
    server.misbehave((_, response) -> response.send(500, List.of(), new byte[0]));
    var token = signed(good());
    var answer = list(token);
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.field("Retry-After")).isEqualTo("5");
    assertThat(answer.body()).contains("the keys of the authorization server cannot be had now");
    served.awaitReport("the keys of the authorization server cannot be fetched: it answered with");
    server.misbehave(null);
    Patience.await(() -> list(token).status() == 200, () -> "the keys are still unknown");
    server.misbehave((_, response) -> response.send(500, List.of(), new byte[0]));
    assertThat(list(token).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("A session is of the subject that opened it, with whichever of its tokens")
  void aSessionOutlivesATokenAndIsNobodyElses() throws InterruptedException {
    var ada = served.kept(ScriptedHttpClient.legacy(served.url()));
    ada.always("Authorization", "Bearer " + signed(good())).initialize(Served.NEWEST, "{}");
    var renewed = served.kept(ScriptedHttpClient.legacy(served.url()));
    renewed.always("Authorization", "Bearer " + signed(good().claim("jti", "\"2\"")));
    renewed.join(ada.session(), Served.NEWEST);
    assertThat(text(renewed.call("echo", "{\"text\":\"x\"}"))).isEqualTo("x");
    var other = served.kept(ScriptedHttpClient.legacy(served.url()));
    other.always("Authorization", "Bearer " + signed(good().claim("sub", "\"eve\"")));
    other.join(ada.session(), Served.NEWEST);
    assertThat(other.request("1", "ping", "{}").status()).isEqualTo(404);
  }
}
