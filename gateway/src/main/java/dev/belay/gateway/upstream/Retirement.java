package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The end of a link that serves no more: of a suspect process when its last good call has ended, at
 * the latest after a while; of one that did nothing wrong a while after that call.
 */
final class Retirement {
  /** How long good calls may go on in a suspect process (C33), and all else after them. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  private final Upstream upstream;
  private final ServerLink link;
  private final String why;
  private final AtomicBoolean begun = new AtomicBoolean();
  private final Time.Timer limit;

  private Retirement(Upstream upstream, ServerLink link, String why) {
    this.upstream = upstream;
    this.link = link;
    this.why = why;
    limit = upstream.server().time().after(LIMIT, this::kill);
  }

  static void begin(Upstream upstream, ServerLink link, String why) {
    var retirement = new Retirement(upstream, link, why);
    link.onGoodCallsEnded(retirement::kill);
  }

  /** Its calls end in their own time, and what else is under way has {@link #LIMIT} more. */
  static void whenIdle(Upstream upstream, ServerLink link, String why) {
    var idle = new AtomicBoolean();
    link.onGoodCallsEnded(() -> {
      if (idle.compareAndSet(false, true)) {
        var retirement = new Retirement(upstream, link, why);
        var _ = link.gone().thenRun(retirement.limit::close);
      }
    });
  }

  private void kill() {
    if (begun.compareAndSet(false, true)) {
      limit.close();
      upstream.retire(link, new Loss(Loss.Kind.REPLACED, why), Grace.none());
    }
  }
}
