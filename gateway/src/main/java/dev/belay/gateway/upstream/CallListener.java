package dev.belay.gateway.upstream;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.StopEffects;
import dev.belay.mcp.envelope.Envelope;

/**
 * Receives what an upstream says about one call while it runs.
 *
 * <p>Called by the connection's reader thread or the thread that stops the call: must not block.
 */
public interface CallListener {
  /** {@return what does not change about it} */
  CallInfo call();

  /** {@return whose call it is} */
  Asker asker();

  /** {@return who calls} */
  UpstreamUser user();

  /** The upstream reported progress. */
  void progressed(Envelope progress);

  /** {@return whether the request asks for a legacy task, and takes one for an answer} */
  default boolean asksForTask() {
    return false;
  }

  /**
   * {@return whether the answer is questions: they are dealt with, and the call goes on}
   *
   * <p>It is then made again, or fails, by {@link UpstreamCall#again} or {@link UpstreamCall#fail}.
   */
  boolean asksBack(Envelope response);

  /**
   * The task of the call needs answers of the client, without which it does not go on.
   *
   * @param questions an object with {@code inputRequests}
   */
  default void asksInTask(byte[] questions, TaskAnswers answers) {
    answers.fail("The server asks for input, which nobody can give.");
  }

  /** The call was stopped, and its upstream has been told so, or is not there to be told. */
  void takenBack();

  /** Its stop is through, and did this to processes. */
  void stopped(StopEffects effects);

  /**
   * {@return what is told of an answer after the call was stopped; asked for once, then kept for
   * long, so it must not hold the request}
   */
  LateNote lateNote();
}
