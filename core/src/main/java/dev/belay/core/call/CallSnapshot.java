package dev.belay.core.call;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One call at one moment, as people and programs that watch it see it.
 *
 * @param heldFor what it waits for: a gate, or what holds its idle clock; null if for nothing
 * @param elapsed how long it has run, or has waited where it does not run yet
 * @param lastWord the last heartbeat that said anything; null if none has
 * @param sinceBeat how long ago it last gave a sign of progress; null if it never has
 * @param attempt how often its work has begun; 1 unless it was made again
 * @param isProgressBacked false where a timer, not progress, keeps it from being idle (C17)
 */
public record CallSnapshot(
    CallInfo info,
    CallState state,
    @Nullable String heldFor,
    Limits limits,
    Duration elapsed,
    @Nullable Heartbeat lastWord,
    @Nullable Duration sinceBeat,
    int attempt,
    boolean isProgressBacked) {

  static CallSnapshot of(Call call) {
    var state = call.state();
    var clock = call.clock();
    boolean hasBeaten = clock.hasStarted() && clock.lastBeat() != clock.startedAt();
    return new CallSnapshot(
        call.info(),
        state,
        state instanceof CallState.Waiting(String gate) ? gate : clock.heldFor(),
        call.limits(),
        clock.hasStarted() ? call.elapsed() : call.waited(),
        call.lastWord().orElse(null),
        hasBeaten ? Duration.ofNanos(call.governor().time().nanos() - clock.lastBeat()) : null,
        call.attempt(),
        !call.isTimerBacked());
  }
}
