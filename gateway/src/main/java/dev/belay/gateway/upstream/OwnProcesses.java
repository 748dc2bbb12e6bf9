package dev.belay.gateway.upstream;

import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.util.concurrent.Semaphore;

/** Processes for one call each, of which there are only so many at once. */
final class OwnProcesses {
  /** How many calls may have one; the rest wait at their gate. */
  static final int MOST = 32;

  /** What a call that waited in vain is told of whom it waited for. */
  static final String WAITING =
      " Only "
          + MOST
          + " calls at once have a process of their own (isolation: call); others wait for them.";

  private final Upstream upstream;
  private final Semaphore room = new Semaphore(MOST, /* fair= */ true);

  OwnProcesses(Upstream upstream) {
    this.upstream = upstream;
  }

  /** {@return a new process for one call, ready to take it} */
  Lease lease() throws InterruptedException, Unavailable {
    var link = spawn();
    try {
      upstream.handshake().perform(link);
      return new Lease(upstream, link, /* exclusive= */ true);
    } catch (Unavailable | InterruptedException e) {
      upstream.retire(link, new Loss(Loss.Kind.STOPPED, "It was not needed."), Grace.none());
      throw e;
    }
  }

  private ServerLink spawn() throws InterruptedException, Unavailable {
    room.acquire();
    boolean started = false;
    try {
      var link = upstream.spawn();
      started = true;
      var _ = link.gone().thenRun(room::release);
      return link;
    } catch (CannotStart e) {
      throw new Unavailable(upstream.server().startText(String.valueOf(e.getMessage())));
    } finally {
      if (!started) {
        room.release();
      }
    }
  }
}
