package dev.belay.tools.run;

import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.lane.Lanes;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.tools.result.ResultVersion;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request for one call of a tool.
 *
 * @param arguments as received: one JSON object
 * @param wish the limit that the caller asks for (C28); zero for none
 * @param version the form of the result
 * @param lanes in which the call may have to wait for others (C19); null for none
 * @param first gates that every call passes once its arguments are checked
 * @param gates passed before the lane by calls that run themselves
 * @param parent whose cancellation cancels the call; null for none
 * @param upstream the server to which the call is attributed; null for none
 * @param grace for its work to end once it is stopped; null for the governor's own
 * @param turn the terms of the turn that it belongs to; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // Requests are never compared.
public record ToolRequest(
    byte[] arguments,
    Caller caller,
    Duration wish,
    ResultVersion version,
    @Nullable Lanes lanes,
    List<Gate> first,
    List<Gate> gates,
    @Nullable Cancellation parent,
    @Nullable String upstream,
    @Nullable Duration grace,
    @Nullable TurnCallPolicy turn) {
  /** Makes defensive copies of the lists; the arguments are shared, and must not be changed. */
  public ToolRequest {
    first = List.copyOf(first);
    gates = List.copyOf(gates);
  }

  /** {@return a local request without a wish, a gate or a lane} */
  public static ToolRequest of(byte[] arguments) {
    return new ToolRequest(
        arguments,
        Caller.LOCAL,
        Duration.ZERO,
        ResultVersion.V2,
        null,
        List.of(),
        List.of(),
        null,
        null,
        null,
        null);
  }

  /** {@return this request on behalf of another caller} */
  public ToolRequest by(Caller other) {
    return new ToolRequest(
        arguments, other, wish, version, lanes, first, gates, parent, upstream, grace, turn);
  }

  /** {@return this request with another wish} */
  public ToolRequest wishing(Duration other) {
    return new ToolRequest(
        arguments, caller, other, version, lanes, first, gates, parent, upstream, grace, turn);
  }

  /** {@return this request for a result in another form} */
  public ToolRequest in(ResultVersion other) {
    return new ToolRequest(
        arguments, caller, wish, other, lanes, first, gates, parent, upstream, grace, turn);
  }

  /** {@return this request with gates behind the check of arguments, and before all others} */
  public ToolRequest behind(List<Gate> others) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, others, gates, parent, upstream, grace, turn);
  }

  /** {@return this request within lanes} */
  public ToolRequest beside(Lanes others) {
    return new ToolRequest(
        arguments, caller, wish, version, others, first, gates, parent, upstream, grace, turn);
  }

  /** {@return this request with gates to pass} */
  public ToolRequest through(List<Gate> others) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, first, others, parent, upstream, grace, turn);
  }

  /** {@return this request with {@code other} as its parent} */
  public ToolRequest within(Cancellation other) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, first, gates, other, upstream, grace, turn);
  }

  /** {@return this request as a call of that server} */
  public ToolRequest ofServer(String server) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, first, gates, parent, server, grace, turn);
  }

  /** {@return this request with that time for its work to end once it is stopped} */
  public ToolRequest endingWithin(Duration most) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, first, gates, parent, upstream, most, turn);
  }

  /** {@return this request as a call of a turn} */
  public ToolRequest inTurn(TurnCallPolicy terms) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, first, gates, parent, upstream, grace, terms);
  }
}
