package dev.belay.core.call;

import dev.belay.core.cancel.Cancellation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for: a tool, its arguments, and the terms of the run.
 *
 * @param gates what to pass before running, in this order
 * @param unattended what becomes of the call when nobody waits for it any more
 * @param parent what the call belongs to, if anything: cancelled with it
 */
public record CallRequest(
    String tool,
    Payload arguments,
    Limits limits,
    Caller caller,
    List<Gate> gates,
    Unattended unattended,
    @Nullable Cancellation parent) {
  /** Keeps its own copy of {@code gates}. */
  public CallRequest {
    gates = List.copyOf(gates);
  }

  /** {@return a local request with the default limits, no gates, and no need of a waiter} */
  public static CallRequest of(String tool, Payload arguments) {
    return new CallRequest(
        tool, arguments, Limits.DEFAULT, Caller.LOCAL, List.of(), new Unattended.Never(), null);
  }

  /** {@return this request with other limits} */
  public CallRequest withLimits(Limits other) {
    return new CallRequest(tool, arguments, other, caller, gates, unattended, parent);
  }

  /** {@return this request on behalf of another caller} */
  public CallRequest withCaller(Caller other) {
    return new CallRequest(tool, arguments, limits, other, gates, unattended, parent);
  }

  /** {@return this request with these gates to pass} */
  public CallRequest withGates(Gate... others) {
    return new CallRequest(tool, arguments, limits, caller, List.of(others), unattended, parent);
  }

  /** {@return this request with another answer to being left alone} */
  public CallRequest withUnattended(Unattended other) {
    return new CallRequest(tool, arguments, limits, caller, gates, other, parent);
  }

  /** {@return this request as part of {@code other}} */
  public CallRequest within(Cancellation other) {
    return new CallRequest(tool, arguments, limits, caller, gates, unattended, other);
  }
}
