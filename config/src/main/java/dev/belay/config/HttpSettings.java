package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server: {@code http}. Each component is the key of its name.
 *
 * @param bounds bounds on sizes and numbers
 * @param times bounds on times
 */
public record HttpSettings(
    String host,
    int port,
    List<String> allowedHosts,
    List<String> allowedOrigins,
    List<String> trustedProxies,
    Bounds bounds,
    Times times) {
  private static final String NAME =
      "(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\\[[0-9A-Fa-f:.]{2,45}])(?::\\d{1,5})?";
  private static final Pattern HOST = Pattern.compile(NAME);
  private static final Pattern ORIGIN = Pattern.compile("[a-z][a-z0-9+.-]{0,40}://" + NAME);

  static final Section SECTION = new Section("http", Reload.NEXT_START, "The HTTP server.");

  private static final Setting<HttpHost> ADDRESS =
      SECTION.setting(
          "host",
          HttpHost.CODEC,
          new HttpHost("127.0.0.1"),
          "address of this machine to listen at");
  private static final Setting<Integer> PORT =
      SECTION.setting(
          "port",
          Codec.number(0, 65_535).label("PORT"),
          3002,
          "port to listen at; 0 = any free one");
  private static final Setting<List<String>> ALLOWED_HOSTS =
      SECTION.texts(
          "allowed_hosts", HttpSettings::hostFault, "additional host names that clients may use");
  private static final Setting<List<String>> ALLOWED_ORIGINS =
      SECTION.texts(
          "allowed_origins",
          HttpSettings::originFault,
          "additional origins of web pages that may call");
  private static final Setting<List<String>> TRUSTED_PROXIES =
      SECTION.texts(
          "trusted_proxies",
          HttpSettings::rangeFault,
          "proxies trusted to report the addresses of clients");
  private static final Setting<Integer> MAX_BODY_BYTES =
      SECTION.setting("max_body_bytes", Codec.BYTES, 4 << 20, "longest request");
  private static final Setting<Integer> MEMORY_PERCENT =
      SECTION.number("memory_percent", 1, 50, 25, "percentage of the heap for clients");
  private static final Setting<Integer> MAX_SESSIONS =
      count("max_sessions", 10_000, "sessions of clients up to 2025-11-25");
  private static final Setting<Integer> MAX_SESSIONS_PER_PEER =
      count("max_sessions_per_peer", 1_000, "sessions of one principal, or else of one address");
  private static final Setting<Integer> MAX_IN_FLIGHT =
      count("max_in_flight", 20_000, "requests that wait for their answers");
  private static final Setting<Integer> MAX_IN_FLIGHT_PER_SESSION =
      count("max_in_flight_per_session", 1_000, "those of one session, principal or address");
  private static final Setting<Integer> MAX_CONNECTIONS =
      count("max_connections", 20_000, "open connections");
  private static final Setting<Rate> RATE_LIMIT =
      SECTION
          .setting(
              "rate_limit",
              Rate.CODEC,
              Rate.NONE,
              "requests of one principal in a time, such as `100/1m` or `5/s`; 0 = no limit")
          .reloaded(Reload.AT_ONCE);
  private static final Setting<Duration> SESSION_IDLE_TIMEOUT =
      SECTION.seconds("session_idle_timeout", 1800, "life of an unused session; 0 = for ever");
  private static final Setting<Duration> RESUME_FOR =
      SECTION.seconds("resume_for", 60, "how long calls outlive a broken stream; 0 = not at all");
  private static final Setting<Duration> DRAIN_TIMEOUT =
      SECTION.seconds("drain_timeout", 10, "time that running calls have at a stop; 0 = none");
  private static final Setting<Duration> SSE_COMMENT_INTERVAL =
      SECTION.seconds(
          "sse_comment_interval", 15, "pause between comments on a silent stream; 0 = none");
  private static final Setting<Duration> REQUEST_READ_TIMEOUT =
      SECTION.seconds("request_read_timeout", 10, "longest arrival of a request; 0 = no limit");
  private static final Setting<Duration> BODY_TIMEOUT =
      SECTION.seconds("body_timeout", 60, "longest arrival of a whole body; 0 = no limit");
  private static final Setting<Duration> CONNECTION_IDLE_TIMEOUT =
      SECTION.seconds("connection_idle_timeout", 75, "life of an unused connection; 0 = for ever");
  private static final Setting<Duration> QUESTION_TIMEOUT =
      SECTION
          .seconds("question_timeout", 600, "life of a server's question; 0 = that of its call")
          .reloaded(Reload.AT_ONCE);

  /** The time for an HTTP request beyond its call: the answer has to be written. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  /** Clients and proxies without other signs of life give up after this silence. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  // Zero does not mean "unbounded" here: everything that a client can fill has a bound.
  private static Setting<Integer> count(String name, int preset, String about) {
    return SECTION.number(name, 1, 10_000_000, preset, about);
  }

  public HttpSettings {
    allowedHosts = List.copyOf(allowedHosts);
    allowedOrigins = List.copyOf(allowedOrigins);
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** {@return the default settings} */
  public static HttpSettings defaults() {
    return of(new Values(SECTION));
  }

  /** {@return every key of {@code http}, for the options of a command line} */
  public static List<Settings.Key> keys() {
    return Settings.Key.all(SECTION);
  }

  static HttpSettings of(Values values) {
    return new HttpSettings(
        values.get(ADDRESS).text(),
        values.get(PORT),
        values.get(ALLOWED_HOSTS),
        values.get(ALLOWED_ORIGINS),
        values.get(TRUSTED_PROXIES),
        Bounds.of(values),
        Times.of(values));
  }

  /**
   * {@return the limit of an HTTP request whose call has the total limit {@code timeout} (S0-35,
   * C6); zero, for no limit, if the call has none}
   */
  public static Duration requestLimit(Duration timeout) {
    return timeout.isZero() ? Duration.ZERO : timeout.plus(MARGIN);
  }

  /** Warns of values without the effect that they suggest. */
  void warn(Values values, Findings findings) {
    within(MAX_SESSIONS_PER_PEER, MAX_SESSIONS, values, findings);
    within(MAX_IN_FLIGHT_PER_SESSION, MAX_IN_FLIGHT, values, findings);
    if (times.sseCommentInterval.compareTo(PATIENCE) >= 0) {
      values.warn(
          SSE_COMMENT_INTERVAL, "is too late for clients that give up after 60 s", findings);
    }
  }

  private static void within(
      Setting<Integer> narrow, Setting<Integer> wide, Values values, Findings findings) {
    var at = values.origin(wide);
    // A default gives way silently.
    if (values.get(narrow) > values.get(wide) && values.origin(narrow) != null) {
      values.warn(
          narrow,
          "is more than %s (%d, %s), which is reached first"
              .formatted(
                  values.path(wide.name()), values.get(wide), at == null ? Origin.DEFAULT : at),
          findings);
    }
  }

  /** Bounds on sizes and numbers over HTTP; beyond a bound there is a clear refusal (P23). */
  public record Bounds(
      int maxBodyBytes,
      int memoryPercent,
      int maxSessions,
      int maxSessionsPerPeer,
      int maxInFlight,
      int maxInFlightPerSession,
      int maxConnections,
      Rate rate) {

    static Bounds of(Values values) {
      return new Bounds(
          values.get(MAX_BODY_BYTES),
          values.get(MEMORY_PERCENT),
          values.get(MAX_SESSIONS),
          values.get(MAX_SESSIONS_PER_PEER),
          values.get(MAX_IN_FLIGHT),
          values.get(MAX_IN_FLIGHT_PER_SESSION),
          values.get(MAX_CONNECTIONS),
          values.get(RATE_LIMIT));
    }
  }

  /** Time limits over HTTP, except those of calls. */
  public record Times(
      Duration sessionIdle,
      Duration resumeFor,
      Duration drainTimeout,
      Duration sseCommentInterval,
      Duration requestRead,
      Duration body,
      Duration connectionIdle,
      Duration question) {

    static Times of(Values values) {
      return new Times(
          values.get(SESSION_IDLE_TIMEOUT),
          values.get(RESUME_FOR),
          values.get(DRAIN_TIMEOUT),
          values.get(SSE_COMMENT_INTERVAL),
          values.get(REQUEST_READ_TIMEOUT),
          values.get(BODY_TIMEOUT),
          values.get(CONNECTION_IDLE_TIMEOUT),
          values.get(QUESTION_TIMEOUT));
    }
  }

  /** {@return the expected form, or null for a valid name such as {@code mcp.example.com:8443}} */
  private static @Nullable String hostFault(String text) {
    return HOST.matcher(text).matches()
        ? null
        : "expected names such as mcp.example.com or mcp.example.com:8443";
  }

  /**
   * {@return the expected form, or null for a valid origin such as {@code https://app.example.com}}
   */
  private static @Nullable String originFault(String text) {
    return ORIGIN.matcher(text).matches()
        ? null
        : "expected origins such as https://app.example.com, without a path";
  }

  /**
   * {@return the expected form, or null for a valid address or range such as {@code 10.0.0.0/8}}
   */
  private static @Nullable String rangeFault(String text) {
    try {
      var _ = AddressRange.of(text);
      return null;
    } catch (IllegalArgumentException _) {
      return "expected addresses such as 10.0.0.7 or 10.0.0.0/8";
    }
  }
}
