package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** The end of a suspect process: when its last good call has ended, at the latest after a while. */
final class Retirement {
  /** How long good calls may go on in a suspect process (C33). */
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

  private void kill() {
    if (begun.compareAndSet(false, true)) {
      limit.close();
      upstream.retire(link, new Loss(Loss.Kind.REPLACED, why), Grace.none());
    }
  }
}
