package dev.belay.tools.call;

import java.io.IOException;

/** A program ended with an exit code other than 0; the message has what it had written. */
public final class CommandFailedException extends IOException {
  private static final long serialVersionUID = 1L;

  private final transient CommandResult result;

  CommandFailedException(CommandResult result) {
    super(text(result));
    this.result = result;
  }

  private static String text(CommandResult result) {
    var text = new StringBuilder("The command ended with exit code ").append(result.exitCode());
    text.append('.');
    append(text, "It wrote", result.output());
    append(text, "Its errors", result.errors());
    return text.toString();
  }

  private static void append(StringBuilder text, String what, String written) {
    if (!written.isBlank()) {
      text.append('\n').append(what).append(":\n").append(written.stripTrailing());
    }
  }

  /** {@return how it ended} */
  public CommandResult result() {
    return result;
  }
}
