package dev.belay.process.spawn;

/**
 * How a child ended.
 *
 * @param code its exit code; 128 + n after signal n, as in shells
 */
public record Exit(int code) {
  private static final int SIGNALLED = 128;
  private static final int LAST_SIGNAL = 64;

  /**
   * {@return a description for people: {@code exit code 3} or {@code killed by signal 9 (KILL)}}
   */
  public String describe() {
    int signal = code - SIGNALLED;
    if (signal <= 0 || signal > LAST_SIGNAL) {
      return "exit code " + code;
    }
    var name = name(signal);
    return "killed by signal " + signal + (name.isEmpty() ? "" : " (" + name + ")");
  }

  /** Names of the signals whose numbers are the same on Linux and macOS. */
  private static String name(int signal) {
    return switch (signal) {
      case 1 -> "HUP";
      case 2 -> "INT";
      case 3 -> "QUIT";
      case 4 -> "ILL";
      case 5 -> "TRAP";
      case 6 -> "ABRT";
      case 8 -> "FPE";
      case 9 -> "KILL";
      case 11 -> "SEGV";
      case 13 -> "PIPE";
      case 14 -> "ALRM";
      case 15 -> "TERM";
      default -> "";
    };
  }
}
