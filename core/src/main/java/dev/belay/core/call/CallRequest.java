package dev.belay.core.call;

import dev.belay.core.cancel.Cancellation;
import dev.belay.core.name.ShortText;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for: a tool, its arguments, and the terms of the run.
 *
 * @param tool its name, cut where it is longer than any that is known
 * @param upstream the server that has the tool; null for a tool of this program
 * @param gates what to pass before running, in this order
 * @param unattended what becomes of the call when nobody waits for it any more
 * @param parent what the call belongs to, if anything: cancelled with it
 * @param grace how long its work may take to end once it is stopped; null for the governor's own
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
    @Nullable Duration grace) {
  /** Keeps its own copy of {@code gates}, and no more of the name than may be told of. */
  public CallRequest {
    tool = ShortText.name(tool);
    gates = List.copyOf(gates);
  }

  /** {@return a local request with the default limits, no gates, and no need of a waiter} */
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

  /** {@return this request for a tool of that server} */
  public CallRequest withUpstream(String name) {
    return new CallRequest(tool, name, arguments, limits, caller, gates, unattended, parent, grace);
  }

  /** {@return this request with other limits} */
  public CallRequest withLimits(Limits other) {
    return new CallRequest(
        tool, upstream, arguments, other, caller, gates, unattended, parent, grace);
  }

  /** {@return this request on behalf of another caller} */
  public CallRequest withCaller(Caller other) {
    return new CallRequest(
        tool, upstream, arguments, limits, other, gates, unattended, parent, grace);
  }

  /** {@return this request on behalf of somebody of whom no more is known} */
  public CallRequest onBehalfOf(String principal, @Nullable String sessionId) {
    return withCaller(Caller.of(principal, sessionId));
  }

  /** {@return this request with these gates to pass} */
  public CallRequest withGates(Gate... others) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, List.of(others), unattended, parent, grace);
  }

  /** {@return this request with another answer to being left alone} */
  public CallRequest withUnattended(Unattended other) {
    return new CallRequest(tool, upstream, arguments, limits, caller, gates, other, parent, grace);
  }

  /** {@return this request as part of {@code other}} */
  public CallRequest within(Cancellation other) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, gates, unattended, other, grace);
  }

  /** {@return this request, whose work gets so long to end once it is stopped} */
  public CallRequest withGrace(Duration other) {
    return new CallRequest(
        tool, upstream, arguments, limits, caller, gates, unattended, parent, other);
  }
}
