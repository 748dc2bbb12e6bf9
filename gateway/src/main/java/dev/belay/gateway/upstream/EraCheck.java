package dev.belay.gateway.upstream;

import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.process.tree.Grace;

/**
 * Checks whether a server still speaks its recorded era: a URL may lead to another program by now
 * (MCP 2026-07-28 §versioning).
 *
 * <p>{@link LifeCycle} triggers it: on a use after some time, without delaying that use, and at
 * once on a refused request, which waits for the result. If the era has changed, another connection
 * is opened and takes over. An unreachable or silent server proves nothing.
 */
final class EraCheck {
  private final Upstream upstream;

  EraCheck(Upstream upstream) {
    this.upstream = upstream;
  }

  /** {@return whether a connection of another era serves by now; blocks until that is known} */
  boolean look(UpstreamConnection link) throws InterruptedException {
    var present = upstream.current();
    if (present != link) {
      return present != null && present.era() != link.era();
    }
    return isOther(link) && change(link);
  }

  private boolean isOther(UpstreamConnection link) throws InterruptedException {
    var discover = OwnRequest.send(link, "server/discover", ModernMeta.params());
    if (!upstream.server().time().await(discover.done(), EraProbe.SILENCE)) {
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
  private boolean change(UpstreamConnection last) throws InterruptedException {
    var opening = upstream.opening();
    if (opening == null) {
      return false;
    }
    UpstreamConnection next;
    try {
      next = upstream.spawn(last.server().anew());
    } catch (Unavailable _) {
      return false;
    }
    boolean changed = false;
    try {
      changed =
          new EraProbe(next.server(), opening).perform(next) == EraProbe.End.OPEN
              && next.era() != last.era()
              && changeOver(last, next);
    } catch (Unavailable _) {
      // It does not open in the era that it claimed: the recorded era stays.
    } finally {
      if (!changed) {
        upstream.retire(next, new Loss(Loss.Kind.STOPPED, "It was not needed."), Grace.none());
      }
    }
    return changed;
  }

  /** Requests that are open on the last connection complete there. */
  private boolean changeOver(UpstreamConnection last, UpstreamConnection next) {
    var server = last.server();
    var text = "The server \"" + server.name() + "\" now speaks another era of MCP.";
    if (!upstream.changeOver(last, next, text)) {
      return false;
    }
    server.report().say(text);
    StateRestore.tellOfLists(last, server.listener());
    return true;
  }
}
