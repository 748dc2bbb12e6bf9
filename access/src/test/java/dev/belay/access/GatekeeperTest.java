package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.core.time.HandTime;
import dev.belay.http.route.Routes;
import dev.belay.testbed.route.RouteAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Safe by default: who may come in at which door, as the configuration has it")
final class GatekeeperTest {
  private static final String OAUTH =
      """
      auth:
        oauth:
          issuer: https://as.example.com
          jwks_url: https://as.example.com/jwks
          resource: https://gw.example.com:8443/tools/mcp
          required_scopes: tools:call
      """;

  @TempDir private Path dir;
  private final Map<String, String> environment = new HashMap<>();
  private final List<String> reports = new ArrayList<>();
  private final HandTime time = new HandTime();

  @BeforeEach
  void place() {
    environment.put("XDG_STATE_HOME", dir.resolve("state").toString());
  }

  private Gatekeeper of(String yaml) throws IOException {
    Files.writeString(dir.resolve("belay.yaml"), yaml);
    return Gatekeeper.open(settings(), environment, time, reports::add, Refusals.NONE);
  }

  private Settings settings() {
    var sources = new Sources(dir, null, List.of(), environment, List.of(), null);
    return switch (Config.load(sources)) {
      case Loaded.Good(var settings, _) -> settings;
      case Loaded.Bad bad -> throw new AssertionError(bad.toString());
    };
  }

  private String apiToken() throws IOException {
    return Objects.requireNonNull(ApiToken.read(ApiToken.place(environment))).text();
  }

  @Test
  @DisplayName("SEC-M4: under /api no body is taken that a page could send without asking")
  void onlyJsonUnderApi() throws IOException, InterruptedException {
    for (var yaml : List.of("auth: {mode: none}", "mcp: {}")) {
      var keeper = of(yaml);
      assertThat(api(keeper, "{}", "Content-Type", "text/plain")).startsWith("415 ");
      assertThat(api(keeper, "{}", "Content-Type", "application/x-www-form-urlencoded"))
          .startsWith("415 ");
      assertThat(api(keeper, "{}", "Content-Type", "application/jsonp")).startsWith("415 ");
      assertThat(api(keeper, "{}")).startsWith("415 ");
      assertThat(api(keeper, "")).isEqualTo("local (admin)");
      assertThat(api(keeper, "", "Content-Length", "0")).isEqualTo("local (admin)");
      assertThat(api(keeper, "", "Content-Length", "2")).startsWith("415 ");
      assertThat(api(keeper, "", "Transfer-Encoding", "chunked")).startsWith("415 ");
      assertThat(api(keeper, "{}", "Content-Type", "Application/JSON; charset=utf-8"))
          .isEqualTo("local (admin)");
    }
  }

  private String api(Gatekeeper keeper, String body, String... headers)
      throws IOException, InterruptedException {
    var token = ApiToken.open(ApiToken.place(environment)).text();
    var all =
        Stream.concat(Stream.of("Authorization", "Bearer " + token), Stream.of(headers))
            .toArray(String[]::new);
    return Asked.decided(keeper.api(), Asked.request("POST", "/api/turns", null, body, all));
  }

  @Test
  @DisplayName("By default /mcp on loopback is open, and /api is its owner's alone")
  void theDefault() throws IOException, InterruptedException {
    var keeper = of("mcp: {}");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("local");
    assertThat(Asked.decided(keeper.api(), Asked.with())).isEqualTo("401 Bearer realm=\"belay\"");
    assertThat(Asked.decided(keeper.api(), Asked.bearer(apiToken()))).isEqualTo("local (admin)");
    assertThat(Asked.decided(keeper.api(), Asked.bearer(apiToken() + "x"))).startsWith("401 ");
    assertThat(keeper.with(Routes.none()).paths()).isEmpty();
    assertThat(reports).isEmpty();
  }

  @Test
  void withoutAuthNobodyIsAskedAndNoTokenIsMade() throws IOException, InterruptedException {
    var keeper = of("auth: { mode: none }");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("local");
    assertThat(Asked.decided(keeper.api(), Asked.with())).isEqualTo("local (admin)");
    assertThat(ApiToken.read(ApiToken.place(environment))).isNull();
    assertThat(reports).containsExactly("no authentication is required (auth.mode is none)");
  }

