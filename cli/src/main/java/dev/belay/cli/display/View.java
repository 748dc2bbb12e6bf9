package dev.belay.cli.display;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way to show activities. For one thread. */
sealed interface View permits LiveLine, PlainLines, View.NoView {
  /** {@return the view for a terminal of these capabilities} */
  static View on(Terminal terminal) {
    return terminal.live() ? new LiveLine(terminal) : new PlainLines();
  }

  /** {@return the interval of redrawing; zero for never} */
  Duration every();

  /** {@return the text to write for these activities; may be empty} */
  String draw(List<Snapshot> now);

  /** {@return the text that erases the live lines; may be empty} */
  String erase();

  /** A view that shows no activities, for output without a reader or of a foreign program. */
  static final class NoView implements View {
    @Override
    public Duration every() {
      return Duration.ZERO;
    }

    @Override
    public String draw(List<Snapshot> now) {
      return "";
    }

    @Override
    public String erase() {
      return "";
    }
  }

  /**
   * An activity at one moment.
   *
   * @param what the activity: a tool's name, or the start of a server
   * @param elapsed time since it began
   * @param progress the latest progress of the tool, if any
   */
  record Snapshot(String what, Duration elapsed, @Nullable ShownProgress progress) {
    /** {@return the elapsed time for people: {@code 3.2s}, {@code 1m05s}, {@code 2h00m05s}} */
    String time() {
      long seconds = elapsed.toSeconds();
      if (seconds < 60) {
        return seconds + "." + elapsed.toMillisPart() / 100 + "s";
      }
      var minutes = two(elapsed.toMinutesPart()) + "m" + two(elapsed.toSecondsPart()) + "s";
      return seconds < 3600
          ? elapsed.toMinutes() + "m" + two(elapsed.toSecondsPart()) + "s"
          : elapsed.toHours() + "h" + minutes;
    }

    private static String two(int number) {
      return (number < 10 ? "0" : "") + number;
    }
  }
}
