package dev.belay.gateway.answer;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.envelope.TextResult;
import dev.belay.mcp.era.Era;
import dev.belay.tools.share.SharedWork;
import org.jspecify.annotations.Nullable;

/**
 * What a server said to a call.
 *
 * @param era that of the server; null where that is not known
 */
public record Answer(Envelope response, @Nullable Era era) implements SharedWork.Result {
  @Override
  public int bytes() {
    return response.bytes().length;
  }

  /** Only what succeeded holds for others. */
  @Override
  public boolean isKept() {
    var result = response.result();
    return response.kind() == Kind.RESPONSE
        && result != null
        && !result.isNull(response.bytes())
        && !isToolError();
  }

  /** A question is for the one client alone that asked. */
  @Override
  public boolean isForOthers() {
    var type = response.text(Member.RESULT_TYPE);
    return type == null || type.equals("complete");
  }

  /** {@return whether the server or its tool says that the call failed} */
  public boolean isError() {
    return response.kind() == Kind.ERROR || isToolError();
  }

  /** {@return whether the tool says that it failed} */
  public boolean isToolError() {
    return response.isTrue(Member.RESULT_IS_ERROR);
  }

  /**
   * {@return this answer with a word on a restart of the server beside what the tool said}
   *
   * @param notice what happened to the server; null where nothing has
   */
  public Answer noticed(@Nullable String notice) {
    var result = response.result();
    if (notice == null || result == null || result.isNull(response.bytes())) {
      return this;
    }
    // What a crash left on stderr is lines of its own, after which no sentence can go on.
    var gap = notice.contains("\n") ? "\n" : " ";
    var item =
        TextResult.notice(
            "[belay] " + notice + gap + "It was started again and may have lost its state.");
    return new Answer(Envelope.parseOwn(Splice.of(response).appendContent(item).bytes()), era);
  }
}
