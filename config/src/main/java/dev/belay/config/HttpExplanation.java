package dev.belay.config;

import java.time.Duration;
import java.util.List;
import java.util.function.BiConsumer;

/** Lists the effective values of {@code http}. */
record HttpExplanation(HttpSettings http, BiConsumer<String, String> row) {
  void rows() {
    show(HttpKeys.HOST, http.host());
    show(HttpKeys.PORT, http.port());
    show(HttpKeys.ALLOWED_HOSTS, http.allowedHosts());
    show(HttpKeys.ALLOWED_ORIGINS, http.allowedOrigins());
    show(HttpKeys.TRUSTED_PROXIES, http.trustedProxies());
    var bounds = http.bounds();
    show(HttpKeys.MAX_BODY_BYTES, bounds.maxBodyBytes());
    show(HttpKeys.MEMORY_PERCENT, bounds.memoryPercent());
    show(HttpKeys.MAX_SESSIONS, bounds.maxSessions());
    show(HttpKeys.MAX_SESSIONS_PER_PEER, bounds.maxSessionsPerPeer());
    show(HttpKeys.MAX_IN_FLIGHT, bounds.maxInFlight());
    show(HttpKeys.MAX_IN_FLIGHT_PER_SESSION, bounds.maxInFlightPerSession());
    show(HttpKeys.MAX_CONNECTIONS, bounds.maxConnections());
    show(HttpKeys.RATE_LIMIT, Rate.show(bounds.rate()));
    var times = http.times();
    show(HttpKeys.SESSION_IDLE_TIMEOUT, times.sessionIdle());
    show(HttpKeys.RESUME_FOR, times.resumeFor());
    show(HttpKeys.DRAIN_TIMEOUT, times.drainTimeout());
    show(HttpKeys.SSE_COMMENT_INTERVAL, times.sseCommentInterval());
    show(HttpKeys.REQUEST_READ_TIMEOUT, times.requestRead());
    show(HttpKeys.BODY_TIMEOUT, times.body());
    show(HttpKeys.CONNECTION_IDLE_TIMEOUT, times.connectionIdle());
    show(HttpKeys.QUESTION_TIMEOUT, times.question());
  }

  private void show(Key<?> key, String value) {
    row.accept(HttpKeys.path(key), value);
  }

  private void show(Key<?> key, int value) {
    show(key, Integer.toString(value));
  }

  private void show(Key<?> key, Duration value) {
    show(key, Span.show(value));
  }

  private void show(Key<?> key, List<String> value) {
    show(key, Texts.show(value));
  }
}
