package dev.belay.http.server;

import dev.belay.http.server.RequestReader.Progress;
import dev.belay.http.server.ServerBounds.Patience;
import java.time.Duration;

/**
 * Judges whether a client sends fast enough (P22): limits on the time for a head, for a body, for
 * silence within a body, for its transfer rate, and for an idle connection.
 */
final class ReadPace {
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

  /** Start of the current period of rate measurement, and the bytes received until then. */
  private long measured;

  private int measuredBytes;

  ReadPace(Patience patience, long now) {
    this.patience = patience;
    this.since = now;
    this.heard = now;
    this.measured = now;
  }

  /** Records that bytes have come, which brought the next request to {@code reached}. */
  void heard(long now, Progress reached) {
    heard = now;
    if (reached != progress) {
      progress = reached;
      since = now;
      measured = now;
      measuredBytes = 0;
    }
  }

  /** Restarts all limits. */
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

  /** Each period is judged by itself: a fast start earns no credit. */
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
