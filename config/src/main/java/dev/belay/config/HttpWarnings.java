package dev.belay.config;

import java.time.Duration;

/** Says which settings of {@code http} cannot do what they seem to. */
record HttpWarnings(Settings settings, Findings findings) {
  /** Clients and proxies without other signs of life give up after this silence. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  void report() {
    var bounds = settings.http().bounds();
    within(
        HttpKeys.MAX_SESSIONS_PER_PEER,
        bounds.maxSessionsPerPeer(),
        HttpKeys.MAX_SESSIONS,
        bounds.maxSessions());
    within(
        HttpKeys.MAX_IN_FLIGHT_PER_SESSION,
        bounds.maxInFlightPerSession(),
        HttpKeys.MAX_IN_FLIGHT,
        bounds.maxInFlight());
    if (settings.http().times().sseCommentInterval().compareTo(PATIENCE) >= 0) {
      warn(HttpKeys.SSE_COMMENT_INTERVAL, "is too late for clients that give up after 60 s");
    }
  }

  private void within(Key<Integer> narrow, int value, Key<Integer> wide, int most) {
    // A default gives way in silence.
    if (value > most && !origin(narrow).equals(Origin.DEFAULT)) {
      warn(
          narrow,
          "is more than %s (%d, %s), which is reached first"
              .formatted(HttpKeys.path(wide), most, origin(wide)));
    }
  }

  private void warn(Key<?> key, String text) {
    findings.warn(origin(key), HttpKeys.path(key), text);
  }

  private Origin origin(Key<?> key) {
    return settings.origins().of(HttpKeys.path(key));
  }
}
