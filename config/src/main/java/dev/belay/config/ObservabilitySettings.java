package dev.belay.config;

import java.time.Duration;

/**
 * What Belay tells of itself: {@code observability}, and {@code audit}.
 *
 * @param pressureLogInterval pause between lines about all requests (S4-18); zero is none
 * @param toolsStatsLogInterval pause between lines about lists of tools (S4-20); zero is none
 * @param audit what is kept of every call
 */
public record ObservabilitySettings(
    Duration pressureLogInterval, Duration toolsStatsLogInterval, AuditSettings audit) {

  /** {@return the settings of a user who sets nothing} */
  public static ObservabilitySettings defaults() {
    return new ObservabilitySettings(
        Duration.ofSeconds(20), Duration.ofSeconds(60), AuditSettings.defaults());
  }

  static ObservabilitySettings of(Values values, Values audit) {
    var defaults = defaults();
    return new ObservabilitySettings(
        values.get(ObservabilityKeys.PRESSURE_LOG_INTERVAL, defaults.pressureLogInterval),
        values.get(ObservabilityKeys.TOOLS_STATS_LOG_INTERVAL, defaults.toolsStatsLogInterval),
        AuditSettings.of(audit));
  }
}
