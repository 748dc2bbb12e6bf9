package dev.belay.core.call;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The state of one call at one moment, for people and programs that watch it.
 *
 * @param heldFor the gate that the call waits at, or the reason its idle clock is held; null if
 *     neither
 * @param elapsed the running time, or the waiting time if it does not run yet
 * @param since the reading of the clock that {@code elapsed} counts from
 * @param lastWord the last heartbeat that carried a message or a figure; null if there was none
 * @param sinceBeat the time since the last sign of progress; null if there was none
 * @param beatAt the reading of the clock at that sign; {@code since} if there was none
 * @param attempt the number of the current attempt; 1 unless the call was retried
 * @param isProgressBacked false if a timer, not progress, renews the idle limit (C17)
 */
public record CallSnapshot(
    CallInfo info,
    CallState state,
    @Nullable String heldFor,
    Limits limits,
    Duration elapsed,
    long since,
    @Nullable Heartbeat lastWord,
    @Nullable Duration sinceBeat,
    long beatAt,
    int attempt,
    boolean isProgressBacked) {

  static CallSnapshot of(Call call) {
    var state = call.state();
    var clock = call.clock();
    boolean hasStarted = clock.hasStarted();
    long since = hasStarted ? clock.startedAt() : call.acceptedNanos();
    long beatAt = hasStarted ? clock.lastBeat() : since;
    long now = call.governor().time().nanos();
    return new CallSnapshot(
        call.info(),
        state,
        state instanceof CallState.Waiting(String gate) ? gate : clock.heldFor(),
        call.limits(),
        Duration.ofNanos(now - since),
        since,
        call.lastWord().orElse(null),
        beatAt != since ? Duration.ofNanos(now - beatAt) : null,
        beatAt,
        call.attempt(),
        !call.isTimerBacked());
  }
}
