package dev.belay.http.stream;

import dev.belay.http.route.Request;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The open sessions by their ids; bounded in all and for each peer. Safe for many threads. */
final class Sessions {
  /** How often it is looked at which sessions are idle, and what nobody came back for. */
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private static final int ID_BYTES = 24;

  private final Service service;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Session> byId = new ConcurrentHashMap<>();
  private final Map<String, Integer> perPeer = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Sweep sweep;

  Sessions(Service service) {
    this.service = service;
    this.sweep = new Sweep(service.time(), PERIOD, this::look, () -> !byId.isEmpty());
  }

  /** Returns a session for the client behind {@code request}, or null if there are too many. */
  @Nullable Session open(Request request) {
    if (!enter(request.peer())) {
      return null;
    }
    var principal = service.callers().principal(request);
    var log = new EventLog(service.time(), service.bounds());
    var conversation = service.host().open(new SessionLink(principal, service.newClientId(), log));
    var session =
        new Session(
            newId(),
            principal,
            request.peer(),
            conversation,
            log,
            this::forget,
            service.time().nanos());
    byId.put(session.id(), session);
    sweep.arm();
    return session;
  }

  /** Returns the session of that id if it is its owner who asks, and notes that it was used. */
  @Nullable Session find(Request request, String id) {
    var session = byId.get(id);
    if (session == null || !session.principal().equals(service.callers().principal(request))) {
      return null;
    }
    session.touch(service.time().nanos());
    return session;
  }

  private void forget(Session session) {
    byId.remove(session.id());
    leave(session.peer());
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

  private boolean enter(String peer) {
    if (open.incrementAndGet() > service.bounds().sessions()) {
      open.decrementAndGet();
      return false;
    }
    int mine = perPeer.merge(peer, 1, Integer::sum);
    if (mine > service.bounds().sessionsPerPeer()) {
      leave(peer);
      return false;
    }
    return true;
  }

  private void leave(String peer) {
    perPeer.computeIfPresent(peer, (_, count) -> count == 1 ? null : count - 1);
    open.decrementAndGet();
  }

  private String newId() {
    var bytes = new byte[ID_BYTES];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
