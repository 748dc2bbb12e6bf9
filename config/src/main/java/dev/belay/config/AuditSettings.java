package dev.belay.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of every call for those who ask later: {@code audit}.
 *
 * @param file where; null is nowhere
 * @param arguments what is said of a call's arguments
 * @param fsync whether a call ends only once its line is on the disk
 * @param maxFileBytes size at which a file is closed and another begun
 * @param maxFiles how many files are kept, the present one included
 */
public record AuditSettings(
    @Nullable Path file, AuditArguments arguments, boolean fsync, int maxFileBytes, int maxFiles) {

  /** {@return the settings of a user who sets nothing} */
  public static AuditSettings defaults() {
    return new AuditSettings(null, AuditArguments.HASH, false, 100 * 1024 * 1024, 10);
  }

  static AuditSettings of(Values values) {
    var defaults = defaults();
    var file = values.get(ObservabilityKeys.FILE);
    return new AuditSettings(
        file == null ? null : Path.of(file),
        values.get(ObservabilityKeys.ARGUMENTS, defaults.arguments),
        values.get(ObservabilityKeys.FSYNC, defaults.fsync),
        values.get(ObservabilityKeys.MAX_FILE_BYTES, defaults.maxFileBytes),
        values.get(ObservabilityKeys.MAX_FILES, defaults.maxFiles));
  }
}
