package dev.belay.gateway.turn;

import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.lane.Lane;
import dev.belay.core.turn.ToolAnswer;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.core.turn.TurnTool;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import org.jspecify.annotations.Nullable;

/**
 * A tool of a server or of this program within a turn: called as for any client, so that its whole
 * configuration applies.
 */
final class HostTool implements TurnTool {
  private final ToolCalls calls;
  private final TurnAsker asker;
  private final AskedTool asked;
  private final Lane lane;
  private final Limits limits;
  private final Guess guess;

  /** The result of the tool itself; null before it, and if there is none. */
  private volatile byte @Nullable [] result;

  /**
   * Creates the use of a tool, without a call yet.
   *
   * @param guess the suggestions if there is no such tool
   */
  HostTool(
      ToolCalls calls, TurnAsker asker, AskedTool asked, Lane lane, Limits limits, Guess guess) {
    this.calls = calls;
    this.asker = asker;
    this.asked = asked;
    this.lane = lane;
    this.limits = limits;
    this.guess = guess;
  }

  @Override
  public String name() {
    return asked.name();
  }

  @Override
  public Lane lane() {
    return lane;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public String fingerprint() {
    return asked.fingerprint();
  }

  @Override
  public void start(TurnCallPolicy terms) {
    calls.start(
        new ToolCall(
            asked.name(),
            asked.input(),
            asker,
            terms,
            terms::started,
            why -> terms.refused(guess.on(why))));
  }

  @Override
  public ToolAnswer read(Payload payload) {
    if (!payload.dialect().equals(UpstreamCall.DIALECT)) {
      result = payload.bytes();
      return guess.on(ToolReading.ofResult(payload.bytes()));
    }
    var response = Envelope.parseOwn(payload.bytes());
    result = response.raw(Member.RESULT);
    return guess.on(ToolReading.of(response));
  }

  /** {@return the result of the tool itself; null before it, and if there is none} */
  byte @Nullable [] result() {
    return result;
  }
}
