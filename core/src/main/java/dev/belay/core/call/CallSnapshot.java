package dev.belay.core.call;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of one call at one moment, for people and programs that watch it.
 *
 * @param heldFor the gate that the call waits at, or the reason its idle clock is held; null if
 *     neither
 * @param elapsed the running time, or the waiting time if it does not run yet
 * @param lastWord the last heartbeat that carried a message or a figure; null if there was none
 * @param sinceBeat the time since the last sign of progress; null if there was none
 * @param attempt the number of the current attempt; 1 unless the call was retried
 * @param isProgressBacked false if a timer, not progress, renews the idle limit (C17)
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
