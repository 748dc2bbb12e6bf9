package dev.belay.observe.rest;

import dev.belay.core.call.Call;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Gathers what the journal has of one call, whose beginning may be gone. Not safe for use by
 * several threads.
 */
final class JournaledCall {
  /** The end of the call, with its place in the journal. */
  private record End(long sequence, Instant at, CallEvent.Settled how) {}

  private final Subject subject;
  private @Nullable Instant acceptedAt;
  private @Nullable End end;
  private @Nullable Integer attempts;
  private @Nullable String sharedOf;
  private boolean handedOff;
  private @Nullable String stopped;
  private boolean lateResult;

  JournaledCall(Subject subject) {
    this.subject = subject;
  }

  void add(Journal.Entry entry) {
    switch (entry.event()) {
      case CallEvent.Accepted _ -> {
        acceptedAt = entry.at();
        attempts = 1;
      }
      case CallEvent.Retrying retrying -> attempts = retrying.attempt();
      case CallEvent.Shared(String of) -> sharedOf = of;
      case CallEvent.HandedOff _ -> handedOff = true;
      case CallEvent.Settled settled -> end = new End(entry.sequence(), entry.at(), settled);
      case CallEvent.Stopped(String step) -> stopped = step;
      case CallEvent.LateResult _ -> lateResult = true;
      case CallEvent.Waiting _,
          CallEvent.Running _,
          CallEvent.Beat _,
          CallEvent.LimitsReplaced _,
          CallEvent.Held _,
          CallEvent.Released _ -> {}
    }
  }

  /** {@return whether the journal has its first event} */
  boolean isWhole() {
    return acceptedAt != null;
  }

  boolean hasEnded() {
    return end != null;
  }

  /** {@return the place of its end in the journal; -1 if that is not there} */
  long endsAt() {
    return end == null ? -1 : end.sequence;
  }

  /** {@return it as the history has it} */
  PastCall past() {
    var how = end == null ? null : end.how;
    return new PastCall(
        subject.callId(),
        subject.tool(),
        subject.upstream(),
        subject.principal(),
        subject.client(),
        subject.turnId(),
        how == null ? null : PastCall.word(how.outcome()),
        how == null ? "" : how.detail(),
        how == null ? "" : how.by(),
        acceptedAt(),
        end == null ? null : end.at,
        how == null ? null : how.waited(),
        how == null ? null : how.ran(),
        attempts,
        sharedOf,
        handedOff,
        stopped,
        lateResult);
  }

  /** {@return the same with what only the call itself knows now, where its beginning is gone} */
  PastCall past(Call running) {
    if (isWhole()) {
      return past();
    }
    attempts = running.snapshot().attempt();
    acceptedAt = running.info().acceptedAt();
    return past();
  }

  /** The end tells of the beginning. */
  private @Nullable Instant acceptedAt() {
    return acceptedAt == null && end != null
        ? end.at.minus(end.how.waited()).minus(end.how.ran())
        : acceptedAt;
  }
}
