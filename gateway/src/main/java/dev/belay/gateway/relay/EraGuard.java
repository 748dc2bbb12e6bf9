package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.OwnOpening;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ReplyTo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Determines the era of a server that its only client opens, if that client begins with a modern
 * request.
 *
 * <p>A legacy server may never answer such a request; so the first one waits until the server's era
 * has been probed (MCP 2026-07-28 §versioning). A legacy server is then opened in place of its
 * client.
 *
 * <p>Concurrency: {@code lock} guards whether the probe is under way, and the requests that wait
 * for it.
 */
final class EraGuard {
  private final Relay relay;
  private final Upstream upstream;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private boolean asked;

  @GuardedBy("lock") private List<UndecidedRequest> waiting = new ArrayList<>();

  EraGuard(Relay relay, Upstream upstream) {
    this.relay = relay;
    this.upstream = upstream;
  }

  /**
   * Lets a modern request proceed once the era is known.
   *
   * @param proceed begins the request, once it is in flight
   */
  void modern(
      ClientSession session,
      Envelope request,
      ReplyTo reply,
      Consumer<Predicate<ClientRequest>> proceed) {
    boolean first;
    lock.lock();
    try {
      if (upstream.isOpenedByBelay() || upstream.snapshot().era() != null) {
        first = false;
      } else {
        var undecided = new UndecidedRequest(session, request, reply, proceed);
        var _ = session.enter(undecided);
        waiting.add(undecided);
        if (asked) {
          return;
        }
        first = true;
        asked = true;
      }
    } finally {
      lock.unlock();
    }
    if (first) {
      ask(request);
    } else {
      proceed.accept(session::enter);
    }
  }

  private void ask(Envelope request) {
    upstream.deliver(
        new Delivery() {
          @Override
          public void to(UpstreamConnection link) {
            link.discover(startLimit(), found -> discovered(found, request));
          }

          @Override
          public void unavailable(String why) {
            goOn();
          }
        });
  }

  /** A server can answer only once it has started. */
  private Duration startLimit() {
    var limit = relay.server().startupTimeout();
    return limit.isZero() ? Duration.ofDays(365) : limit;
  }

  private void discovered(Discovery found, Envelope request) {
    switch (found) {
      case Discovery.Modern(Envelope welcome) -> upstream.snapshot().opened(Era.MODERN, welcome);
      // Its client may support what Belay does not: the server answers it itself.
      case Discovery.Foreign _ -> upstream.snapshot().opened(Era.MODERN, null);
      case Discovery.Legacy _ -> upstream.openInstead(opening(request));
      // Some legacy servers exit on the probe: Belay opens the next process in the legacy era, and
      // the requests that wait start it.
      case Discovery.Gone _ -> upstream.openInstead(opening(request));
    }
    goOn();
  }

  private static OwnOpening opening(Envelope request) {
    try {
      return Introductions.inSteadOf(Introduction.modern(request));
    } catch (InvalidParams _) {
      // The request itself will be refused; the next one may be valid.
      return Introductions.forMany();
    }
  }

  private void goOn() {
    List<UndecidedRequest> next;
    lock.lock();
    try {
      asked = false;
      next = waiting;
      waiting = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    next.forEach(UndecidedRequest::goOn);
  }
}
