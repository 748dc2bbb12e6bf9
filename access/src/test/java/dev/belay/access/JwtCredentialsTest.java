package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.AuthSettings;
import dev.belay.config.Network;
import dev.belay.core.time.HandTime;
import dev.belay.http.route.Access;
import dev.belay.mcp.client.Reach;
import dev.belay.testbed.auth.AuthorizationServer;
import dev.belay.testbed.auth.TokenDraft;
import dev.belay.testbed.auth.TokenKey;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("§6: tokens of an authorization server, each claim and each way of forging one")
final class JwtCredentialsTest {
  private static final String US = "https://mcp.example.com/mcp";
  private static final long START_S = 1_000_000;
  @AutoClose private static AuthorizationServer server;

  private final HandTime time = new HandTime();
  private JwtCredentials credentials;

  @BeforeAll
  static void open() throws IOException {
    server = AuthorizationServer.start();
  }

  @BeforeEach
  void begin() {
    time.advance(Duration.ofSeconds(START_S));
    credentials = credentials("belay:admin");
  }

  private JwtCredentials credentials(String adminScope) {
    var settings =
        new AuthSettings.OAuth(
            server.issuer(),
            server.jwksUrl(),
            Network.PUBLIC,
            URI.create(US),
            List.of(US, "other"),
            List.of("tools:call"),
            adminScope,
            Duration.ofSeconds(30));
    var source = new HttpKeySource(settings.jwksUrl(), Reach.PUBLIC, time);
    return new JwtCredentials(settings, source, time, _ -> {});
  }

  private static TokenDraft good() {
    return server.token(US, START_S);
  }

  private static String signed(TokenDraft draft) {
    return draft.signedBy(server.key());
  }

  private String check(String token) throws InterruptedException {
    return switch (credentials.check(token)) {
      case TokenCheck.Valid(var known) -> known.principal() + " " + known.scopes();
      case TokenCheck.Foreign() -> "foreign";
      case TokenCheck.Invalid(var why) -> why;
      case TokenCheck.TooNarrow(var needed) -> "needs " + needed;
      case TokenCheck.Undecided(var why, var again) -> why + " " + again;
    };
  }

  @Test
  @DisplayName("Its bearer is the subject of the issuer: the same name elsewhere is somebody else")
  void aGoodTokenNamesItsSubject() throws InterruptedException {
    assertThat(check(signed(good()))).isEqualTo("ada@" + server.issuer() + " [tools:call]");
  }

  @Test
  void aKeyOnACurveSignsAsWell() throws InterruptedException {
    var before = server.key();
    try {
      var curve = server.use(TokenKey.ec("curve"));
      assertThat(check(good().signedBy(curve))).startsWith("ada@");
      assertThat(check(good().withoutHeader("kid").signedBy(curve))).startsWith("ada@");
    } finally {
      server.use(before);
    }
  }

  @Test
  @DisplayName("Only the scope that the configuration names makes an admin, never the token's word")
  void anAdminIsMadeByConfiguration() throws InterruptedException {
    assertThat(credentials.check(signed(good().claim("scope", "\"tools:call admin\""))))
        .isEqualTo(valid(Set.of("tools:call")));
    assertThat(credentials.check(signed(good().claim("scope", "\"tools:call belay:admin\""))))
        .isEqualTo(valid(Set.of("tools:call", "belay:admin", Access.ADMIN)));
    assertThat(credentials.check(signed(good().without("scope").claim("scp", "[\"tools:call\"]"))))
        .isEqualTo(valid(Set.of("tools:call")));
  }

  private static TokenCheck valid(Set<String> scopes) {
    return new TokenCheck.Valid(new Access.Known("ada@" + server.issuer(), scopes));
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      value = {
        "claim iss | \"https://other.example\" | the token is of another issuer",
        "claim iss | null | the token is of another issuer",
        "claim iss | | the token is of another issuer",
        "claim aud | \"https://another.example/mcp\" | the token is for another audience",
        "claim aud | [] | the token is for another audience",
        "claim aud | | the token is for another audience",
        "claim aud | [\"x\",\"other\"] | ada",
        "claim sub | \" \" | the token names no subject",
        "claim sub | \"a\\u0007\" | the token names no subject",
        "claim sub | | the token names no subject",
        "claim scope | \"tools:calls\" | needs [tools:call]",
        "claim scope | [1] | needs [tools:call]",
        "claim scope | | needs [tools:call]",
        "claim exp | \"soon\" | the token holds no claims",
        "claim exp | | the token never expires",
        "header typ | \"logout+jwt\" | the token is of another type",
        "header typ | \"dpop+jwt\" | the token is of another type",
        "header typ | \"secevent+jwt\" | the token is of another type",
        "header typ | \"JWE\" | the token is of another type",
        "header typ | \"\" | the token is of another type",
        "header typ | \"JWT\" | ada",
        "header typ | \"at+jwt\" | ada",
        "header typ | \"AT+JWT\" | ada",
        "header typ | \"application/at+jwt\" | ada",
        "header typ | | ada",
      })
  @DisplayName("Bad input: another issuer, audience or type, no subject, no end, too few scopes")
  void oneMember(String member, @Nullable String json, String said) throws InterruptedException {
    var name = member.substring(member.indexOf(' ') + 1);
    var draft =
        member.startsWith("claim")
            ? json == null ? good().without(name) : good().claim(name, json)
            : json == null ? good().withoutHeader(name) : good().header(name, json);
    var expected = said.equals("ada") ? "ada@" + server.issuer() + " [tools:call]" : said;
    assertThat(check(signed(draft))).isEqualTo(expected);
  }

