package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.gateway.answer.Answer;
import dev.belay.gateway.answer.AnswerKey;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.tools.share.Flight;
import dev.belay.tools.share.Kept;
import dev.belay.tools.share.Landing;
import dev.belay.tools.share.SharedResults;
import dev.belay.tools.share.Way;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One call whose answer others may have, or that has another's: kept of late, or of one that runs
 * (C27).
 *
 * <p>Which of these it is, is decided before it starts, since who asks nobody passes no gate. Safe
 * for use by many threads: {@code way} is set by whoever starts the call, then by its work.
 */
final class SharedCall {
  /** The call, as far as it asks its server itself. */
  interface Asking {
    /** Asks, the gates having been passed. */
    Payload ask(CallContext context) throws InterruptedException, FailedException;

    /** Passes the gates, and asks. */
    Payload askAfterGates(CallContext context) throws InterruptedException, FailedException;
  }

  private final SharedResults<AnswerKey, Envelope, Answer> answers;
  private final AnswerKey key;
  private final Duration ttl;
  private final Consumer<Envelope> hearer;
  private volatile Way<Envelope, Answer> way;
  private volatile @Nullable Answer taken;

  private SharedCall(
      SharedResults<AnswerKey, Envelope, Answer> answers,
      AnswerKey key,
      Duration ttl,
      Consumer<Envelope> hearer) {
    this.answers = answers;
    this.key = key;
    this.ttl = ttl;
    this.hearer = hearer;
    way = find(Flight.beforeStart());
  }

  private Way<Envelope, Answer> find(Flight<Envelope, Answer> own) {
    return answers.way(key, ttl, own, hearer);
  }

  /**
   * {@return how a call shares its answer; null where it does not}
   *
   * @param hearer hears of progress, if it waits for another call
   */
  static @Nullable SharedCall of(
      ClientSession session, Envelope request, Terms terms, Consumer<Envelope> hearer) {
    var repeats = terms.repeats();
    var repeating = session.relay().repeating();
    if (repeats == null || repeating == null || !repeating.mayShare(terms.tool(), repeats)) {
      return null;
    }
    var key =
        AnswerKey.of(session.audience().place(), session.link().principal(), terms.tool(), request);
    return key == null
        ? null
        : new SharedCall(repeating.answers(), key, repeats.cacheTtl(), hearer);
  }

  /** {@return whether it asks its server, as far as is known by now} */
  boolean asks() {
    return way instanceof Way.Running;
  }

  /** The call has started. */
  void started(Call call) {
    if (way instanceof Way.Running<Envelope, Answer>(var flight)) {
      flight.started(call);
    }
  }

  /** {@return the answer that it has of another; null for one of its own} */
  @Nullable Answer taken() {
    return taken;
  }

  /** Comes by the answer. */
  Payload run(CallContext context, Asking asking) throws InterruptedException, FailedException {
    boolean hasPassed = asks();
    while (true) {
      switch (way) {
        case Way.Found<Envelope, Answer>(var kept) -> {
          return take(context.call(), kept);
        }
        case Way.Running<Envelope, Answer>(var flight) -> {
          return hasPassed ? asking.ask(context) : askLate(context, flight, asking);
        }
        case Way.Joined<Envelope, Answer>(var waiter) -> {
          switch (waiter.await(context.call())) {
            case Landing.Landed<Answer>(var kept) -> {
              return take(context.call(), kept);
            }
            case Landing.Failed<Answer>(Failure failure) -> throw new FailedException(failure);
            case Landing.Alone<Answer> _ -> {
              return asking.askAfterGates(context);
            }
            case Landing.Again<Answer> _ -> way = find(Flight.of(context.call()));
          }
        }
      }
    }
  }

  private Payload askLate(CallContext context, Flight<Envelope, Answer> flight, Asking asking)
      throws InterruptedException, FailedException {
    try {
      return asking.askAfterGates(context);
    } finally {
      // The other party: the end of the call, which may have come before it asked.
      if (context.call().outcome().isPresent()) {
        answers.landed(key, flight, new Landing.Again<>(), Duration.ZERO);
      }
    }
  }

  private Payload take(Call call, Kept<Answer> kept) {
    taken = kept.result();
    call.shares(kept.of());
    return new Payload(UpstreamCall.DIALECT, kept.result().response().bytes());
  }

  /** Its server reports progress. */
  void progressed(Envelope progress) {
    if (way instanceof Way.Running<Envelope, Answer>(var flight)) {
      flight.progressed(progress);
    }
  }

  /** {@return whether the call goes on though its client leaves, since others wait for it} */
  boolean goesOnWithout(Cause why) {
    return way instanceof Way.Running<Envelope, Answer>(var flight) && flight.goesOnWithout(why);
  }

  /**
   * The call has ended.
   *
   * @param response what its server said, if it has asked one and was answered
   */
  void ended(Call call, Outcome outcome, @Nullable Answer response) {
    switch (way) {
      case Way.Running<Envelope, Answer>(var flight) -> {
        var landing = landing(call, outcome, response);
        boolean holds = response != null && isKept(response.response());
        answers.landed(key, flight, landing, holds ? ttl : Duration.ZERO);
      }
      // It may have ended before it could run.
      case Way.Joined<Envelope, Answer>(var waiter) -> waiter.leave();
      case Way.Found<Envelope, Answer> _ -> {}
    }
  }

  private static Landing<Answer> landing(Call call, Outcome outcome, @Nullable Answer said) {
    return switch (outcome) {
      case Outcome.Completed _ ->
          said == null || isMoreThanAnAnswer(said.response())
              ? new Landing.Alone<>()
              : new Landing.Landed<>(new Kept<>(said, said.response().bytes().length, call.id()));
      case Outcome.Failed(Failure failure) ->
          failure.kind() == Failure.Kind.LEDGER
              ? new Landing.Again<>()
              : new Landing.Failed<>(failure);
      case Outcome.Refused(String _, String reason) ->
          new Landing.Failed<>(new Failure(Failure.Kind.UPSTREAM_UNAVAILABLE, reason));
      case Outcome.TimedOut _, Outcome.Cancelled _ -> new Landing.Again<>();
    };
  }

  private static boolean isMoreThanAnAnswer(Envelope response) {
    return Interview.isAsked(response)
        || response.has(Member.TASK_ID)
        || response.has(Member.RESULT_META_RELATED_TASK)
        || "task".equals(response.text(Member.RESULT_TYPE));
  }

  /** Only what succeeded holds for others. */
  private static boolean isKept(Envelope response) {
    var result = response.result();
    return response.kind() == Kind.RESPONSE
        && result != null
        && !result.isNull(response.bytes())
        && !response.isTrue(Member.RESULT_IS_ERROR);
  }
}
