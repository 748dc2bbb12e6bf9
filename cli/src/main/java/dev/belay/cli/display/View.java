package dev.belay.cli.display;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How what is going on is shown. For one thread. */
sealed interface View permits LiveLine, PlainLines, View.NoView {
  /** {@return the view for a terminal that can do so much} */
  static View on(Terminal terminal) {
    return terminal.live() ? new LiveLine(terminal) : new PlainLines();
  }

  /** {@return the pause between looks; zero for no looks at all} */
  Duration every();

  /** {@return what to write while this is going on, line by line; may be nothing} */
  String draw(List<Snapshot> now);

  /** {@return what takes away all that must not stay; may be nothing} */
  String erase();

  /** Nothing but what is said: nobody watches, or what runs is none of Belay's own. */
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
   * What is going on at one moment.
   *
   * @param what is being done: a tool's name, or the start of a server
   * @param elapsed since that began
   * @param progress the newest word of the tool, if any
   */
  record Snapshot(String what, Duration elapsed, @Nullable Progress progress) {
    /**
     * {@return elapsed time as a person reads it: {@code 3.2s}, {@code 1m05s}, {@code 2h00m05s}}
     */
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
