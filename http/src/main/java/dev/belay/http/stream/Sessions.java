package dev.belay.http.stream;

import dev.belay.http.route.Request;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The open sessions by their ids; bounded in all and for each owner. Safe for many threads. */
final class Sessions {
  /** How often it is looked at which sessions are idle, and what nobody came back for. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Service service;
  private final Map<String, Session> byId = new ConcurrentHashMap<>();
  private final Sweep sweep;

  Sessions(Service service) {
    this.service = service;
    this.sweep = new Sweep(service.time(), PERIOD, this::look, () -> !byId.isEmpty());
  }

  /** Returns a session for the client behind {@code request}, or null if there are too many. */
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

  /** Returns the session of that id if it is its owner who asks, and notes that it was used. */
  @Nullable Session find(Request request, String id) {
    var session = byId.get(id);
    if (session == null || !session.principal().equals(request.requireCaller().principal())) {
      return null;
    }
    session.touch(service.time().nanos());
    return session;
  }

  /** {@return how many are open} */
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
}