  @Test
  @DisplayName("Bad input: expired, and not yet valid, with 30 s for clocks that differ")
  void aTokenHasItsTime() throws InterruptedException {
    var expiring = signed(good().claim("exp", "" + (START_S - 29)));
    assertThat(check(expiring)).startsWith("ada@");
    time.advance(Duration.ofSeconds(1));
    assertThat(check(expiring)).isEqualTo("the token has expired");
    var now = START_S + 1;
    assertThat(check(signed(good().claim("nbf", "" + (now + 30))))).startsWith("ada@");
    assertThat(check(signed(good().claim("nbf", "" + (now + 31)))))
        .isEqualTo("the token is not valid yet");
    assertThat(check(signed(good().claim("iat", "" + (now + 31)))))
        .isEqualTo("the token is not valid yet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-9e18", "-9000000000000000000", "-1", "1e300", "253402300800"})
  @DisplayName("SEC-I: no number of seconds overflows into a time that is later")
  void aTimeOutOfRange(String seconds) throws InterruptedException {
    for (var claim : List.of("exp", "nbf", "iat")) {
      assertThat(check(signed(good().claim(claim, seconds))))
          .as(claim)
          .isEqualTo("exp, nbf or iat is out of range");
    }
  }

  @Test
  @DisplayName("Bad input: alg none, with a signature and without")
  void algNoneIsNoSignature() throws InterruptedException {
    assertThat(check(good().unsigned())).isEqualTo("the token is no signed JWT");
    assertThat(check(good().unsigned() + "AAAA")).isEqualTo("the token is no signed JWT");
    var hidden = good().header("alg", "\"nOnE\"").signedBy(server.key());
    assertThat(check(hidden)).isEqualTo("the token is signed by an algorithm that is not taken");
  }

  @Test
  @DisplayName("Bad input: HMAC with the public key, which everybody knows, in all its spellings")
  void hmacWithThePublicKeyIsRefused() throws InterruptedException {
    var key = server.key().pair().getPublic().getEncoded();
    var pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key)
            + "\n-----END PUBLIC KEY-----\n";
    for (var secret :
        List.of(
            key,
            pem.getBytes(StandardCharsets.US_ASCII),
            server.key().jwk().getBytes(StandardCharsets.US_ASCII))) {
      assertThat(check(good().header("kid", "\"key-1\"").signedWithSecret(secret)))
          .isEqualTo("the token is signed by an algorithm that is not taken");
    }
  }

  @Test
  @DisplayName("Bad input: a key that the token itself brings along is not the issuer's")
  void theTokensOwnKeyIsNotTaken() throws InterruptedException {
    var mine = TokenKey.rsa("mine");
    var forged = "the token is not signed with a key of its issuer";
    assertThat(check(good().header("jwk", mine.jwk()).signedBy(mine))).isEqualTo(forged);
    assertThat(check(good().header("jku", "\"https://evil.example/jwks\"").signedBy(mine)))
        .isEqualTo(forged);
    var sameName = new TokenKey(server.key().id(), "RS256", mine.pair());
    assertThat(check(good().signedBy(sameName))).isEqualTo(forged);
  }

  @Test
  void aChangedTokenIsNotSigned() throws InterruptedException {
    var token = signed(good());
    var other = signed(good().claim("sub", "\"root\""));
    var mixed =
        token.substring(0, token.indexOf('.'))
            + other.substring(other.indexOf('.'), other.lastIndexOf('.'))
            + token.substring(token.lastIndexOf('.'));
    assertThat(check(mixed)).isEqualTo("the token is not signed with a key of its issuer");
  }

  @Test
  void whatNobodyUnderstandsIsNotIgnored() throws InterruptedException {
    assertThat(check(signed(good().header("crit", "[\"exp\"]").header("exp", "1"))))
        .isIn(
            "the token has a critical header that is not supported", "the token is no signed JWT");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "a.b", "a.b.c", "a.b.c.d", "..", "eyJ9.e30.", "eyJhbGciOiJSUzI1NiJ9..AAAA"})
  @DisplayName("Bad input: what is no JWT at all")
  void whatIsNoTokenIsRefused(String token) throws InterruptedException {
    assertThat(check(token))
        .isIn(
            "the token is no signed JWT",
            "the token is not signed with a key of its issuer",
            "the token holds no claims");
  }
}
