package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.mcp.session.ClientLink;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The open sessions by id, bounded in total and per owner. Safe for use by many threads. */
final class Sessions {
  /** The period of the check for idle sessions and for streams not resumed. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Service service;
  private final Map<String, Session> byId = new ConcurrentHashMap<>();
  private final PeriodicCheck sweep;

  Sessions(Service service) {
    this.service = service;
    this.sweep = new PeriodicCheck(service.time(), PERIOD, this::look, () -> !byId.isEmpty());
  }

  /** Opens a session for the caller of {@code request}; null if there are too many. */
  @Nullable Session open(Request request) {
    var owner = request.owner();
    if (!service.admission().enter(owner)) {
      return null;
    }
    var principal = request.requireCaller().principal();
    var log = new EventLog(service.time(), service.bounds(), service.replays(), owner);
    var conversation = service.open(owner, new SessionLink(principal, service.newClientId(), log));
    var session =
        new Session(
            service.sessionIds().next(),
            principal,
            owner,
            conversation,
            log,
            this::forget,
            service.time().nanos());
    byId.put(session.id(), session);
    service.admission().add(session);
    sweep.arm();
    return session;
  }

  /** Returns the session of that id if the caller is its principal, and marks it as used. */
  @Nullable Session find(Request request, String id) {
    var session = byId.get(id);
    if (session == null || !session.principal().equals(request.requireCaller().principal())) {
      return null;
    }
    session.touch(service.time().nanos());
    return session;
  }

  /** {@return the number of open sessions} */
  int count() {
    return byId.size();
  }

  private void forget(Session session) {
    byId.remove(session.id());
    service.admission().leave(session);
  }

  void endAll(String why) {
    for (var session : byId.values()) {
      session.end(why);
    }
  }

  private void look() {
    long now = service.time().nanos();
    long idle = service.bounds().sessionIdle().toNanos();
    for (var session : byId.values()) {
      if (session.isIdle(now, idle)) {
        session.end("The session was idle for too long");
      } else {
        session.log().forget(now);
      }
    }
  }

  /** The connection to the client of a session, as seen by its host. */
  record SessionLink(String principal, String id, EventLog log) implements ClientLink {
    @Override
    public String door() {
      return "/mcp";
    }

    @Override
    public boolean hears() {
      return log.isWithinReach(EventLog.STANDALONE);
    }

    @Override
    public boolean tell(byte[] message) {
      return log.tell(message);
    }
  }
}
