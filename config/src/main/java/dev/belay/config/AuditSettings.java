package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The audit log: {@code audit}. Each component is a key.
 *
 * @param file null for none
 */
public record AuditSettings(
    @Nullable Path file, AuditArguments arguments, boolean fsync, int maxFileBytes, int maxFiles) {
  static final Section SECTION = new Section("audit", Reload.NEXT_START, "The audit log.");
  private static final Setting<String> FILE =
      SECTION.optional("file", Codec.TEXT, "none", "file with a line for each call and decision");
  private static final Setting<AuditArguments> ARGUMENTS =
      SECTION
          .choice("arguments", AuditArguments.HASH, "what the line records of a call's arguments")
          .reloaded(Reload.AT_ONCE);
  private static final Setting<Boolean> FSYNC =
      SECTION
          .setting(
              "fsync", Codec.FLAG, false, "whether a call ends only once its line is on the disk")
          .reloaded(Reload.AT_ONCE);
  private static final Setting<Integer> MAX_FILE_BYTES =
      SECTION.setting("max_file_bytes", Codec.BYTES, 100 << 20, "size at which a new file begins");
  private static final Setting<Integer> MAX_FILES =
      SECTION.number("max_files", 1, 1_000, 10, "how many files are kept");

  /** {@return the default settings} */
  public static AuditSettings defaults() {
    return of(new Values(SECTION));
  }

  static AuditSettings of(Values values) {
    var file = values.find(FILE);
    return new AuditSettings(
        file == null ? null : Path.of(file),
        values.get(ARGUMENTS),
        values.get(FSYNC),
        values.get(MAX_FILE_BYTES),
        values.get(MAX_FILES));
  }

  /** What the audit log records of a call's arguments. */
  public enum AuditArguments {
    /** Nothing. */
    NONE,
    /** Their SHA-256: shows whether two calls were equal, without their arguments. */
    HASH,
    /** The arguments, without whatever looks like a secret. */
    REDACTED
  }
}
