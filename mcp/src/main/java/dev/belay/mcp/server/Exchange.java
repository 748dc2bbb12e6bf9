package dev.belay.mcp.server;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.session.ClientLink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request as seen by its {@link Handler}: its params, and the messages that may be sent
 * meanwhile.
 *
 * <p>Safe for use by many threads. Once the request is answered or cancelled, messages sent here do
 * not reach the client.
 */
public interface Exchange {
  /** {@return the client's own id for the request} */
  RequestId id();

  /** {@return the client, as known to the transport} */
  ClientLink client();

  /** {@return the era of the request} */
  Era era();

  /** {@return the revision of the client's session, or of this request} */
  Revision revision();

  /** {@return the caller: an authenticated subject, or {@code local}} */
  String principal();

  /**
   * {@return the name that the client gives itself, in this request or at the opening of its
   * session, unchecked; empty for none}
   */
  String clientName();

  /** {@return the requested tool, prompt or URI; empty for completions} */
  String target();

  /** {@return the params as received: one JSON object} */
  byte[] params();

  /** {@return the arguments as received: one JSON object, empty if there are none} */
  byte[] arguments();

  /** {@return the values of the template's variables in the URI, undecoded} */
  Map<String, String> variables();

  /** {@return whether the client declared a capability, such as {@code sampling}} */
  boolean declares(String... capability);

  /**
   * Fails with −32021 naming the capability, or the equivalent of the legacy era, if it is missing.
   */
  void require(String... capability) throws RequestFailed;

  /** {@return whether the client requested progress} */
  boolean wantsProgress();

  /**
   * Begins to report progress to the client, until the result is closed; null if it requested none.
   *
   * @param keepAlive when it is told in silence that the request still runs
   */
  @Nullable ClientProgress progress(Time time, KeepAlive keepAlive);

  /**
   * Sends a log message, if the client wants those of this level.
   *
   * @param data any JSON value
   */
  void log(LogLevel level, byte[] data);

  /** Runs {@code hook} once if the request is cancelled; at once if it has been. */
  void onCancel(Runnable hook);

  /** {@return whether the request was cancelled, or its client is gone} */
  boolean isCancelled();

  /**
   * Reports that the requested call runs from now on, see {@link
   * dev.belay.mcp.session.ReplyTo#runs(Duration)}.
   */
  default void runs(Duration limit) {}

  /** {@return whether it is cancelled because its client is gone, without having cancelled it} */
  boolean hasClientGone();

  /**
   * Asks the client one question and returns its answer: the result as one JSON object.
   *
   * <p>In the legacy era this waits for as long as the client takes. In the modern one the handler
   * ends here and runs again from the start once the answer is there; answers to earlier questions
   * are repeated, for which the server needs {@link McpServerBuilder#requestStates}.
   *
   * @throws RequestFailed if the client did not declare the capability, or answered with an error
   */
  default byte[] ask(Question question) throws RequestFailed, InputRequired, InterruptedException {
    return Objects.requireNonNull(ask(List.of(question)).get(question.key()));
  }

  /**
   * Asks the client several questions at once, like {@link #ask(Question)}.
   *
   * @return the answers by the questions' keys, once all are there
   */
  Map<String, byte[]> ask(List<Question> questions)
      throws RequestFailed, InputRequired, InterruptedException;

  /** {@return the client's answer in this round; null if there is none, or it is not an object} */
  byte @Nullable [] inputResponse(String key);

  /**
   * {@return the state that the client brought back, unchecked unless the server has its own codec}
   */
  @Nullable String requestState();

  /**
   * Seals a payload for {@link #state} in a later round of this request, and no other.
   *
   * @throws IllegalStateException if the server has no {@link McpServerBuilder#requestStates}
   */
  String seal(byte[] payload);

  /** {@return the payload sealed in an earlier round, verified; null if there was none} */
  byte @Nullable [] state();

  /**
   * Releases the connection that waits for the answer, if the client can fetch the answer later
   * (MCP 2025-11-25 §streamable-http); otherwise does nothing.
   */
  void letGo();

  /**
   * Returns the exception that asks all of {@code questions} at once, and keeps {@code payload}
   * meanwhile.
   */
  default InputRequired inputRequired(List<Question> questions, byte[] payload) {
    return new InputRequired(questions, seal(payload));
  }
}
