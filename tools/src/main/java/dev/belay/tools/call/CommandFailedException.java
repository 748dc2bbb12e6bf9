package dev.belay.tools.call;

import java.io.IOException;

/** Thrown when a program failed or reached its own limit; the message includes its output. */
public final class CommandFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient CommandResult result;

  CommandFailedException(CommandResult result) {
    super(text(result));
    this.result = result;
  }

  private static String text(CommandResult result) {
    var text =
        new StringBuilder(
            result.isTimedOut()
                ? "The command ran into its own timeout. Its processes were ended. If it needs"
                    + " longer, allow it more."
                : "The command ended with exit code " + result.exitCode() + ".");
    append(text, "It wrote", result.output());
    append(text, "Its errors", result.errors());
    return text.toString();
  }

  private static void append(StringBuilder text, String what, String written) {
    if (!written.isBlank()) {
      text.append('\n').append(what).append(":\n").append(written.stripTrailing());
    }
  }

  /** {@return how the program ended} */
  public CommandResult result() {
    return result;
  }
}
