package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bounds the number of open sessions, in total and per owner.
 *
 * <p>At the total bound, an owner with fewer sessions than the one with the most takes a place from
 * it: the longest unused session of that owner ends, if any is idle (C38).
 *
 * <p>Safe for use by many threads.
 */
final class Admission {
  private final Shares open;
  private final int mostOfOne;
  private final Set<Session> sessions = ConcurrentHashMap.newKeySet();

  Admission(StreamBounds bounds) {
    open = new Shares(bounds.sessions());
    mostOfOne = bounds.sessionsPerPeer();
  }

  /** Takes a place; true if there was one, which must be returned once by {@link #leave}. */
  boolean enter(String owner) {
    if (open.held(owner) >= mostOfOne) {
      return false;
    }
    return open.take(owner, 1) || takeOver(owner);
  }

  /** Registers a session with a place, which another owner may take over when it is idle. */
  void add(Session session) {
    sessions.add(session);
  }

  /** Returns the place of a session, unless it was taken over. */
  void leave(Session session) {
    if (sessions.remove(session)) {
      leave(session.owner());
    }
  }

  void leave(String owner) {
    open.give(owner, 1);
  }

  private boolean takeOver(String owner) {
    var idlest = open.greediest().flatMap(greedy -> idlest(owner, greedy));
    if (idlest.isEmpty() || !sessions.remove(idlest.get())) {
      return false;
    }
    open.pass(idlest.get().owner(), owner, 1);
    idlest.get().end("Another client needed its place: it was the one longest unused");
    return true;
  }

  private Optional<Session> idlest(String owner, String greedy) {
    return open.held(greedy) > open.held(owner) + 1
        ? sessions.stream()
            .filter(session -> session.owner().equals(greedy) && !session.isBusy())
            .min(Comparator.comparingLong(Session::seen))
        : Optional.empty();
  }
}
