package dev.belay.gateway.relay;

import dev.belay.config.Repeats;
import dev.belay.config.Settings;
import dev.belay.gateway.answer.Answer;
import dev.belay.gateway.answer.AnswerKey;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.tools.share.SharedResults;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What one server's relay knows of calls that may be spared or made again (C27); there only where
 * configuration asks for any.
 *
 * <p>Safe for use by many threads.
 */
final class Repeating {
  private final Relay relay;
  private final ToolHints hints = new ToolHints();
  private final AtomicReference<@Nullable SharedResults<AnswerKey, Envelope, Answer>> answers =
      new AtomicReference<>();

  Repeating(Relay relay) {
    this.relay = relay;
  }

  /** {@return whether configuration speaks of any such call} */
  static boolean isAskedFor(Settings settings) {
    return settings.tools().stream().anyMatch(rule -> !rule.repeats().isEmpty());
  }

  void listed(byte[] result) {
    hints.learn(result);
  }

  /** The tools of the server are others now. */
  void toolsChanged() {
    hints.forget();
    var shared = answers.get();
    if (shared != null) {
      shared.forget();
    }
  }

  /**
   * A server asks a person, perhaps because of one of its calls: none of them is shared.
   *
   * @param place whose server it is
   */
  void asked(long place) {
    var shared = answers.get();
    if (shared != null) {
      shared.alone(key -> key.place() == place);
    }
  }

  /** {@return whether a call of that tool may have another's answer: it reads, and nothing else} */
  boolean mayShare(String tool, Repeats said) {
    return said.isCached() && isReadOnly(tool, said) && isIdempotent(tool, said);
  }

  /** {@return whether making a call of that tool once more does no harm} */
  boolean mayRetry(String tool, Repeats said) {
    return said.isRetried() && (isReadOnly(tool, said) || isIdempotent(tool, said));
  }

  private boolean isReadOnly(String tool, Repeats said) {
    return said.readOnly() == null ? hints.of(tool).readOnly() : said.readOnly();
  }

  private boolean isIdempotent(String tool, Repeats said) {
    return said.idempotent() == null ? hints.of(tool).idempotent() : said.idempotent();
  }

  /** {@return the answers that calls of this server share} */
  SharedResults<AnswerKey, Envelope, Answer> answers() {
    var known = answers.get();
    if (known != null) {
      return known;
    }
    var made = new SharedResults<AnswerKey, Envelope, Answer>(relay.time());
    var other = answers.compareAndExchange(null, made);
    return other == null ? made : other;
  }
}
