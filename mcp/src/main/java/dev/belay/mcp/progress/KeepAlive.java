package dev.belay.mcp.progress;

import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallState;
import dev.belay.core.call.Seconds;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * When a client is told that its own request still runs (C16). It never counts as a heartbeat.
 *
 * @param first the silence before the first notice; zero is never
 * @param interval the silence before each further notice; zero is never
 */
public record KeepAlive(Duration first, Duration interval) {
  /** No notices. */
  public static final KeepAlive OFF = new KeepAlive(Duration.ZERO, Duration.ZERO);

  /** As early as the ruling allows, and well within the minute after which clients give up. */
  public static final KeepAlive DEFAULT =
      new KeepAlive(Duration.ofSeconds(5), Duration.ofSeconds(10));

  private static final List<String> WAITS =
      List.of(
          "Awaiting user approval...",
          "User reviewing command...",
          "Still awaiting approval...",
          "User is reviewing...");

  private static final Pattern TEXT = Pattern.compile("Still running, [0-9]+(\\.[0-9])? ?s");

  boolean isOff() {
    return first.isZero() || interval.isZero();
  }

  /** {@return the text of a notice, in tenths of a second} */
  public static String text(Duration elapsed) {
    return "Still running, "
        + Seconds.text(Duration.ofMillis(elapsed.toMillis() / 100 * 100))
        + " s";
  }

  /** {@return whether a call in that state waits for a person to allow it} */
  static boolean isForPerson(CallState state) {
    return state instanceof CallState.Waiting(String gate) && gate.equals(Approvals.GATE);
  }

  /** {@return the text of the notice of that number while a call waits for a person (S3-18)} */
  static String waitText(int number) {
    return WAITS.get(number % WAITS.size());
  }

  /** {@return whether a progress message says that a call waits for a person (S3-18)} */
  public static boolean isWait(String message) {
    return WAITS.contains(message);
  }

  /**
   * {@return whether a progress message has the form of {@link #text}, rather than being a tool's
   * own}
   */
  public static boolean isText(String message) {
    return WAITS.contains(message) || TEXT.matcher(message).matches();
  }
}
