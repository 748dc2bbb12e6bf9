package dev.belay.cli.log;

import dev.belay.cli.display.Ink;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.display.Wrapped;
import dev.belay.core.call.Outcome;
import dev.belay.mcp.envelope.Controls;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What one line of the log tells, for people and for programs. */
interface LogLine {
  /** Longest message; what is longer quotes others. */
  int LONGEST_MESSAGE = 8 * 1024;

  /** {@return the line for people, without its time and without controls} */
  String words(Terminal terminal);

  /** {@return its members for programs, of which {@code event} is the first} */
  JsonText fields();

  /** {@return about how many characters it takes} */
  int size();

  /**
   * A message of Belay's own.
   *
   * @param text may have several lines, of any origin
   * @param isTrouble whether a person should look after something
   */
  record OwnMessage(String text, boolean isTrouble) implements LogLine {
    @Override
    public String words(Terminal terminal) {
      return (isTrouble ? Ink.YELLOW : Ink.PLAIN).on(terminal, indented(text));
    }

    @Override
    public JsonText fields() {
      return new JsonText()
          .text("event", isTrouble ? "trouble" : "message")
          .text("text", Wrapped.brief(text, LONGEST_MESSAGE));
    }

    @Override
    public int size() {
      return Math.min(LONGEST_MESSAGE, text.length());
    }
  }

  /** A line that a server wrote to its standard error. */
  record ServerWords(String server, String text) implements LogLine {
    @Override
    public String words(Terminal terminal) {
      return Ink.FAINT.on(terminal, "[" + Controls.line(server) + "] " + Controls.line(text));
    }

    @Override
    public JsonText fields() {
      return new JsonText().text("event", "stderr").text("server", server).text("text", text);
    }

    @Override
    public int size() {
      return server.length() + text.length();
    }
  }

  /**
   * A call that has ended.
   *
   * @param detail the kind, limit, cause or gate within the outcome; may be empty
   * @param isVerbose whether people get its id, caller and wait, too
   */
  record CallLine(
      String id,
      @Nullable String client,
      String principal,
      @Nullable String server,
      String tool,
      String outcome,
      String detail,
      Duration waited,
      Duration ran,
      boolean isVerbose)
      implements LogLine {
    private static final int CLIENT = 12;
    private static final int TOOL = 24;
    private static final int LONGEST = 60;

    @Override
    public String words(Terminal terminal) {
      var who = client == null ? principal : client;
      var end = ending(outcome, detail);
      var how = end + (detail.isEmpty() || detail.equals(end) ? "" : " (" + name(detail) + ")");
      var line =
          sign(terminal)
              + padded(name(who), CLIENT)
              + "  "
              + padded(name(tool), TOOL)
              + "  "
              + ink().on(terminal, how)
              + "  "
              + time(ran);
      return isVerbose
          ? line + Ink.FAINT.on(terminal, "  " + id + " of " + name(principal) + pause())
          : line;
    }

    /** {@return the outcome for people, for whom a result that reports an error is no success} */
    static String ending(String outcome, String detail) {
      return detail.equals(Outcome.ERROR) ? Outcome.ERROR : outcome;
    }

    private String pause() {
      return waited.toMillis() < 100 ? "" : ", waited " + time(waited);
    }

    private String sign(Terminal terminal) {
      if (!terminal.live() || !terminal.unicode()) {
        return "";
      }
      var sign =
          switch (ending(outcome, detail)) {
            case "completed" -> "✓";
            case "timed out" -> "⏱";
            default -> "✗";
          };
      return ink().on(terminal, sign) + " ";
    }

    private Ink ink() {
      return switch (ending(outcome, detail)) {
        case "completed" -> Ink.GREEN;
        case "cancelled" -> Ink.YELLOW;
        default -> Ink.RED;
      };
    }

    private static String name(String text) {
      return Wrapped.brief(Controls.line(text), LONGEST);
    }

    private static String padded(String text, int width) {
      return text + " ".repeat(Math.max(0, width - Wrapped.width(text)));
    }

    @Override
    public JsonText fields() {
      return new JsonText()
          .text("event", "call")
          .text("id", id)
          .text("client", client)
          .text("principal", principal)
          .text("server", server)
          .text("tool", tool)
          .text("outcome", outcome)
          .text("detail", detail)
          .seconds("waited_s", waited)
          .seconds("ran_s", ran);
    }

    @Override
    public int size() {
      return 80 + tool.length() + (client == null ? 0 : client.length());
    }
  }

  /** A line with figures, which people read as a sentence. */
  record Figures(String sentence, JsonText fields, Ink ink) implements LogLine {
    @Override
    public String words(Terminal terminal) {
      return ink.on(terminal, indented(sentence));
    }

    @Override
    public int size() {
      return sentence.length();
    }
  }

  /** {@return a text whose further lines cannot pass for lines of the log} */
  private static String indented(String text) {
    return Controls.shown(Wrapped.brief(text, LONGEST_MESSAGE)).strip().replace("\n", "\n  ");
  }

  /** {@return a duration for people: {@code 3 ms}, {@code 1.2 s}, {@code 3m05s}, {@code 2h10m}} */
  static String time(Duration time) {
    long seconds = time.toSeconds();
    if (time.toMillis() < 1_000) {
      return time.toMillis() + " ms";
    }
    if (seconds < 60) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1e3);
    }
    return seconds < 3_600
        ? String.format(Locale.ROOT, "%dm%02ds", seconds / 60, seconds % 60)
        : String.format(Locale.ROOT, "%dh%02dm", seconds / 3_600, seconds % 3_600 / 60);
  }
}
