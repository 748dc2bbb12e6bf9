package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.config.EraPolicy;
import dev.belay.config.Start;
import dev.belay.config.Transport;
import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what is known of a server's era from going stale: one at a url may be another program by
 * now (MCP 2026-07-28 §versioning).
 *
 * <p>It is asked again after a while, by whoever uses it then and without waiting; and at once when
 * it refuses a request, which waits for that. Where the era has changed, another link is opened and
 * takes over. A door that is closed, or silence, says nothing.
 *
 * <p>Concurrency: {@code lock} guards when it was asked and who is asking; asking is done by a
 * thread of its own.
 */
final class EraCheck {
  /** How long what is known counts. */
  static final Duration FRESH = Duration.ofMinutes(10);

  /** How long a doubt that came to nothing keeps others from being looked into. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  private final Upstream upstream;
  private final boolean mayChange;
  private final ReentrantLock lock = new ReentrantLock();

  /** When what is known was last asked; read without the lock by every use. */
  private volatile long askedAt;

  /** Until when no doubt is looked into; null before there was one. */
  @GuardedBy("lock") private @Nullable Long trustedUntil;

  @GuardedBy("lock") private @Nullable CompletableFuture<Boolean> asking;

  EraCheck(Upstream upstream) {
    this.upstream = upstream;
    mayChange =
        upstream.server().host() == null
            && upstream.server().settings().era() == EraPolicy.AUTO
            && upstream.server().settings().start() instanceof Start.Url url
            && url.transport() == Transport.HTTP;
  }

  /** A link begins to serve, whose era has just been found out. */
  void found() {
    askedAt = now();
  }

  /** The server is used: what is known of it may be too old. */
  void used() {
    if (mayChange && now() - askedAt >= FRESH.toNanos()) {
      var link = upstream.current();
      if (link != null && link.era() != null) {
        var _ = ask(link);
      }
    }
  }

  /**
   * The server has refused a request on {@code link}; the result says whether a link of another era
   * serves now, on which it is worth making the request again.
   */
  CompletableFuture<Boolean> doubted(ServerLink link) {
    if (!mayChange || link.era() == null) {
      return CompletableFuture.completedFuture(false);
    }
    var present = upstream.current();
    if (present != null && present != link) {
      return CompletableFuture.completedFuture(present.era() != link.era());
    }
    lock.lock();
    try {
      var theirs = asking;
      if (theirs != null) {
        // Also where nothing serves: one link is just taking over from another.
        return theirs;
      }
      var until = trustedUntil;
      if (present == null || (until != null && now() - until < 0)) {
        return CompletableFuture.completedFuture(false);
      }
    } finally {
      lock.unlock();
    }
    return ask(link);
  }

  /** Begins to ask, unless that is under way. */
  private CompletableFuture<Boolean> ask(ServerLink link) {
    CompletableFuture<Boolean> mine;
    lock.lock();
    try {
      var theirs = asking;
      if (theirs != null) {
        return theirs;
      }
      mine = new CompletableFuture<>();
      asking = mine;
    } finally {
      lock.unlock();
    }
    upstream
        .server()
        .background(
            "era",
            () -> {
              boolean changed = false;
              try {
                changed = look(link);
              } finally {
                over(mine, changed);
              }
            });
    return mine;
  }

  private void over(CompletableFuture<Boolean> mine, boolean changed) {
    lock.lock();
    try {
      asking = null;
      askedAt = now();
      trustedUntil = changed ? null : now() + PAUSE.toNanos();
    } finally {
      lock.unlock();
    }
    mine.complete(changed);
  }

  private boolean look(ServerLink link) throws InterruptedException {
    var present = upstream.current();
    if (present != null && present != link) {
      // The other party: whoever asked just before, and has changed it.
      return present.era() != link.era();
    }
    return isOther(link) && change(link);
  }

  private boolean isOther(ServerLink link) throws InterruptedException {
    var discover = OwnRequest.send(link, "server/discover", ModernMeta.params());
    if (!upstream.server().time().await(discover.done(), Greeting.SILENCE)) {
      discover.leave();
      return false;
    }
    return switch (discover.verdict()) {
      case Discovery.Modern _ -> link.era() != Era.MODERN;
      case Discovery.Legacy _ -> link.era() != Era.LEGACY;
      case Discovery.Foreign _, Discovery.Gone _ -> false;
    };
  }

  /** Opens the server as if for the first time; only if that succeeds does anything change. */
  private boolean change(ServerLink last) throws InterruptedException {
    var opening = upstream.opening();
    if (opening == null) {
      return false;
    }
    ServerLink next;
    try {
      next = upstream.spawn(last.server().anew());
    } catch (CannotStart _) {
      return false;
    }
    boolean changed = false;
    try {
      changed =
          new Greeting(next.server(), opening).perform(next) == Greeting.End.OPEN
              && next.era() != last.era()
              && changeOver(last, next);
    } catch (Unavailable _) {
      // What it said it is, it is not: what is known stays.
    } finally {
      if (!changed) {
        upstream.retire(next, new Loss(Loss.Kind.STOPPED, "It was not needed."), Grace.none());
      }
    }
    return changed;
  }

  /** What runs on the last link goes on there, and ends there. */
  private boolean changeOver(ServerLink last, ServerLink next) {
    var server = last.server();
    var text = "The server \"" + server.name() + "\" now speaks another era of MCP.";
    if (!upstream.changeOver(last, next, text)) {
      return false;
    }
    server.report().say(text);
    Handshake.tellOfLists(last, server.listener());
    return true;
  }

  private long now() {
    return upstream.server().time().nanos();
  }
}
