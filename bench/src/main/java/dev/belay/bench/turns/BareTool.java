package dev.belay.bench.turns;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Work;
import dev.belay.core.lane.Lane;
import dev.belay.core.turn.CallTerms;
import dev.belay.core.turn.ToolAnswer;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.TurnTool;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tool in a turn whose way to the governor costs nothing.
 *
 * @param fingerprint tells its calls from others, which else would be a loop
 */
record BareTool(Governor governor, Work work, String fingerprint) implements TurnTool {
  /** What the calls of turns are compared with. */
  static final CallRequest REQUEST = CallRequest.of("bare", Payload.EMPTY);

  private static final Lane LANE = new Lane.Parallel();
  private static final ToolAnswer ANSWER = new ToolAnswer("", "", /* isError= */ false);

  /** {@return so many calls that do that, each of other arguments} */
  static List<ToolUse> calls(int count, Governor governor, Work work) {
    return IntStream.range(0, count)
        .mapToObj(Integer::toString)
        .map(id -> new ToolUse(id, new BareTool(governor, work, "{\"a\":" + id + "}")))
        .toList();
  }

  @Override
  public String name() {
    return "bare";
  }

  @Override
  public Lane lane() {
    return LANE;
  }

  @Override
  public Limits limits() {
    return Limits.DEFAULT;
  }

  @Override
  public void start(CallTerms terms) {
    terms.started(governor.start(terms.on(REQUEST), work));
  }

  @Override
  public ToolAnswer read(Payload result) {
    return ANSWER;
  }
}
