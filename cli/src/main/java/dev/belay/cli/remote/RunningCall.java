package dev.belay.cli.remote;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a running gateway, as {@code GET /api/calls} tells it. Times are in seconds.
 *
 * @param upstream the server's name; null where the gateway does not say
 * @param state accepted, waiting or running
 * @param held why its idle clock stands; null if it does not
 * @param beatAge since its last sign of progress; null before the first
 * @param message of its last sign of progress
 * @param timeout null for no limit
 * @param idleTimeout null for no limit
 * @param isProgressBacked false where a timer, not progress, keeps it from being idle
 */
public record RunningCall(
    String id,
    String tool,
    @Nullable String upstream,
    String principal,
    String state,
    @Nullable String held,
    double elapsed,
    @Nullable Double beatAge,
    @Nullable String message,
    @Nullable Double done,
    @Nullable Double total,
    @Nullable Double timeout,
    @Nullable Double idleTimeout,
    boolean isProgressBacked) {
  private static final int BRIEF = 8;

  /** {@return the calls in that answer} */
  public static List<RunningCall> list(byte[] answer) throws GatewayTrouble {
    var body = Fields.of(answer);
    if (body.items("calls") == null) {
      throw new GatewayTrouble("the list of calls cannot be read; is that a belay serve?");
    }
    return body.list("calls").stream().map(RunningCall::of).toList();
  }

  private static RunningCall of(Fields call) {
    var beat = call.in("last_heartbeat");
    var limits = call.in("limits");
    return new RunningCall(
        call.text("id"),
        call.text("tool"),
        call.find("upstream"),
        call.text("principal"),
        call.text("state"),
        call.find("held"),
        Objects.requireNonNullElse(call.number("elapsed_s"), 0.0),
        beat.number("age_s"),
        beat.find("message"),
        beat.number("done"),
        beat.number("total"),
        limits.number("timeout_s"),
        limits.number("idle_timeout_s"),
        !call.has("progress_backed") || call.is("progress_backed"));
  }

  /** {@return the first digits of its id, as logs and threads call it} */
  public String brief() {
    return brief(id);
  }

  static String brief(String id) {
    var digits = digits(id);
    return digits.length() <= BRIEF ? digits : digits.substring(0, BRIEF);
  }

  /** {@return whether that is its id, or the beginning of its digits} */
  public boolean isMeantBy(String word) {
    return isMeant(id, word);
  }

  /** {@return whether that is this id, or the beginning of its digits} */
  public static boolean isMeant(String id, String word) {
    return id.equals(word) || (!word.isEmpty() && digits(id).startsWith(word));
  }

  private static String digits(String id) {
    return id.substring(id.lastIndexOf('-') + 1);
  }

  /**
   * A call that has ended while its work goes on, as {@code GET /api/calls} tells of it.
   *
   * @param upstream the server; null where the gateway does not say
   * @param outcome how it ended; null where the gateway does not say
   * @param at the place in its tool's code; null where it has none
   */
  public record AbandonedCall(
      String id,
      String tool,
      @Nullable String upstream,
      @Nullable String outcome,
      @Nullable String at) {
    /** {@return those of that answer} */
    public static List<AbandonedCall> list(byte[] answer) {
      return Fields.of(answer).list("abandoned").stream()
          .map(call ->
              new AbandonedCall(
                  call.text("id"),
                  call.text("tool"),
                  call.find("upstream"),
                  call.find("outcome"),
                  call.find("at")))
          .toList();
    }

    /** {@return it as one line: what it is, whose, how it ended and where it is now} */
    public String line() {
      var line = new StringBuilder(RunningCall.brief(id)).append(' ').append(tool);
      if (upstream != null) {
        line.append(" of ").append(upstream);
      }
      if (outcome != null) {
        line.append(", ").append(outcome);
      }
      line.append(", goes on");
      if (at != null) {
        line.append(" at ").append(at);
      }
      return CallRow.line(line.toString());
    }
  }
}
