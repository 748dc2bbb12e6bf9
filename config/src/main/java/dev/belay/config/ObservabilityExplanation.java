package dev.belay.config;

import java.util.function.BiConsumer;

/** Lists the effective values of {@code observability} and {@code audit}. */
record ObservabilityExplanation(ObservabilitySettings settings, BiConsumer<String, String> row) {
  void rows() {
    show(
        ObservabilityKeys.OBSERVABILITY,
        ObservabilityKeys.PRESSURE_LOG_INTERVAL,
        Span.show(settings.pressureLogInterval()));
    show(
        ObservabilityKeys.OBSERVABILITY,
        ObservabilityKeys.TOOLS_STATS_LOG_INTERVAL,
        Span.show(settings.toolsStatsLogInterval()));
    var audit = settings.audit();
    if (audit.file() != null) {
      audit(ObservabilityKeys.FILE, audit.file().toString());
    }
    audit(ObservabilityKeys.ARGUMENTS, Choice.show(audit.arguments()));
    audit(ObservabilityKeys.FSYNC, Boolean.toString(audit.fsync()));
    audit(ObservabilityKeys.MAX_FILE_BYTES, Integer.toString(audit.maxFileBytes()));
    audit(ObservabilityKeys.MAX_FILES, Integer.toString(audit.maxFiles()));
  }

  private void audit(Key<?> key, String value) {
    show(ObservabilityKeys.AUDIT, key, value);
  }

  private void show(String section, Key<?> key, String value) {
    row.accept(section + "." + key.name(), value);
  }
}
