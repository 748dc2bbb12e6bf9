package dev.belay.mcp.server;

import dev.belay.core.time.Time;
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
 * One request as its {@link Handler} sees it: what was asked, and what may be said meanwhile.
 *
 * <p>Safe for use by many threads. Once the request is answered or taken back, nothing that is sent
 * here reaches the client.
 */
public interface Exchange {
  /** {@return the client's own id for the request} */
  RequestId id();

  /** {@return who is asking, as the transport knows them} */
  ClientLink client();

  /** {@return the era of the request} */
  Era era();

  /** {@return the revision that the client speaks: of its session, or of this request} */
  Revision revision();

  /** {@return who is asking: an authenticated subject, or {@code local}} */
  String principal();

  /** {@return the tool, prompt or URI that is meant; empty for completions} */
  String target();

  /** {@return the params as they came: one JSON object} */
  byte[] params();

  /** {@return the arguments as they came: one JSON object, empty if there are none} */
  byte[] arguments();

  /** {@return what the URI has in the place of the template's variables, undecoded} */
  Map<String, String> variables();

  /** {@return whether the client declared a capability, such as {@code sampling}} */
  boolean declares(String... capability);

  /** Fails with −32021, naming the capability, or as the legacy era has it, if it is missing. */
  void require(String... capability) throws RequestFailed;

  /** {@return whether the client asked for progress} */
  boolean wantsProgress();

  /**
   * Begins to tell the client of progress, until that is closed; null if it did not ask for any.
   *
   * @param keepAlive when it hears in silence that the request still runs
   */
  @Nullable ClientProgress progress(Time time, KeepAlive keepAlive);

  /**
   * Sends a log message, if the client wants those of this level.
   *
   * @param data any JSON value
   */
  void log(LogLevel level, byte[] data);

  /** Has {@code hook} run once if the request is taken back; at once if it has been. */
  void onCancel(Runnable hook);

  /** {@return whether the request was taken back, or its client has gone} */
  boolean isCancelled();

  /**
   * The call that is asked for runs from now on, as {@link
   * dev.belay.mcp.session.ReplyTo#runs(Duration)} has it.
   */
  default void runs(Duration limit) {}

  /** {@return whether it is cancelled since its client has gone, which did not take it back} */
  boolean hasClientGone();

  /**
   * Asks the client one thing and returns its answer: the result as one JSON object.
   *
   * <p>In the legacy era this waits for as long as the client takes. In the modern one the handler
   * ends here and runs again from the start once the answer is there; answers to earlier questions
   * are given again, for which the server needs {@link McpServerBuilder#requestStates}.
   *
   * @throws RequestFailed if the client did not declare that it can be asked this, or answered with
   *     an error
   */
  default byte[] ask(Question question) throws RequestFailed, InputRequired, InterruptedException {
    return Objects.requireNonNull(ask(List.of(question)).get(question.key()));
  }

  /**
   * Asks the client several things at once, as {@link #ask(Question)} asks one.
   *
   * @return the answers by the questions' keys, once all are there
   */
  Map<String, byte[]> ask(List<Question> questions)
      throws RequestFailed, InputRequired, InterruptedException;

  /** {@return the client's answer of this round; null if there is none, or it is no object} */
  byte @Nullable [] inputResponse(String key);

  /** {@return what the client brought back, unchecked unless the server has its own codec} */
  @Nullable String requestState();

  /**
   * Seals what a later round of this request, and no other, is to find in {@link #state}.
   *
   * @throws IllegalStateException if the server has no {@link McpServerBuilder#requestStates}
   */
  String seal(byte[] payload);

  /** {@return what an earlier round has sealed, verified; null if there was none} */
  byte @Nullable [] state();

  /**
   * Lets go of the connection that waits for the answer, where the client can fetch it later (MCP
   * 2025-11-25 §streamable-http); elsewhere nothing happens.
   */
  void letGo();

  /** Asks all of {@code questions} at once, and remembers {@code payload} meanwhile. */
  default InputRequired inputRequired(List<Question> questions, byte[] payload) {
    return new InputRequired(questions, seal(payload));
  }
}
