package dev.belay.config;

import java.time.Duration;
import java.util.List;

/** Every key of {@code http}. */
final class HttpKeys {
  static final String HTTP = "http";

  static final Key<HttpHost> HOST = new Key<>("host", HttpHost.class, HttpHost::read);
  static final Key<Integer> PORT = Key.number("port", 0, 65_535);
  static final Key<Texts> ALLOWED_HOSTS = Key.texts("allowed_hosts", PeerName::host);
  static final Key<Texts> ALLOWED_ORIGINS = Key.texts("allowed_origins", PeerName::origin);
  static final Key<Texts> TRUSTED_PROXIES = Key.texts("trusted_proxies", PeerName::range);
  static final Key<Integer> MAX_BODY_BYTES = Key.bytes("max_body_bytes");
  static final Key<Integer> MEMORY_PERCENT = Key.number("memory_percent", 1, 50);
  static final Key<Integer> MAX_SESSIONS = count("max_sessions");
  static final Key<Integer> MAX_SESSIONS_PER_PEER = count("max_sessions_per_peer");
  static final Key<Integer> MAX_IN_FLIGHT = count("max_in_flight");
  static final Key<Integer> MAX_IN_FLIGHT_PER_SESSION = count("max_in_flight_per_session");
  static final Key<Integer> MAX_CONNECTIONS = count("max_connections");
  static final Key<Rate> RATE_LIMIT = Key.rate("rate_limit");
  static final Key<Duration> SESSION_IDLE_TIMEOUT = Key.span("session_idle_timeout");
  static final Key<Duration> RESUME_FOR = Key.span("resume_for");
  static final Key<Duration> DRAIN_TIMEOUT = Key.span("drain_timeout");
  static final Key<Duration> SSE_COMMENT_INTERVAL = Key.span("sse_comment_interval");
  static final Key<Duration> REQUEST_READ_TIMEOUT = Key.span("request_read_timeout");
  static final Key<Duration> BODY_TIMEOUT = Key.span("body_timeout");
  static final Key<Duration> CONNECTION_IDLE_TIMEOUT = Key.span("connection_idle_timeout");
  static final Key<Duration> QUESTION_TIMEOUT = Key.span("question_timeout");

  static final List<Key<?>> ALL =
      List.of(
          HOST,
          PORT,
          ALLOWED_HOSTS,
          ALLOWED_ORIGINS,
          TRUSTED_PROXIES,
          MAX_BODY_BYTES,
          MEMORY_PERCENT,
          MAX_SESSIONS,
          MAX_SESSIONS_PER_PEER,
          MAX_IN_FLIGHT,
          MAX_IN_FLIGHT_PER_SESSION,
          MAX_CONNECTIONS,
          RATE_LIMIT,
          SESSION_IDLE_TIMEOUT,
          RESUME_FOR,
          DRAIN_TIMEOUT,
          SSE_COMMENT_INTERVAL,
          REQUEST_READ_TIMEOUT,
          BODY_TIMEOUT,
          CONNECTION_IDLE_TIMEOUT,
          QUESTION_TIMEOUT);

  private HttpKeys() {}

  // Zero is no "without a bound" here: everything that a client can fill has one.
  private static Key<Integer> count(String name) {
    return Key.number(name, 1, 10_000_000);
  }

  static String path(Key<?> key) {
    return HTTP + "." + key.name();
  }
}
