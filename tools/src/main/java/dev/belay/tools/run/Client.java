package dev.belay.tools.run;

import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.server.Question;
import dev.belay.tools.call.ClientCannotAnswerException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Connection of a call to its client. Safe for use by many threads.
 *
 * <p>Only {@link #ask} blocks.
 */
public interface Client {
  /** A client that drops messages and cannot be asked. */
  Client NONE =
      new Client() {
        @Override
        public void progress(
            @Nullable Double done, @Nullable Double total, @Nullable String message) {}

        @Override
        public void log(LogLevel level, byte[] json) {}

        @Override
        public boolean canAnswer(String... capability) {
          return false;
        }

        @Override
        public Map<String, byte[]> ask(List<Question> questions) {
          throw new ClientCannotAnswerException(
              "There is no client that could be asked (" + questions.getFirst().method() + ").",
              null);
        }
      };

  /**
   * The tool begins to run.
   *
   * @param limit of its total time; zero is without limit
   */
  default void runs(Duration limit) {}

  /** Sends progress, once per heartbeat of the call. */
  void progress(@Nullable Double done, @Nullable Double total, @Nullable String message);

  /**
   * Sends a message for the client's log.
   *
   * @param json any JSON value
   */
  void log(LogLevel level, byte[] json);

  /**
   * Asks all questions at once, and waits without a limit of its own.
   *
   * @return the results by the questions' keys, each one JSON object
   * @throws ClientCannotAnswerException if the client cannot be asked, or gives no proper answer
   * @throws InterruptedException when the call is stopped
   */
  Map<String, byte[]> ask(List<Question> questions) throws InterruptedException;

  /** Releases the connection that waits, if the client can fetch the answer later. */
  default void letGo() {}

  /**
   * {@return whether the client declared a capability, such as {@code elicitation}, {@code url}}
   */
  boolean canAnswer(String... capability);
}
