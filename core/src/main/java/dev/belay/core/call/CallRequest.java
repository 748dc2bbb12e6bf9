package dev.belay.core.call;

import dev.belay.core.cancel.Cancellation;
import dev.belay.core.name.ShortText;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request for one run: the tool, its arguments and the terms of the run.
 *
 * @param tool the name of the tool, truncated if longer than any known name
 * @param upstream the server that has the tool; null for a tool of this program
 * @param gates the gates to pass before running, in this order
 * @param unattended what happens to the call when its last waiter has left
 * @param parent the cancellation that the call ends with; null for none
 * @param grace how long the stopped work may take to end; null for the governor's default
 * @param id the id of an earlier run that this one takes the place of; null for a new one
 */
public record CallRequest(
    String tool,
    @Nullable String upstream,
    Payload arguments,
    Limits limits,
    Caller caller,
    List<Gate> gates,
    Unattended unattended,
    @Nullable Cancellation parent,
    @Nullable Duration grace,
    @Nullable CallId id) {
  /** Copies {@code gates}, and truncates the name to the length that is kept. */
  public CallRequest {
    tool = ShortText.name(tool);
    gates = List.copyOf(gates);
  }

  /** Creates a request for a call with an id of its own. */
  public CallRequest(
      String tool,
      @Nullable String upstream,
      Payload arguments,
      Limits limits,
      Caller caller,
      List<Gate> gates,
      Unattended unattended,
      @Nullable Cancellation parent,
      @Nullable Duration grace) {
    this(tool, upstream, arguments, limits, caller, gates, unattended, parent, grace, null);
  }

  /** {@return a local request with the default limits and no gates, which runs without waiters} */
  public static CallRequest of(String tool, Payload arguments) {
    return new CallRequest(
        tool,
        null,
        arguments,
        Limits.DEFAULT,
        Caller.LOCAL,
        List.of(),
        new Unattended.Never(),
        null,
        null);
  }

  /** {@return this request, for a tool of that server} */
  public CallRequest withUpstream(String name) {
    return new CallRequest(
        tool, name, arguments, limits, caller, gates, unattended, parent, grace, id);
  }

  /** {@return this request with other limits} */
  public CallRequest withLimits(Limits other) {
    return new CallRequest(
        tool, upstream, arguments, other, caller, gates, unattended, parent, grace, id);
  }

  /** {@return this request on behalf of another caller} */
  public CallRequest withCaller(Caller other) {
    return new CallRequest(
        tool, upstream, arguments, limits, other, gates, unattended, parent, grace, id);
  }

  /** {@return this request with these gates} */
  public CallRequest withGates(Gate... others) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, List.of(others), unattended, parent, grace, id);
  }

  /** {@return this request with another policy for an unattended call} */
  public CallRequest withUnattended(Unattended other) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, gates, other, parent, grace, id);
  }

  /** {@return this request with {@code other} as its parent} */
  public CallRequest within(Cancellation other) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, gates, unattended, other, grace, id);
  }

  /** {@return this request with another grace period for stopped work} */
  public CallRequest withGrace(Duration other) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, gates, unattended, parent, other, id);
  }

  /** {@return this request, to be run under the id of an earlier run} */
  public CallRequest withId(CallId earlier) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, gates, unattended, parent, grace, earlier);
  }
}
