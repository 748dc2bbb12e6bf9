package dev.belay.cli.log;

/**
 * How {@code belay serve} writes its log.
 *
 * @param isJson whether each line is an object for programs
 */
public record LogStyle(boolean isJson, Detail detail) {
  /** For people, with what is usual. */
  public static final LogStyle USUAL = new LogStyle(/* isJson= */ false, Detail.USUAL);

  /** How much is said. */
  public enum Detail {
    /** Only what a person should look after. */
    QUIET,
    /** Servers that come and fail, what they write, and each call at its end. */
    USUAL,
    /** Also figures on the load, and more of each call. */
    VERBOSE
  }
}
