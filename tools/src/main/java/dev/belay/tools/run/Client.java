package dev.belay.tools.run;

import dev.belay.mcp.server.LogLevel;
import dev.belay.mcp.server.Question;
import dev.belay.tools.call.ClientCannotAnswerException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Who made a call, as far as the call can speak to them. Safe for use by many threads.
 *
 * <p>Nothing here blocks but {@link #ask}.
 */
public interface Client {
  /** Somebody who hears nothing, and cannot be asked. */
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
   * @param limit for how long in all; zero is without limit
   */
  default void runs(Duration limit) {}

  /** Tells of progress, as often as the call beats. */
  void progress(@Nullable Double done, @Nullable Double total, @Nullable String message);

  /**
   * Tells something for a log.
   *
   * @param json any JSON value
   */
  void log(LogLevel level, byte[] json);

  /**
   * Asks all at once, and waits for as long as it takes.
   *
   * @return the results by the questions' keys, each one JSON object
   * @throws ClientCannotAnswerException if the client cannot be asked, or gives no proper answer
   * @throws InterruptedException when the call is stopped
   */
  Map<String, byte[]> ask(List<Question> questions) throws InterruptedException;

  /** Lets go of the connection that waits, where the client can come again for the answer. */
  default void letGo() {}

  /**
   * {@return whether the client declared a capability, such as {@code elicitation}, {@code url}}
   */
  boolean canAnswer(String... capability);
}
