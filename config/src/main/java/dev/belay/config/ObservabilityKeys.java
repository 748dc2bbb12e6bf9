package dev.belay.config;

import java.time.Duration;
import java.util.List;

/** Every key of {@code observability} and {@code audit}. */
final class ObservabilityKeys {
  static final String OBSERVABILITY = "observability";
  static final String AUDIT = "audit";

  static final Key<Duration> PRESSURE_LOG_INTERVAL = Key.span("pressure_log_interval");
  static final Key<Duration> TOOLS_STATS_LOG_INTERVAL = Key.span("tools_stats_log_interval");

  static final Key<String> FILE = Key.text("file");
  static final Key<AuditArguments> ARGUMENTS = Key.choice("arguments", AuditArguments.class);
  static final Key<Boolean> FSYNC = Key.flag("fsync");
  static final Key<Integer> MAX_FILE_BYTES = Key.bytes("max_file_bytes");
  static final Key<Integer> MAX_FILES = Key.number("max_files", 1, 1_000);

  static final List<Key<?>> OF_OBSERVABILITY =
      List.of(PRESSURE_LOG_INTERVAL, TOOLS_STATS_LOG_INTERVAL);
  static final List<Key<?>> OF_AUDIT = List.of(FILE, ARGUMENTS, FSYNC, MAX_FILE_BYTES, MAX_FILES);

  private ObservabilityKeys() {}
}
