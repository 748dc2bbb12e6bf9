package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.AuthSettings.AuthMode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Every key of auth maps, and what is wrong with it is said")
class AuthKeysTest {
  private static final String OAUTH =
      """
      auth:
        oauth:
          issuer: https://as.example.com
          jwks_url: https://as.example.com/jwks
          resource: https://mcp.example.com/mcp
      """;

  @TempDir Path directory;

  @Test
  void everyKeyMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .environment("BELAY_TOKENS", "x")
            .environment("ISSUER", "https://as.example.com/t")
            .yaml(
                """
                auth:
                  mode: token
                  tokens:
                    file: tokens.txt
                    env: BELAY_TOKENS
                    admins: [ada, bob]
                  oauth:
                    issuer: "${ISSUER}"
                    jwks_url: http://127.0.0.1:9/jwks
                    jwks_network: private
                    resource: https://mcp.example.com/mcp
                    audiences: [a, "https://b"]
                    required_scopes: "tools:call, x"
                    admin_scope: belay:admin
                    clock_skew: 5
                """);
    assertThat(scene.settings().auth())
        .isEqualTo(
            new AuthSettings(
                AuthMode.TOKEN,
                new AuthSettings.Tokens("tokens.txt", "BELAY_TOKENS", List.of("ada", "bob")),
                new AuthSettings.OAuth(
                    "https://as.example.com/t",
                    URI.create("http://127.0.0.1:9/jwks"),
                    Network.PRIVATE,
                    URI.create("https://mcp.example.com/mcp"),
                    List.of("a", "https://b"),
                    List.of("tools:call", "x"),
                    "belay:admin",
                    Duration.ofSeconds(5))));
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.origins())
        .containsEntry("auth.mode", "token belay.yaml:2")
        .containsEntry("auth.mode (on /mcp)", "a token is required auth.tokens, auth.oauth")
        .containsEntry("auth.tokens.env", "BELAY_TOKENS belay.yaml:5")
        .containsEntry("auth.oauth.issuer", "${ISSUER} belay.yaml:8")
        .containsEntry("auth.oauth.required_scopes", "[tools:call, x] belay.yaml:13");
  }

  @Test
  void whatAnAuthorizationServerNeedNotSay() {
    var settings = new Scene(directory).yaml(OAUTH).settings();
    assertThat(settings.auth().isRequired()).isTrue();
    assertThat(settings.auth().oauth())
        .isEqualTo(
            new AuthSettings.OAuth(
                "https://as.example.com",
                URI.create("https://as.example.com/jwks"),
                Network.PUBLIC,
                URI.create("https://mcp.example.com/mcp"),
                List.of("https://mcp.example.com/mcp"),
                List.of(),
                null,
                Duration.ofSeconds(30)));
    assertThat(Settings.defaults().auth().isRequired()).isFalse();
  }

  @Test
  void aPartOfAnAuthorizationServerIsNone() {
    assertThat(new Scene(directory).yaml("auth: { oauth: { issuer: \"https://as\" } }").errors())
        .containsExactly(
            "belay.yaml:1:18: auth.oauth: needs auth.oauth.jwks_url",
            "belay.yaml:1:18: auth.oauth: needs auth.oauth.resource");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "auth: { mode: off } | auth.mode: expected one of token, none, found 'off'",
        "auth: { token: x } | auth.token: unknown key; did you mean auth.tokens?",
        "auth: { tokens: { fil: x } } | auth.tokens.fil: unknown key; did you mean",
        "auth: { tokens: { env: TOKENS } } | expected the name of a variable that begins with"
            + " BELAY_",
        "auth: { tokens: { admins: 'a b' } } | expected names of tokens",
        "auth: { oauth: { jwks_url: 'http://as/jwks' } } | expected https; http is for this",
        "auth: { oauth: { issuer: 'ldap://as' } } | expected an address such as",
        "auth: { oauth: { clock_skew: 1h } } | expected at most 5m",
        "auth: { oauth: { required_scopes: 'a b' } } | expected scopes, such as tools:call",
        "auth: { oauth: { jwks_network: any } } | expected one of public, private",
      })
  @DisplayName("Bad input: each way of getting it wrong")
  void whatIsWrongIsSaid(String yaml, String said) {
    assertThat(new Scene(directory).yaml(yaml).errors()).anyMatch(error -> error.contains(said));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "10.0.0.7", "mcp.example.com", "2001:db8::1"})
  @DisplayName("Another address than loopback is taken where somebody proves who they are")
  void anAddressThatOthersReachNeedsAuth(String host) {
    var scene =
        new Scene(directory)
            .yaml(OAUTH)
            .flag("--host", "http.host", host)
            .flag("--allowed-hosts", "http.allowed_hosts", "mcp.example.com");
    assertThat(scene.settings().http().host()).isEqualTo(host);
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.flag("--no-auth", "auth.mode", "none").errors())
        .containsExactly("--no-auth: none is for loopback alone, and http.host is " + host);
  }

  @Test
  void everyAddressWithoutANameIsOdd() {
    assertThat(new Scene(directory).yaml(OAUTH).flag("--host", "http.host", "0.0.0.0").warnings())
        .containsExactly(
            "--host: is every address of this machine; clients reach it only by the"
                + " names in http.allowed_hosts, and there are none");
  }

  @Test
  void onLoopbackNobodyNeedsToProveAnything() {
    var scene = new Scene(directory).flag("--no-auth", "auth.mode", "none");
    assertThat(scene.settings().auth().isRequired()).isFalse();
    assertThat(scene.origins())
        .containsEntry("auth.mode", "none --no-auth")
        .containsEntry("auth.mode (on /mcp)", "open to this machine auth.mode is none");
    assertThat(new Scene(directory).environment("BELAY_AUTH_MODE", "none").origins())
        .containsEntry("auth.mode", "none BELAY_AUTH_MODE");
  }
}
