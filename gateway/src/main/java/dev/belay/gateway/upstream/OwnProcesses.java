package dev.belay.gateway.upstream;

import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Processes for one call each, of which there are only so many at once, those that wait for calls
 * among them. Principals share them.
 */
final class OwnProcesses {
  /** How many there may be, half of them a single principal's; calls beyond wait at their gate. */
  static final int MOST = 64;

  /** What a call that waited in vain is told of whom it waited for. */
  static final String WAITING =
      " At most "
          + MOST
          + " calls at once have a process of their own (isolation: call), of one principal as many"
          + " as remain free; others wait for them.";

  private final Upstream upstream;

  /** Of calls, whose principals have to wait for one another no longer than for their own. */
  private final CallPlaces places = new CallPlaces(MOST);

  /** Of processes, spares and those that end among them: a call with a place may wait for these. */
  private final Semaphore room = new Semaphore(MOST, /* fair= */ true);

  private final Spares spares = new Spares(this);

  /** Calls with a place that look for a spare, or have found none and no room yet. */
  private final AtomicInteger waiting = new AtomicInteger();

  OwnProcesses(Upstream upstream) {
    this.upstream = upstream;
  }

  /** {@return a process for one call of the principal, ready to take it} */
  Lease lease(String principal) throws InterruptedException, Unavailable {
    places.take(principal);
    boolean leased = false;
    try {
      var spare = spareOrRoom();
      var link = spare == null ? open() : spare;
      var lease = Lease.exclusive(upstream, link, spares.called());
      leased = true;
      var _ = link.gone().thenRun(() -> places.give(principal));
      return lease;
    } finally {
      if (!leased) {
        places.give(principal);
      }
    }
  }

  /** {@return how many calls wait for a place} */
  int waiting() {
    return places.waiting();
  }

  /** {@return a spare; null where there is none, and then room for a new process} */
  private @Nullable ServerLink spareOrRoom() throws InterruptedException {
    waiting.incrementAndGet();
    try {
      var spare = spares.take();
      if (spare == null) {
        room.acquire();
      }
      return spare;
    } finally {
      waiting.decrementAndGet();
    }
  }

  /** {@return one to wait for a call; null where calls need the room themselves} */
  @Nullable ServerLink spare() throws InterruptedException, Unavailable {
    boolean isFree = room.availablePermits() > waiting.get() && room.tryAcquire();
    return isFree ? open() : null;
  }

  /** {@return whether more calls wait than there is room for, so that spares must make some} */
  boolean isShortOfRoom() {
    return room.availablePermits() < waiting.get();
  }

  private ServerLink open() throws InterruptedException, Unavailable {
    var link = spawn();
    try {
      upstream.handshake().perform(link);
      return link;
    } catch (Unavailable | InterruptedException e) {
      leave(link);
      throw e;
    }
  }

  /** Ends a process that no call needs. */
  void leave(ServerLink link) {
    upstream.retire(link, new Loss(Loss.Kind.STOPPED, "It was not needed."), Grace.none());
  }

  private ServerLink spawn() throws Unavailable {
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

  Spares spares() {
    return spares;
  }

  Server server() {
    return upstream.server();
  }
}
