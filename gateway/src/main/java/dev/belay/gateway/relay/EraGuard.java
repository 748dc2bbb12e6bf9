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
 * Finds out which era a server speaks that its one client opens itself, where that client's first
 * words do not show it.
 *
 * <p>A modern client may begin with any request, and a legacy server may never answer that; so the
 * first one waits until the server has been asked what it speaks (MCP 2026-07-28 §versioning). A
 * legacy one is then opened in its client's stead.
 *
 * <p>Concurrency: {@code lock} guards whether somebody has asked, and who waits for the answer.
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
   * @param proceed begins with the request, once it has entered what is in flight
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

  /** A server may begin to answer only once it has started. */
  private Duration startLimit() {
    var limit = relay.server().startupTimeout();
    return limit.isZero() ? Duration.ofDays(365) : limit;
  }

  private void discovered(Discovery found, Envelope request) {
    switch (found) {
      case Discovery.Modern(Envelope welcome) -> upstream.snapshot().opened(Era.MODERN, welcome);
      // Its client may know what Belay does not: the server answers it itself.
      case Discovery.Foreign _ -> upstream.snapshot().opened(Era.MODERN, null);
      case Discovery.Legacy _ -> upstream.openInstead(opening(request));
      // Some legacy servers end when they are asked: whatever comes next is opened by Belay, which
      // knows of that; whoever waits starts it.
      case Discovery.Gone _ -> upstream.openInstead(opening(request));
    }
    goOn();
  }

  private static OwnOpening opening(Envelope request) {
    try {
      return Introductions.inSteadOf(Introduction.modern(request));
    } catch (InvalidParams _) {
      // The request itself will be refused; the next one may be better.
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
