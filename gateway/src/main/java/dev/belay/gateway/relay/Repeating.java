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
 * The state of one server's shared and repeated calls (C27); exists only if any are configured.
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

  /** {@return whether any such calls are configured} */
  static boolean isAskedFor(Settings settings) {
    return settings.tools().stream().anyMatch(rule -> !rule.repeats().isEmpty());
  }

  /** The tools of the server have changed. */
  void toolsChanged() {
    var shared = answers.get();
    if (shared != null) {
      shared.forget();
    }
  }

  /**
   * A server asks a person, perhaps because of one of its calls: none of their answers is shared.
   *
   * @param place the number of its upstream
   */
  void asked(long place) {
    var shared = answers.get();
    if (shared != null) {
      shared.alone(key -> key.place() == place);
    }
  }

  /**
   * {@return whether a call of that tool may share another's answer: the tool is read-only and
   * idempotent}
   */
  boolean mayShare(String tool, Repeats said) {
    return said.isCached() && isReadOnly(tool, said) && isIdempotent(tool, said);
  }

  /** {@return whether repeating a call of that tool does no harm} */
  boolean mayRetry(String tool, Repeats said) {
    return said.isRetried() && (isReadOnly(tool, said) || isIdempotent(tool, said));
  }

  /** An unknown declaration counts as no. */
  private boolean isReadOnly(String tool, Repeats said) {
    var known = relay.tools().of(tool);
    return said.readOnly() == null ? known != null && known.readOnly() : said.readOnly();
  }

  private boolean isIdempotent(String tool, Repeats said) {
    var known = relay.tools().of(tool);
    return said.idempotent() == null ? known != null && known.idempotent() : said.idempotent();
  }

  /** {@return the retries of this server's calls} */
  Retry retry() {
    return retry;
  }

  /**
   * {@return a call's share in the answers of equal calls; null if it needs more than an answer}
   *
   * @param hearer receives progress while it waits for another call
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
