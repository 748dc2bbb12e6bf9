package dev.belay.tools.run;

import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.lane.Lanes;
import dev.belay.core.turn.CallTerms;
import dev.belay.tools.result.ResultVersion;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks of a tool.
 *
 * @param arguments as they came: one JSON object
 * @param wish the limit that the caller asks for (C28); zero for none
 * @param version the form of the result
 * @param lanes within which a call may have to wait for others (C19); null for none
 * @param gates what to pass before the lane
 * @param parent what the call belongs to, if anything: cancelled with it
 * @param upstream the server whose call it is said to be; null for none
 * @param grace how long its work may take to end once it is stopped; null for the governor's own
 * @param turn the terms of the turn that it is a call of; null for none
 */
@SuppressWarnings("ArrayRecordComponent") // Requests are made, never compared.
public record ToolRequest(
    byte[] arguments,
    Caller caller,
    Duration wish,
    ResultVersion version,
    @Nullable Lanes lanes,
    List<Gate> gates,
    @Nullable Cancellation parent,
    @Nullable String upstream,
    @Nullable Duration grace,
    @Nullable CallTerms turn) {
  /** Keeps its own copy of the list; the arguments are shared, and must not be changed. */
  public ToolRequest {
    gates = List.copyOf(gates);
  }

  /** {@return a local request without any wish, gate or lane} */
  public static ToolRequest of(byte[] arguments) {
    return new ToolRequest(
        arguments,
        Caller.LOCAL,
        Duration.ZERO,
        ResultVersion.V2,
        null,
        List.of(),
        null,
        null,
        null,
        null);
  }

  /** {@return this request on behalf of another caller} */
  public ToolRequest by(Caller other) {
    return new ToolRequest(
        arguments, other, wish, version, lanes, gates, parent, upstream, grace, turn);
  }

  /** {@return this request with another wish} */
  public ToolRequest wishing(Duration other) {
    return new ToolRequest(
        arguments, caller, other, version, lanes, gates, parent, upstream, grace, turn);
  }

  /** {@return this request for a result of another form} */
  public ToolRequest in(ResultVersion other) {
    return new ToolRequest(
        arguments, caller, wish, other, lanes, gates, parent, upstream, grace, turn);
  }

  /** {@return this request among others} */
  public ToolRequest beside(Lanes others) {
    return new ToolRequest(
        arguments, caller, wish, version, others, gates, parent, upstream, grace, turn);
  }

  /** {@return this request with gates to pass} */
  public ToolRequest through(List<Gate> others) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, others, parent, upstream, grace, turn);
  }

  /** {@return this request as part of {@code other}} */
  public ToolRequest within(Cancellation other) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, gates, other, upstream, grace, turn);
  }

  /** {@return this request as a call of that server} */
  public ToolRequest ofServer(String server) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, gates, parent, server, grace, turn);
  }

  /** {@return this request, whose work gets so long to end once it is stopped} */
  public ToolRequest endingWithin(Duration most) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, gates, parent, upstream, most, turn);
  }

  /** {@return this request as a call of a turn} */
  public ToolRequest inTurn(CallTerms terms) {
    return new ToolRequest(
        arguments, caller, wish, version, lanes, gates, parent, upstream, grace, terms);
  }
}
