package dev.belay.gateway.upstream;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.StopEffects;
import dev.belay.mcp.envelope.Envelope;
import java.util.Set;

/**
 * Receives the events of one running call from its upstream.
 *
 * <p>Called by the connection's reader thread or the thread that stops the call: must not block.
 */
public interface CallListener {
  /** {@return the unchanging description of the call} */
  CallInfo call();

  /** {@return the owner of the call} */
  Asker asker();

  /** {@return the caller} */
  UpstreamUser user();

  /** The upstream reported progress. */
  void progressed(Envelope progress);

  /** {@return whether the request asks for a legacy task, and takes one for an answer} */
  default boolean asksForTask() {
    return false;
  }

  /**
   * {@return whether the answer asks for input, which the listener then obtains while the call goes
   * on}
   *
   * <p>The listener then repeats the call by {@link UpstreamCall#again} or fails it by {@link
   * UpstreamCall#fail}.
   */
  boolean asksBack(Envelope response);

  /**
   * The task of the call needs answers of the client, without which it does not go on.
   *
   * @param questions an object with {@code inputRequests}
   * @param answers receives each answer as it comes
   */
  default void asksInTask(byte[] questions, TaskAnswers answers) {
    answers.fail("The server asks for input, which nobody can give.");
  }

  /** The task of the call no longer needs the answers to questions of these keys. */
  default void withdrawsInTask(Set<String> keys) {}

  /** The call was stopped, and its upstream has been told so, or is not there to be told. */
  void takenBack();

  /** The stop is complete, with these effects on processes. */
  void stopped(StopEffects effects);

  /**
   * {@return the note to write if an answer arrives after the stop; requested once and long-lived,
   * so it must not hold the request}
   */
  LateNote lateNote();
}
