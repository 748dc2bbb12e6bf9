package dev.belay.http.server;

import dev.belay.http.server.RequestReader.Progress;
import java.time.Duration;

/**
 * Whether a client sends fast enough (P22): a head whole in time, a body whole in time too, never
 * silent for long and never too slow for long, whatever came before, and no idle connection for
 * ever.
 */
final class Pace {
  enum Verdict {
    FINE,
    SLOW,
    IDLE
  }

  private static final long SECOND = 1_000_000_000L;

  private final Patience patience;
  private Progress progress = Progress.NOTHING;
  private long since;
  private long heard;

  /** Since when the speed of a body is taken, and how much had come by then. */
  private long measured;

  private int measuredBytes;

  Pace(Patience patience, long now) {
    this.patience = patience;
    this.since = now;
    this.heard = now;
    this.measured = now;
  }

  /** Bytes have come, and got the next request so far. */
  void heard(long now, Progress reached) {
    heard = now;
    if (reached != progress) {
      progress = reached;
      since = now;
      measured = now;
      measuredBytes = 0;
    }
  }

  /** What comes from now on belongs to the next request, or could not be waited for before. */
  void restart(long now) {
    since = now;
    heard = now;
    measured = now;
  }

  Verdict judge(long now, int bodyBytes) {
    return switch (progress) {
      case NOTHING -> isOver(patience.idle(), now - since) ? Verdict.IDLE : Verdict.FINE;
      case HEAD -> isOver(patience.head(), now - since) ? Verdict.SLOW : Verdict.FINE;
      case BODY ->
          isOver(patience.body(), now - heard)
                  || isOver(patience.wholeBody(), now - since)
                  || isTrickling(now, bodyBytes)
              ? Verdict.SLOW
              : Verdict.FINE;
    };
  }

  /** What came fast at first earns nothing: each period is judged by itself. */
  private boolean isTrickling(long now, int bodyBytes) {
    long period = now - measured;
    if (!isOver(patience.body(), period)) {
      return false;
    }
    long came = (long) bodyBytes - measuredBytes;
    measured = now;
    measuredBytes = bodyBytes;
    return came * SECOND / patience.bytesPerSecond() < period;
  }

  private static boolean isOver(Duration limit, long nanos) {
    return nanos >= limit.toNanos();
  }
}
