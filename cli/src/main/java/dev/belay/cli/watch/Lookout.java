package dev.belay.cli.watch;

import dev.belay.cli.remote.GatewayHistory;
import dev.belay.cli.remote.GatewayHistory.EndedCall;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.core.time.Time;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is known of a gateway. Its looks are for one thread, and what they found for any. */
final class Lookout implements Poll.Look {
  private static final double NANOS = 1e9;
  private static final int MOST_ENDED = 200;

  private final RunningGateway gateway;
  private final Time time;
  private final GatewayHistory history;
  private volatile Seen seen = Seen.NOTHING;

  /** Whether somebody looks at the calls that ended. */
  private volatile boolean wantsEnded;

  private long requests = -1;
  private long at;

  Lookout(RunningGateway gateway, Time time) {
    this.gateway = gateway;
    this.time = time;
    history = new GatewayHistory(gateway);
  }

  /** {@return the latest state} */
  Seen seen() {
    return seen;
  }

  /** Looks for the calls that ended, too, or no longer. */
  void wantEnded(boolean wanted) {
    wantsEnded = wanted;
  }

  @Override
  public void look() throws InterruptedException {
    try {
      var health = HealthPage.of(gateway.health());
      var calls = RemoteCall.list(gateway.calls());
      var ended = wantsEnded ? EndedCall.list(history.ended(MOST_ENDED)) : null;
      seen = new Seen(health, calls, rate(health.requests()), null, ended);
    } catch (GatewayTrouble e) {
      seen = seen.failed(e.text());
    }
  }

  private double rate(long total) {
    long now = time.nanos();
    // Fewer than before: the gateway was restarted.
    double rate = requests < 0 || total < requests ? 0 : (total - requests) * NANOS / (now - at);
    requests = total;
    at = now;
    return rate;
  }

  /**
   * The last known state of a gateway.
   *
   * @param health null before the first answer
   * @param calls the calls that have not ended, oldest first
   * @param perSecond requests answered per second between the last two polls
   * @param trouble why the last poll failed; null if it succeeded
   * @param ended the calls that ended, the newest first; null if nobody looks at them
   */
  record Seen(
      @Nullable HealthPage health,
      List<RemoteCall> calls,
      double perSecond,
      @Nullable String trouble,
      @Nullable List<EndedCall> ended) {
    static final Seen NOTHING = new Seen(null, List.of(), 0, null);

    Seen {
      calls = List.copyOf(calls);
      ended = ended == null ? null : List.copyOf(ended);
    }

    /** A state without the calls that ended. */
    Seen(
        @Nullable HealthPage health,
        List<RemoteCall> calls,
        double perSecond,
        @Nullable String trouble) {
      this(health, calls, perSecond, trouble, null);
    }

    Seen failed(String why) {
      return new Seen(health, calls, perSecond, why, ended);
    }
  }
}
