package dev.belay.cli.display;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What is going on at one moment.
 *
 * @param what is being done: a tool's name, or the start of a server
 * @param elapsed since that began
 * @param progress the newest word of the tool, if any
 */
record Snapshot(String what, Duration elapsed, @Nullable Progress progress) {
  /** {@return elapsed time as a person reads it: {@code 3.2s}, {@code 1m05s}, {@code 2h00m05s}} */
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
