package dev.belay.cli.display;

import dev.belay.cli.display.View.Snapshot;
import java.time.Duration;

/** The line that stays of something that has ended: how, what, how long it took, and a word. */
public record EndLine(Terminal terminal) {
  private static final int LONGEST = 120;

  /** How something ended. */
  public enum Ending {
    /** It did what it was to do. */
    DONE("✓", "ok"),
    /** It says that it failed. */
    FAILED("✗", "failed"),
    /** A limit ended it. */
    TIMED_OUT("⏱", "timed out"),
    /** Somebody stopped it. */
    CANCELLED("✗", "cancelled");

    private final String sign;
    private final String word;

    Ending(String sign, String word) {
      this.sign = sign;
      this.word = word;
    }
  }

  /**
   * {@return the line}
   *
   * @param words more about it, on one line; may be empty
   */
  public String of(Ending ending, String what, Duration ran, String words) {
    var time = PatienceColour.of(terminal, new Snapshot(what, ran, null).time(), ran);
    var said = words.isEmpty() ? "" : ": " + cut(words);
    var how = ending == Ending.DONE ? "" : " " + ending.word;
    var line =
        terminal.unicode()
            ? ending.sign + " " + what + " " + time + how + said
            : what + " " + time + " " + ending.word + said;
    return (terminal.live() ? "" : "belay: ") + line + "\n";
  }

  private static String cut(String words) {
    return words.codePointCount(0, words.length()) <= LONGEST
        ? words
        : words.substring(0, words.offsetByCodePoints(0, LONGEST)) + "...";
  }
}
