package dev.belay.config;

import java.time.Duration;
import java.util.List;

/**
 * Where and for whom Belay listens: {@code http}.
 *
 * @param host address of this machine to listen at; loopback alone where nobody is authenticated
 * @param port 0 is any free one
 * @param allowedHosts names, with or without a port, that a request's {@code Host} may have besides
 *     those of loopback
 * @param allowedOrigins origins that a browser's request may come from besides those of loopback
 * @param trustedProxies addresses, and ranges of them, whose word is taken for whom a request comes
 *     from
 * @param bounds how much of everything there may be
 * @param times how long everything may take
 */
public record HttpSettings(
    String host,
    int port,
    List<String> allowedHosts,
    List<String> allowedOrigins,
    List<String> trustedProxies,
    HttpBounds bounds,
    HttpTimes times) {

  /** What the HTTP side of a call may take on top of the call: the answer has to be written. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  public HttpSettings {
    allowedHosts = List.copyOf(allowedHosts);
    allowedOrigins = List.copyOf(allowedOrigins);
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** {@return the settings of a user who sets nothing} */
  public static HttpSettings defaults() {
    return new HttpSettings(
        "127.0.0.1",
        3002,
        List.of(),
        List.of(),
        List.of(),
        HttpBounds.defaults(),
        HttpTimes.defaults());
  }

  /**
   * {@return how long an HTTP request may take whose call may take {@code timeout} in all (S0-35,
   * C6); zero, which is without limit, where the call has none}
   */
  public static Duration requestLimit(Duration timeout) {
    return timeout.isZero() ? Duration.ZERO : timeout.plus(MARGIN);
  }

  static HttpSettings of(Values values) {
    var defaults = defaults();
    return new HttpSettings(
        values.get(HttpKeys.HOST, new HttpHost(defaults.host)).text(),
        values.get(HttpKeys.PORT, defaults.port),
        values.get(HttpKeys.ALLOWED_HOSTS, Texts.NONE).all(),
        values.get(HttpKeys.ALLOWED_ORIGINS, Texts.NONE).all(),
        values.get(HttpKeys.TRUSTED_PROXIES, Texts.NONE).all(),
        HttpBounds.of(values),
        HttpTimes.of(values));
  }
}
