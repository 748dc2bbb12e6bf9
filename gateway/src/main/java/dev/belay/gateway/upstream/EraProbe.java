package dev.belay.gateway.upstream;

import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Belay's own opening of a server, which determines its era (MCP 2026-07-28 §versioning).
 *
 * <p>A server may speak both eras; over stdio, the first message decides. If the modern era is
 * tried first, an error means no, and so does silence; but a slow start is silent too, so an answer
 * in either era is then awaited.
 */
final class EraProbe {
  /** How long a server may keep silent before it is opened in the legacy era as well. */
  static final Duration SILENCE = Duration.ofSeconds(5);

  /** The longest delay of a modern answer after the refusal of a legacy opening. */
  private static final Duration LATE = Duration.ofMillis(100);

  private static final byte[] INITIALIZED =
      Messages.notification("notifications/initialized", null);

  private final SessionSnapshot snapshot;
  private final OwnOpening opening;
  private final Time time;
  private final StateRestore restore;

  /** The limit of a start covers all requests of the opening, in both eras. */
  private final Deadline deadline;

  EraProbe(Server server, OwnOpening opening) {
    this.snapshot = server.snapshot();
    this.opening = opening;
    time = server.time();
    restore = new StateRestore(snapshot, time, server.settings().startupTimeout());
    deadline = Deadline.after(time.nanos(), restore.limit());
  }

  /** The end of a probe: the server is open, or was lost on the modern request. */
  enum End {
    OPEN,
    LOST_WHILE_ASKED
  }

  /** Opens the server in its era. */
  End perform(UpstreamConnection link) throws InterruptedException, Unavailable {
    if (snapshot.era() != null) {
      restore.perform(link, left());
      return End.OPEN;
    }
    return switch (opening.first()) {
      case MODERN -> modernFirst(link);
      case LEGACY -> legacyFirst(link);
    };
  }

  private End legacyFirst(UpstreamConnection link) throws InterruptedException, Unavailable {
    var initialize = initialize(link);
    var answer = initialize.answer();
    if (answer != null && answer.kind() == Kind.RESPONSE) {
      restore.opened(link, answer);
      return End.OPEN;
    }
    initialize.leave();
    snapshot.forget();
    if (!link.isLost() && initialize.verdict() instanceof Discovery.Gone(String why)) {
      throw new Unavailable(why);
    }
    if (!link.isLost()
        && !opening.isOnly()
        && discover(link).verdict() instanceof Discovery.Modern(Envelope welcome)) {
      snapshot.opened(Era.MODERN, welcome);
      return End.OPEN;
    }
    throw restore.refused(link, answer);
  }

  private End modernFirst(UpstreamConnection link) throws InterruptedException, Unavailable {
    var discover = discover(link);
    var answer = discover.answer();
    if (answer != null && Discovery.isWorthAskingAgain(answer)) {
      discover = discover(link);
    }
    switch (discover.verdict()) {
      case Discovery.Modern(Envelope welcome) -> snapshot.opened(Era.MODERN, welcome);
      case Discovery.Gone(String why) -> {
        if (link.isLost() && !opening.isOnly()) {
          return End.LOST_WHILE_ASKED;
        }
        throw new Unavailable(why);
      }
      case Discovery.Foreign(String why) -> throw new Unavailable(why);
      case Discovery.Legacy _ -> {
        if (opening.isOnly()) {
          throw new Unavailable("it does not speak the modern era of MCP, and is to (era: modern)");
        }
        if (!openLegacy(link, discover)) {
          // A slow start: the server speaks the modern era alone.
          snapshot.opened(Era.MODERN, ((Discovery.Modern) discover.verdict()).answer());
        }
      }
    }
    return End.OPEN;
  }

  private OwnRequest discover(UpstreamConnection link) throws InterruptedException {
    var discover = OwnRequest.send(link, "server/discover", ModernMeta.params());
    time.await(discover.done(), leftUpTo(SILENCE));
    return discover;
  }

  private Duration left() {
    return deadline.left(time.nanos());
  }

  private Duration leftUpTo(Duration most) {
    var left = left();
    return left.compareTo(most) < 0 ? left : most;
  }

  /** Opens a server in the legacy era, without a probe. */
  void performLegacy(UpstreamConnection link) throws InterruptedException, Unavailable {
    snapshot.initialize(opening.params());
    snapshot.initialized(INITIALIZED);
    restore.perform(link, left());
  }

  /** Opens the server in the legacy era; false if it proves to be modern after all. */
  private boolean openLegacy(UpstreamConnection link, OwnRequest discover)
      throws InterruptedException, Unavailable {
    var initialize = initialize(link);
    var answer = initialize.answer();
    if (answer != null && answer.kind() == Kind.RESPONSE) {
      discover.leave();
      restore.opened(link, answer);
      return true;
    }
    time.await(CompletableFuture.anyOf(discover.done(), link.gone()), leftUpTo(LATE));
    if (discover.verdict() instanceof Discovery.Modern) {
      return false;
    }
    snapshot.forget();
    discover.leave();
    initialize.leave();
    throw restore.refused(link, answer);
  }

  private OwnRequest initialize(UpstreamConnection link) throws InterruptedException {
    snapshot.initialize(opening.params());
    snapshot.initialized(INITIALIZED);
    var initialize = OwnRequest.send(link, "initialize", opening.params());
    time.await(initialize.done(), left());
    return initialize;
  }
}
