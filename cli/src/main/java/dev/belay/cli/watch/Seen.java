package dev.belay.cli.watch;

import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.remote.RunningCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was last heard of a gateway.
 *
 * @param health null before the first answer
 * @param calls that have not ended, the oldest first
 * @param perSecond requests that were answered each second, between the last two looks
 * @param trouble why the last look failed; null if it did not
 */
record Seen(
    @Nullable HealthPage health,
    List<RunningCall> calls,
    double perSecond,
    @Nullable String trouble) {
  static final Seen NOTHING = new Seen(null, List.of(), 0, null);

  Seen {
    calls = List.copyOf(calls);
  }

  Seen failed(String why) {
    return new Seen(health, calls, perSecond, why);
  }
}
