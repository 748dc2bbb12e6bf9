package dev.belay.mcp.progress;

import dev.belay.core.call.Seconds;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * When a client hears of its own request that it still runs (C16). It never counts as a heartbeat.
 *
 * @param first the silence after which it hears so; zero is never
 * @param interval how often it hears so again; zero is never
 */
public record KeepAlive(Duration first, Duration interval) {
  /** Never. */
  public static final KeepAlive OFF = new KeepAlive(Duration.ZERO, Duration.ZERO);

  /** As soon as the ruling allows, and well within the minute after which clients give up. */
  public static final KeepAlive DEFAULT =
      new KeepAlive(Duration.ofSeconds(5), Duration.ofSeconds(10));

  private static final Pattern TEXT = Pattern.compile("Still running, [0-9]+(\\.[0-9])?s");

  boolean isOff() {
    return first.isZero() || interval.isZero();
  }

  /** {@return what to say, in the tenths of a second} */
  public static String text(Duration elapsed) {
    return "Still running, "
        + Seconds.text(Duration.ofMillis(elapsed.toMillis() / 100 * 100))
        + "s";
  }

  /** {@return whether a message of progress is what {@link #text} says, and no word of a tool} */
  public static boolean isText(String message) {
    return TEXT.matcher(message).matches();
  }
}
