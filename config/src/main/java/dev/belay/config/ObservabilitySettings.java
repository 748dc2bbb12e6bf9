package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.time.Duration;

/**
 * Belay's own reports: {@code observability}, and {@code audit}.
 *
 * @param pressureLogInterval pause between lines about all requests (S4-18); zero is none
 * @param toolsStatsLogInterval pause between lines about lists of tools (S4-20); zero is none
 * @param audit the audit log
 */
public record ObservabilitySettings(
    Duration pressureLogInterval, Duration toolsStatsLogInterval, AuditSettings audit) {
  static final Section SECTION =
      new Section("observability", Reload.NEXT_START, "Log lines about Belay itself.");
  private static final Setting<Duration> PRESSURE_LOG_INTERVAL =
      SECTION.seconds("pressure_log_interval", 20, "pause between lines on the load; 0 = none");
  private static final Setting<Duration> TOOLS_STATS_LOG_INTERVAL =
      SECTION.seconds("tools_stats_log_interval", 60, "pause between lines on lists; 0 = none");

  /** {@return the default settings} */
  public static ObservabilitySettings defaults() {
    return of(new Values(SECTION), new Values(AuditSettings.SECTION));
  }

  static ObservabilitySettings of(Values values, Values audit) {
    return new ObservabilitySettings(
        values.get(PRESSURE_LOG_INTERVAL),
        values.get(TOOLS_STATS_LOG_INTERVAL),
        AuditSettings.of(audit));
  }
}
