package dev.belay.http.server;

import dev.belay.http.server.RequestReader.Progress;
import java.time.Duration;

/**
 * Whether a client sends fast enough (P22): a head whole in time, a body never silent for long and
 * not too slow on the whole, and no idle connection for ever.
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

  Pace(Patience patience, long now) {
    this.patience = patience;
    this.since = now;
    this.heard = now;
  }

  /** Bytes have come, and got the next request so far. */
  void heard(long now, Progress reached) {
    heard = now;
    if (reached != progress) {
      progress = reached;
      since = now;
    }
  }

  /** What comes from now on belongs to the next request, or could not be waited for before. */
  void restart(long now) {
    since = now;
    heard = now;
  }

  Verdict judge(long now, int bodyBytes) {
    return switch (progress) {
      case NOTHING -> isOver(patience.idle(), now - since) ? Verdict.IDLE : Verdict.FINE;
      case HEAD -> isOver(patience.head(), now - since) ? Verdict.SLOW : Verdict.FINE;
      case BODY -> {
        long earned = bodyBytes * SECOND / patience.bytesPerSecond();
        yield isOver(patience.body(), now - heard) || isOver(patience.body(), now - since - earned)
            ? Verdict.SLOW
            : Verdict.FINE;
      }
    };
  }

  private static boolean isOver(Duration limit, long nanos) {
    return nanos >= limit.toNanos();
  }
}
