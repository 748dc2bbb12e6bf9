package dev.belay.cli.remote;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a running gateway, as {@code GET /api/calls} reports it. Times are in seconds.
 *
 * @param upstream the server's name; null if the gateway does not report it
 * @param arguments the beginning of its arguments; null if the gateway does not report them
 * @param client what its client calls itself; null if the gateway does not report it
 * @param state accepted, waiting or running
 * @param held why its idle clock is stopped; null if it runs
 * @param beatAge time since its last sign of progress; null before the first
 * @param message message of its last sign of progress
 * @param timeout total limit; null for none
 * @param idleTimeout limit without progress; null for none
 * @param isProgressBacked false if a timer instead of progress keeps it from being idle
 */
public record RemoteCall(
    String id,
    String tool,
    @Nullable String upstream,
    @Nullable String arguments,
    String principal,
    @Nullable String client,
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

  /** {@return the calls in the answer} */
  public static List<RemoteCall> list(byte[] answer) throws GatewayTrouble {
    var body = JsonFields.of(answer);
    if (body.items("calls") == null) {
      throw new GatewayTrouble("the list of calls cannot be read; is that a belay serve?");
    }
    return body.list("calls").stream().map(RemoteCall::of).toList();
  }

  private static RemoteCall of(JsonFields call) {
    var beat = call.in("last_heartbeat");
    var limits = call.in("limits");
    return new RemoteCall(
        call.text("id"),
        call.text("tool"),
        call.find("upstream"),
        call.find("arguments"),
        call.text("principal"),
        call.find("client"),
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

  /** {@return whether it waits for a person's decision} */
  public boolean waitsForPerson() {
    return "approval".equals(held);
  }

  /** {@return the first digits of its id, as used in logs and thread names} */
  public String brief() {
    return brief(id);
  }

  static String brief(String id) {
    var digits = digits(id);
    return digits.length() <= BRIEF ? digits : digits.substring(0, BRIEF);
  }

  /** {@return whether the word is its id, or the beginning of the id's digits} */
  public boolean isMeantBy(String word) {
    return isMeant(id, word);
  }

  /** {@return whether the word is the id, or the beginning of its digits} */
  public static boolean isMeant(String id, String word) {
    return id.equals(word) || (!word.isEmpty() && digits(id).startsWith(word));
  }

  private static String digits(String id) {
    return id.substring(id.lastIndexOf('-') + 1);
  }

  /**
   * A call that has ended while its work goes on, as {@code GET /api/calls} reports it.
   *
   * @param upstream the server; null if the gateway does not report it
   * @param outcome how it ended; null if the gateway does not report it
   * @param at the current place in its tool's code; null if it has none
   */
  public record AbandonedCall(
      String id,
      String tool,
      @Nullable String upstream,
      @Nullable String outcome,
      @Nullable String at) {
    /** {@return the abandoned calls in the answer} */
    public static List<AbandonedCall> list(byte[] answer) {
      return JsonFields.of(answer).list("abandoned").stream()
          .map(call ->
              new AbandonedCall(
                  call.text("id"),
                  call.text("tool"),
                  call.find("upstream"),
                  call.find("outcome"),
                  call.find("at")))
          .toList();
    }

    /** {@return the call as one line: id and tool, server, outcome and current place} */
    public String line() {
      var line = new StringBuilder(RemoteCall.brief(id)).append(' ').append(tool);
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
