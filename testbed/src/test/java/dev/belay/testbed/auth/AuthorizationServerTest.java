package dev.belay.testbed.auth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("The authorization server of tests: what it signs, its keys verify, and nothing else")
final class AuthorizationServerTest {
  private static final String AUDIENCE = "https://belay.example/mcp";
  private static final long NOW = 1_800_000_000;

  // Shared, since an RSA key costs more than the tests.
  private static AuthorizationServer server;
  private static TokenKey first;
  private ScriptedHttpClient client;

  @BeforeAll
  static void start() throws IOException {
    server = AuthorizationServer.start();
    first = server.key();
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @BeforeEach
  void open() throws IOException {
    client = ScriptedHttpClient.legacy(server.jwksUrl());
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.misbehave(null);
    server.use(first);
  }

  private TokenDraft draft() {
    return server.token(AUDIENCE, NOW);
  }

  private HttpAnswer asked() {
    return client.send(client.bare("GET"));
  }

  private List<Json> served() throws InterruptedException {
    return asked().response().at("keys").items();
  }

  private Json onlyKey() throws InterruptedException {
    var all = served();
    assertThat(all).hasSize(1);
    return all.getFirst();
  }

  private static byte[] bytes(String encoded) {
    return Base64.getUrlDecoder().decode(encoded);
  }

  private static BigInteger number(Json jwk, String member, int length) {
    var bytes = bytes(jwk.at(member).text());
    assertThat(bytes).as(member).hasSize(length);
    return new BigInteger(1, bytes);
  }

  private static ECParameterSpec curve() throws GeneralSecurityException {
    var curve = AlgorithmParameters.getInstance("EC");
    curve.init(new ECGenParameterSpec("secp256r1"));
    return curve.getParameterSpec(ECParameterSpec.class);
  }

  /** Reads a JWK without knowledge of the server's own keys. */
  private static PublicKey key(Json jwk) throws GeneralSecurityException {
    if (jwk.at("kty").text().equals("RSA")) {
      var numbers = new RSAPublicKeySpec(number(jwk, "n", 256), number(jwk, "e", 3));
      return KeyFactory.getInstance("RSA").generatePublic(numbers);
    }
    assertThat(jwk.at("kty").text()).isEqualTo("EC");
    assertThat(jwk.at("crv").text()).isEqualTo("P-256");
    var point = new ECPoint(number(jwk, "x", 32), number(jwk, "y", 32));
    return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve()));
  }

  /** {@return whether the JDK accepts the token as signed with that key} */
  private static boolean verifies(String token, Json jwk) throws GeneralSecurityException {
    var algorithm =
        switch (jwk.at("alg").text()) {
          case "RS256" -> "SHA256withRSA";
          case "ES256" -> "SHA256withECDSAinP1363Format";
          default -> throw new AssertionError("no such algorithm: " + jwk.raw());
        };
    var verifier = Signature.getInstance(algorithm);
    verifier.initVerify(key(jwk));
    verifier.update(said(token).getBytes(US_ASCII));
    var signature = bytes(signature(token));
    // The JDK throws at a signature of another length instead of rejecting it.
    return signature.length == (algorithm.endsWith("RSA") ? 256 : 64) && verifier.verify(signature);
  }

  private static String said(String token) {
    return token.substring(0, token.lastIndexOf('.'));
  }

  private static String signature(String token) {
    return token.substring(token.lastIndexOf('.') + 1);
  }

  private static String header(String token) {
    return new String(bytes(token.substring(0, token.indexOf('.'))), UTF_8);
  }

  private static String claims(String token) {
    return new String(bytes(said(token).substring(token.indexOf('.') + 1)), UTF_8);
  }

  static Stream<TokenKey> kinds() throws GeneralSecurityException {
    return Stream.of(
        new TokenKey("an \"RSA\" key", "RS256", first.pair()), TokenKey.ec("a curve"), shortKey());
  }

  /** A key whose x begins with a zero byte, and whose y would be negative if it had a sign. */
  private static TokenKey shortKey() throws GeneralSecurityException {
    var point =
        new ECPoint(
            new BigInteger("5543894af3d00ed7d740abdbd75c96b06877b787db5f70eea78b90a8d7c00a", 16),
            new BigInteger("bb4c85a3d8ea29efaafa24406912dd84d5b14dc32bf656ef6c6bd58a5d943f92", 16));
    var factory = KeyFactory.getInstance("EC");
    var pair =
        new KeyPair(
            factory.generatePublic(new ECPublicKeySpec(point, curve())),
            factory.generatePrivate(new ECPrivateKeySpec(BigInteger.valueOf(379), curve())));
    return new TokenKey("short", "ES256", pair);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @DisplayName("RFC 7517: from the keys that it serves the JDK makes those that verify its tokens")
  void keys(TokenKey used) throws GeneralSecurityException, InterruptedException {
    assertThat(server.use(used)).isSameAs(used).isSameAs(server.key());
    var jwk = onlyKey();
    assertThat(jwk.at("kid").text()).isEqualTo(used.id());
    assertThat(jwk.at("alg").text()).isEqualTo(used.algorithm());
    assertThat(jwk.at("use").text()).isEqualTo("sig");
    assertThat(key(jwk)).isEqualTo(used.pair().getPublic());
    assertThat(jwk.raw()).as("the public half alone").doesNotContain("\"d\"", "\"p\"", "\"q\"");
    assertThat(verifies(draft().signedBy(used), jwk)).isTrue();
  }

  @Test
  @DisplayName("RFC 9068: a good token is an access token of Ada for five minutes")
  void goodToken() {
    var token = draft().signedBy(server.key());
    assertThat(header(token)).isEqualTo("{\"typ\":\"at+jwt\",\"kid\":\"key-1\",\"alg\":\"RS256\"}");
    assertThat(claims(token))
        .isEqualTo(
            "{\"iss\":\""
                + server.issuer()
                + "\",\"sub\":\"ada\",\"aud\":\""
                + AUDIENCE
                + "\",\"iat\":1800000000,\"exp\":1800000300,\"scope\":\"tools:call\"}");
  }

  @Test
  @DisplayName("a draft says what it is told to, and what was taken back is not in it")
  void drafts() throws GeneralSecurityException, InterruptedException {
    var token =
        draft()
            .header("crit", "[\"x\"]")
            .withoutHeader("typ")
            .claim("sub", "{\"not\":\"a name\"}")
            .claim("aud", "[\"one\",\"two\"]")
            .claim("nbf", "1.5e3")
            .without("exp")
            .without("scope")
            .without("iat")
            .without("iss")
            .signedBy(server.key());
    assertThat(header(token)).isEqualTo("{\"crit\":[\"x\"],\"kid\":\"key-1\",\"alg\":\"RS256\"}");
    assertThat(claims(token))
        .isEqualTo("{\"sub\":{\"not\":\"a name\"},\"aud\":[\"one\",\"two\"],\"nbf\":1.5e3}");
    assertThat(verifies(token, onlyKey())).isTrue();
    assertThat(claims(new TokenDraft().signedBy(server.key()))).isEqualTo("{}");
    var lies = draft().header("kid", "\"key-9\"").header("alg", "\"ES256\"").signedBy(server.key());
    assertThat(header(lies)).isEqualTo("{\"typ\":\"at+jwt\",\"kid\":\"key-9\",\"alg\":\"ES256\"}");
    assertThat(verifies(lies, onlyKey())).as("with the key, whatever its header names").isTrue();
  }

  @Test
  @DisplayName("RFC 8725 §2.1: a token of the algorithm none has an empty signature")
  void unsigned() {
    var token = draft().header("alg", "\"RS256\"").unsigned();
    assertThat(header(token)).isEqualTo("{\"typ\":\"at+jwt\",\"alg\":\"none\"}");
    assertThat(token.split("\\.", -1)).hasSize(3);
    assertThat(signature(token)).isEmpty();
  }

  @Test
  @DisplayName("RFC 8725 §2.1: a token may be signed with a public key as if it were a secret")
  void secret() throws GeneralSecurityException {
    var secret = server.key().pair().getPublic().getEncoded();
    var token = draft().header("kid", "\"key-1\"").signedWithSecret(secret);
    assertThat(header(token)).isEqualTo("{\"typ\":\"at+jwt\",\"kid\":\"key-1\",\"alg\":\"HS256\"}");
    assertThat(bytes(signature(token))).isEqualTo(hmac(secret, said(token)));
  }

  private static byte[] hmac(byte[] secret, String said) throws GeneralSecurityException {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret, "HmacSHA256"));
    return mac.doFinal(said.getBytes(US_ASCII));
  }

  @Test
  @DisplayName("told to misbehave it answers so, counts who asks, and is good again when told")
  void misbehaving() throws InterruptedException {
    var before = server.fetches();
    server.misbehave((_, response) -> response.send(503, List.of(), "{\"keys\":1".getBytes(UTF_8)));
    var first = asked();
    assertThat(first.status()).isEqualTo(503);
    assertThat(first.body()).isEqualTo("{\"keys\":1");
    server.misbehave((_, response) -> response.send(200, List.of(), new byte[100_000]));
    assertThat(asked().body()).hasSize(100_000);
    server.misbehave(null);
    var good = asked();
    assertThat(good.status()).isEqualTo(200);
    assertThat(good.body()).isEqualTo("{\"keys\":[" + server.key().jwk() + "]}");
    assertThat(server.fetches() - before).isEqualTo(3);
  }
}
