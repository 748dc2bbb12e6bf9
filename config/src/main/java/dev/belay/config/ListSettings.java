package dev.belay.config;

import java.time.Duration;

/**
 * How tools are listed where there are many servers: {@code mcp.tools_list}.
 *
 * @param descriptionMaxChars longest description in a list, from 80 to 500 (S4-8)
 * @param maxInFlight how many lists are served at once, from 1 to 512 (S4-10)
 * @param cacheTtl how long a list is served again; zero is never (S4-11)
 * @param patience how long a list waits for a server that is not there yet
 * @param compact how much shorter tools are than their servers define them (C22)
 */
public record ListSettings(
    int descriptionMaxChars,
    int maxInFlight,
    Duration cacheTtl,
    Duration patience,
    Compaction compact) {

  /** {@return the settings of a user who sets nothing} */
  public static ListSettings defaults() {
    return new ListSettings(140, 90, Duration.ofSeconds(1), Duration.ofSeconds(1), Compaction.TRUE);
  }

  static ListSettings of(Values values) {
    var defaults = defaults();
    return new ListSettings(
        values.get(ListKeys.DESCRIPTION_MAX_CHARS, defaults.descriptionMaxChars),
        values.get(ListKeys.MAX_IN_FLIGHT, defaults.maxInFlight),
        Duration.ofMillis(
            values.get(ListKeys.CACHE_TTL_MS, Math.toIntExact(defaults.cacheTtl.toMillis()))),
        Duration.ofMillis(
            values.get(ListKeys.WAIT_MS, Math.toIntExact(defaults.patience.toMillis()))),
        values.get(ListKeys.COMPACT, defaults.compact));
  }
}
