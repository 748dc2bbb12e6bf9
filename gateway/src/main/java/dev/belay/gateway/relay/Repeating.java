package dev.belay.gateway.relay;

import dev.belay.config.Repeats;
import dev.belay.config.Settings;
import dev.belay.core.call.Retry;
import dev.belay.gateway.answer.Answer;
import dev.belay.gateway.answer.AnswerKey;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.tools.share.SharedResults;
import dev.belay.tools.share.SharedWork;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one server's relay knows of calls that may be spared or made again (C27); there only where
 * configuration asks for any.
 *
 * <p>Safe for use by many threads.
 */
final class Repeating {
  private final Relay relay;
  private final Retry retry;
  private final AtomicReference<@Nullable SharedResults<AnswerKey, Envelope, Answer>> answers =
      new AtomicReference<>();

  Repeating(Relay relay) {
    this.relay = relay;
    retry = new Retry(relay.time(), () -> ThreadLocalRandom.current().nextDouble());
  }

  /** {@return whether configuration speaks of any such call} */
  static boolean isAskedFor(Settings settings) {
    return settings.tools().stream().anyMatch(rule -> !rule.repeats().isEmpty());
  }

  /** The tools of the server are others now. */
  void toolsChanged() {
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

  /** What no list has said yet counts as no. */
  private boolean isReadOnly(String tool, Repeats said) {
    var known = relay.tools().of(tool);
    return said.readOnly() == null ? known != null && known.readOnly() : said.readOnly();
  }

  private boolean isIdempotent(String tool, Repeats said) {
    var known = relay.tools().of(tool);
    return said.idempotent() == null ? known != null && known.idempotent() : said.idempotent();
  }

  /** {@return what makes calls of this server again} */
  Retry retry() {
    return retry;
  }

  /**
   * {@return a call's part in the answers of calls like it; null where it wants more than an
   * answer}
   *
   * @param hearer hears of progress where it waits with another call
   */
  @Nullable SharedWork<AnswerKey, Envelope, Answer> shared(
      ClientSession session,
      Envelope request,
      String tool,
      Repeats repeats,
      Consumer<Envelope> hearer) {
    var place = session.audience().place();
    var key = AnswerKey.of(place, session.link().principal(), tool, request);
    var directory = relay.governor().directory();
    return key == null
        ? null
        : new SharedWork<>(answers(), key, repeats.cacheTtl(), directory, hearer);
  }

  private SharedResults<AnswerKey, Envelope, Answer> answers() {
    var known = answers.get();
    if (known != null) {
      return known;
    }
    var made = new SharedResults<AnswerKey, Envelope, Answer>(relay.time());
    var other = answers.compareAndExchange(null, made);
    return other == null ? made : other;
  }
}