  @Test
  void tokensOfAFileAndOfAVariable() throws IOException, InterruptedException {
    var file = Files.writeString(dir.resolve("tokens"), "ada: adas-token-0123456789\n");
    environment.put("BELAY_TOKENS", "bob: bobs-token-0123456789\nroot: roots-token-0123456789");
    var keeper =
        of(
            "auth: { tokens: { file: \""
                + file
                + "\", env: BELAY_TOKENS, admins: [root, carol] } }");
    for (var door : List.of(keeper.mcp(), keeper.api())) {
      assertThat(Asked.decided(door, Asked.bearer("adas-token-0123456789"))).isEqualTo("ada");
      assertThat(Asked.decided(door, Asked.bearer("bobs-token-0123456789"))).isEqualTo("bob");
      assertThat(Asked.decided(door, Asked.bearer("roots-token-0123456789")))
          .isEqualTo("root (admin)");
      assertThat(Asked.decided(door, Asked.bearer(apiToken()))).isEqualTo("local (admin)");
      assertThat(Asked.decided(door, Asked.with())).isEqualTo("401 Bearer realm=\"belay\"");
    }
    assertThat(reports).containsExactly("auth.tokens.admins: there is no token of carol");
  }

  @Test
  @DisplayName("Bad input: no file, a file that others can write, a variable that is not set")
  void tokensThatCannotBeReadEndTheStart() throws IOException {
    assertThatThrownBy(() -> of("auth: { tokens: { file: \"" + dir + "/none\" } }"))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "auth.tokens.file: "
                + dir
                + "/none: is not there. This makes it: belay token new NAME");
    assertThatThrownBy(() -> of("auth: { tokens: { file: \"" + dir + "\" } }"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("auth.tokens.file: ");
    var file = Files.writeString(dir.resolve("tokens"), "ada: adas-token-0123456789\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> of("auth: { tokens: { file: \"" + file + "\" } }"))
        .isInstanceOf(InvalidTokens.class)
        .hasMessage(file + ": others can write it, and could add tokens: chmod 600 " + file);
    assertThatThrownBy(() -> of("auth: { tokens: { env: BELAY_TOKENS } }"))
        .hasMessage("BELAY_TOKENS: is not set, and auth.tokens.env names it");
  }

  @Test
  @DisplayName("Without a place for its own token Belay does not start, unless others can come in")
  void aTokenNeedsAPlace() throws IOException {
    environment.remove("XDG_STATE_HOME");
    assertThatThrownBy(() -> of("mcp: {}")).hasMessageContaining("set XDG_STATE_HOME or HOME");
    environment.put("BELAY_TOKENS", "bob: bobs-token-0123456789");
    assertThat(of("auth: { tokens: { env: BELAY_TOKENS } }")).isNotNull();
    assertThat(reports).hasSize(1).first().asString().startsWith("there is no token for belay ps");
  }

  @Test
  @DisplayName("RFC 9728: a client is told where tokens come from, at every path where it looks")
  void metadata() throws IOException, InterruptedException {
    var keeper = of(OAUTH);
    var url = "https://gw.example.com:8443/.well-known/oauth-protected-resource/tools/mcp";
    assertThat(Asked.decided(keeper.mcp(), Asked.with()))
        .isEqualTo("401 Bearer scope=\"tools:call\", resource_metadata=\"" + url + "\"");
    var routes = keeper.with(Routes.none());
    assertThat(routes.paths())
        .containsExactly(
            "/.well-known/oauth-protected-resource",
            "/.well-known/oauth-protected-resource/mcp",
            "/.well-known/oauth-protected-resource/tools/mcp");
    for (var path : routes.paths()) {
      var answer = RouteAnswer.by(routes, Asked.request("GET", path, null, ""));
      assertThat(answer.status).isEqualTo(200);
      var json = answer.json();
      assertThat(json.at("resource").text()).isEqualTo("https://gw.example.com:8443/tools/mcp");
      assertThat(json.at("authorization_servers").raw()).isEqualTo("[\"https://as.example.com\"]");
      assertThat(json.at("scopes_supported").raw()).isEqualTo("[\"tools:call\"]");
      assertThat(json.at("bearer_methods_supported").raw()).isEqualTo("[\"header\"]");
    }
  }

  @Test
  void aRateHoldsForMcpAndNotForThoseWhoStopThings() throws IOException, InterruptedException {
    var keeper = of("http: { rate_limit: 1/m }");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("local");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("429 60");
    for (var i = 0; i < 3; i++) {
      assertThat(Asked.decided(keeper.api(), Asked.bearer(apiToken()))).isEqualTo("local (admin)");
    }
  }

  private static final String TWO = "auth: { tokens: { file: %s, admins: [ada] } }";

  private Gatekeeper withTokens(String lines) throws IOException {
    return of(TWO.formatted(tokens(lines)));
  }

  private Path tokens(String lines) throws IOException {
    return Files.writeString(dir.resolve("tokens"), lines);
  }

  private void replace(Gatekeeper keeper, String yaml) throws IOException {
    Files.writeString(dir.resolve("belay.yaml"), yaml);
    keeper.replace(settings());
  }

  @Test
  @DisplayName("A token that is taken out of its file opens nothing any more; a new one does")
  void aRevokedTokenOpensNothing() throws IOException, InterruptedException {
    var keeper = withTokens("ada: adas-token-0123456789\nbob: bobs-token-0123456789\n");
    assertThat(Asked.decided(keeper.mcp(), Asked.bearer("bobs-token-0123456789"))).isEqualTo("bob");
    tokens("ada: adas-token-0123456789\neve: eves-token-0123456789\n");
    keeper.replace(settings());
    for (var door : List.of(keeper.mcp(), keeper.api())) {
      assertThat(Asked.decided(door, Asked.bearer("bobs-token-0123456789"))).startsWith("401");
      assertThat(Asked.decided(door, Asked.bearer("eves-token-0123456789"))).isEqualTo("eve");
      assertThat(Asked.decided(door, Asked.bearer(apiToken()))).startsWith("local");
    }
  }

  @Test
  @DisplayName("Where the last token of all is revoked, nobody but the owner comes in")
  void theLastTokenCanBeRevoked() throws IOException, InterruptedException {
    var keeper = withTokens("ada: adas-token-0123456789\n");
    assertThat(TokenFile.read(dir.resolve("tokens")).revoke("ada", false)).isEqualTo(1);
    keeper.replace(settings());
    for (var door : List.of(keeper.mcp(), keeper.api())) {
      assertThat(Asked.decided(door, Asked.bearer("adas-token-0123456789"))).startsWith("401");
      assertThat(Asked.decided(door, Asked.bearer(apiToken()))).startsWith("local");
    }
    var token = TokenFile.read(dir.resolve("tokens")).add("bob", TokenFile.Role.ADMIN, "");
    keeper.replace(settings());
    assertThat(Asked.decided(keeper.api(), Asked.bearer(token))).isEqualTo("bob (admin)");
  }

  @Test
  @DisplayName("A file of tokens that cannot be used, and one nobody names, changes nothing")
  void aBadFileOfTokensChangesNothing() throws IOException, InterruptedException {
    var keeper = withTokens("ada: adas-token-0123456789");
    tokens("ada: short");
    keeper.replace(settings());
    assertThat(Asked.decided(keeper.mcp(), Asked.bearer("adas-token-0123456789")))
        .isEqualTo("ada (admin)");
    assertThat(reports.getLast()).endsWith("; the previous tokens remain in force");
    replace(keeper, "mcp: {}");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).startsWith("401");
    replace(keeper, "auth: { mode: none }");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).startsWith("401");
    assertThat(reports.getLast())
        .isEqualTo("auth: authentication remains required until the next start");
  }

  @Test
  @DisplayName("Where tokens are named for the first time, everybody needs one from then on")
  void theFirstTokensCloseTheDoor() throws IOException, InterruptedException {
    var keeper = of("mcp: {}");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("local");
    replace(keeper, TWO.formatted(tokens("ada: adas-token-0123456789")));
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).startsWith("401");
    replace(keeper, "mcp: {}");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).startsWith("401");
  }

  @Test
  @DisplayName("Another http.rate_limit holds at once")
  void anotherRateHoldsAtOnce() throws IOException, InterruptedException {
    var keeper = of("mcp: {}");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("local");
    replace(keeper, "http: { rate_limit: 1/1m }");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("local");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).startsWith("429");
    replace(keeper, "mcp: {}");
    assertThat(Asked.decided(keeper.mcp(), Asked.with())).isEqualTo("local");
  }
}
