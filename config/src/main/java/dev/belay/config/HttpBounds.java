package dev.belay.config;

/**
 * How much of everything there may be over HTTP; past a bound is a clear refusal (P23).
 *
 * @param maxBodyBytes longest body of a request (413)
 * @param memoryPercent all that clients have Belay hold, as a part of the largest heap (503)
 * @param maxSessions sessions of legacy clients (429)
 * @param maxSessionsPerPeer those of one principal; of one address where nobody proves who they
 *     are, and all of loopback is one
 * @param maxInFlight requests that wait for their answers (429)
 * @param maxInFlightPerSession those of one session; the modern era has none, so only {@code
 *     maxInFlight} holds there
 * @param maxConnections open connections; one more is closed at once
 * @param rate requests of one principal (429)
 */
public record HttpBounds(
    int maxBodyBytes,
    int memoryPercent,
    int maxSessions,
    int maxSessionsPerPeer,
    int maxInFlight,
    int maxInFlightPerSession,
    int maxConnections,
    Rate rate) {

  /** {@return the bounds of a user who sets nothing} */
  public static HttpBounds defaults() {
    return new HttpBounds(4 * 1024 * 1024, 25, 10_000, 1_000, 20_000, 1_000, 20_000, Rate.NONE);
  }

  static HttpBounds of(Values values) {
    var defaults = defaults();
    return new HttpBounds(
        values.get(HttpKeys.MAX_BODY_BYTES, defaults.maxBodyBytes),
        values.get(HttpKeys.MEMORY_PERCENT, defaults.memoryPercent),
        values.get(HttpKeys.MAX_SESSIONS, defaults.maxSessions),
        values.get(HttpKeys.MAX_SESSIONS_PER_PEER, defaults.maxSessionsPerPeer),
        values.get(HttpKeys.MAX_IN_FLIGHT, defaults.maxInFlight),
        values.get(HttpKeys.MAX_IN_FLIGHT_PER_SESSION, defaults.maxInFlightPerSession),
        values.get(HttpKeys.MAX_CONNECTIONS, defaults.maxConnections),
        values.get(HttpKeys.RATE_LIMIT, defaults.rate));
  }
}
