package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.route.Access;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("§6: who presents what, and how it is answered")
final class BearerAccessTest {
  private static final String GOOD = "a-token-that-is-long-enough";
  private static final String METADATA = "https://gw/.well-known/oauth-protected-resource/mcp";

  private final List<String> seen = new ArrayList<>();
  private final List<String> turnedAway = new ArrayList<>();
  private TokenCheck verdict = new TokenCheck.Foreign();
  private final Access access =
      new BearerAccess(
          List.of(this::known, this::scripted),
          new Challenge(METADATA, List.of("a", "b")),
          (what, who, why) -> turnedAway.add(what + " " + who + ": " + why));

  private TokenCheck known(String token) {
    return token.equals(GOOD)
        ? new TokenCheck.Valid(new Access.Known("ada", Set.of()))
        : new TokenCheck.Foreign();
  }

  private TokenCheck scripted(String token) {
    seen.add(token);
    return verdict;
  }

  private String decided(Request request) throws InterruptedException {
    return Asked.decided(access, request);
  }

  @Test
  void aKnownTokenNamesItsBearer() throws InterruptedException {
    assertThat(decided(Asked.bearer(GOOD))).isEqualTo("ada");
    assertThat(decided(Asked.with("authorization", "bearer   " + GOOD))).isEqualTo("ada");
    assertThat(seen).isEmpty();
  }

  @Test
  @DisplayName("401 without a token: where to get one, what for, and no error, since there is none")
  void nothingIsAskedForATokenAndToldWhereTheyAre() throws InterruptedException {
    for (var request :
        List.of(
            Asked.with(),
            Asked.with("Authorization", "Basic YTpi"),
            Asked.with("Authorization", "Bearer"),
            Asked.with("Cookie", "access_token=" + GOOD))) {
      assertThat(decided(request))
          .isEqualTo("401 Bearer scope=\"a b\", resource_metadata=\"" + METADATA + "\"");
      assertThat(Asked.body(Asked.refused(access, request)))
          .contains("Authorization: Bearer TOKEN", "belay serve --help says where")
          .doesNotContain("/");
    }
  }

  @Test
  @DisplayName(
      "What is presented in vain is heard of, and nothing of it; who presents nothing is not")
  void anAuditHearsOfIt() throws InterruptedException {
    decided(Asked.with());
    decided(Asked.bearer(GOOD));
    decided(Asked.bearer("another-token-of-somebody"));
    decided(Asked.query("access_token=x"));
    verdict = new TokenCheck.TooNarrow(List.of("x"));
    decided(Asked.bearer("t"));
    assertThat(turnedAway)
        .containsExactly(
            "access nobody: the token is unknown",
            "access nobody: a token belongs into the Authorization header, never into a URL",
            "access nobody: the token lacks a scope that this needs");
  }

  @Test
  void anUnknownTokenIsInvalidAndNotRepeated() throws InterruptedException {
    var refused = Asked.refused(access, Asked.bearer("another-token-of-somebody"));
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.headers())
        .containsExactly(
            new Header("Content-Type", "application/json"),
            new Header(
                "WWW-Authenticate",
                "Bearer error=\"invalid_token\", error_description=\"the token is"
                    + " unknown\", scope=\"a b\", resource_metadata=\""
                    + METADATA
                    + "\""));
    assertThat(Asked.body(refused))
        .isEqualTo("{\"error\":\"invalid_token\",\"error_description\":\"the token is unknown\"}");
  }

  @Test
  void tooFewScopesAre403AndAllThatAreNeededAreNamed() throws InterruptedException {
    verdict = new TokenCheck.TooNarrow(List.of("x", "y"));
    assertThat(decided(Asked.bearer("t")))
        .isEqualTo(
            "403 Bearer error=\"insufficient_scope\", error_description=\"the token lacks a scope"
                + " that this needs\", scope=\"x y\", resource_metadata=\""
                + METADATA
                + "\"");
  }

  @Test
  void whereNobodyCanTellIs503AndWhenToComeAgain() throws InterruptedException {
    verdict = new TokenCheck.Undecided("not now", Duration.ofMillis(4_001));
    var refused = Asked.refused(access, Asked.bearer("t"));
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.headers()).contains(new Header("Retry-After", "5"));
    assertThat(refused.headers()).noneMatch(header -> header.name().equals("WWW-Authenticate"));
  }

  @Test
  @DisplayName("Bad input: two Authorization headers, whatever they hold, are 400")
  void twoHeadersAreRefused() throws InterruptedException {
    var twice = Asked.with("Authorization", "Bearer " + GOOD, "Authorization", "Bearer " + GOOD);
    assertThat(decided(twice))
        .startsWith("400 Bearer error=\"invalid_request\", error_description=\"more than one");
    assertThat(decided(Asked.with("Authorization", "Bearer " + GOOD + ", Bearer " + GOOD)))
        .startsWith("400 ");
    assertThat(decided(Asked.with("Authorization", "Bearer a b"))).startsWith("400 ");
    assertThat(decided(Asked.with("Authorization", "Bearer \u00e4"))).startsWith("400 ");
  }

  @Test
  @DisplayName("Bad input: a token in the URL is refused, also beside a good one")
  void aTokenInTheQueryIsRefused() throws InterruptedException {
    for (var query : List.of("access_token=" + GOOD, "a=b&access_token=" + GOOD)) {
      assertThat(decided(Asked.query(query))).startsWith("400 ").contains("never into a URL");
      assertThat(decided(Asked.query(query, "Authorization", "Bearer " + GOOD))).startsWith("400 ");
    }
    assertThat(decided(Asked.query("sessionId=x", "Authorization", "Bearer " + GOOD)))
        .isEqualTo("ada");
  }

  @Test
  @DisplayName("Bad input: a token of more than 8 KiB is refused before anybody looks at it")
  void anOversizedTokenIsRefusedUnread() throws InterruptedException {
    assertThat(decided(Asked.bearer("x".repeat(8 * 1024 + 1))))
        .startsWith("401 Bearer error=\"invalid_token\"")
        .contains("longer than 8 KiB");
    assertThat(seen).isEmpty();
    assertThat(decided(Asked.bearer("x".repeat(8 * 1024)))).startsWith("401 ");
    assertThat(seen).hasSize(1);
  }
}
