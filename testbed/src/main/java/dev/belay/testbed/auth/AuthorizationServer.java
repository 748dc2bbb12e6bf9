package dev.belay.testbed.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.time.Time;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpServerOptions;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An authorization server on loopback that publishes its keys, and signs any token.
 *
 * <p>Safe for use by many threads.
 */
public final class AuthorizationServer implements AutoCloseable {
  private static final List<Header> JSON = List.of(new Header("Content-Type", "application/json"));
  private static final String KEYS = "/jwks";
  private static final long LIFE_S = 300;

  private final HttpServer http;
  private final AtomicInteger fetches = new AtomicInteger();
  private final AtomicInteger made = new AtomicInteger();
  private volatile List<TokenKey> keys;
  private volatile @Nullable Route fault;

  private AuthorizationServer() throws IOException {
    keys = List.of(TokenKey.rsa("key-" + made.incrementAndGet()));
    http =
        HttpServer.open(
            HttpServerOptions.defaults().at("127.0.0.1", 0),
            Routes.none().with("GET", KEYS, this::tellKeys),
            Time.system(),
            _ -> {});
  }

  /** Starts a server with one RSA key. */
  public static AuthorizationServer start() throws IOException {
    return new AuthorizationServer();
  }

  /** {@return its name as the issuer of its tokens} */
  public String issuer() {
    return "http://127.0.0.1:" + http.port();
  }

  /** {@return the address of its published keys} */
  public URI jwksUrl() {
    return URI.create(issuer() + KEYS);
  }

  /** {@return the current signing key} */
  public TokenKey key() {
    return keys.getFirst();
  }

  /** Replaces all keys with a new RSA key. */
  public TokenKey rotate() {
    return use(TokenKey.rsa("key-" + made.incrementAndGet()));
  }

  /** Replaces all keys with this one. */
  public TokenKey use(TokenKey key) {
    keys = List.of(key);
    return key;
  }

  /** Handles requests for keys with {@code route}; null restores the regular answer. */
  public void misbehave(@Nullable Route route) {
    fault = route;
  }

  /** {@return the number of requests for keys} */
  public int fetches() {
    return fetches.get();
  }

  /** {@return a valid token of a person named Ada, to expire in five minutes} */
  public TokenDraft token(String audience, long nowSeconds) {
    return new TokenDraft()
        .header("typ", "\"at+jwt\"")
        .claim("iss", Json.quote(issuer()))
        .claim("sub", "\"ada\"")
        .claim("aud", Json.quote(audience))
        .claim("iat", Long.toString(nowSeconds))
        .claim("exp", Long.toString(nowSeconds + LIFE_S))
        .claim("scope", "\"tools:call\"");
  }

  private void tellKeys(Request request, Response response) throws InterruptedException {
    fetches.incrementAndGet();
    var instead = fault;
    if (instead != null) {
      instead.handle(request, response);
      return;
    }
    var all = keys.stream().map(TokenKey::jwk).collect(Collectors.joining(",", "[", "]"));
    response.send(200, JSON, ("{\"keys\":" + all + "}").getBytes(UTF_8));
  }

  @Override
  public void close() {
    http.close();
  }
}
