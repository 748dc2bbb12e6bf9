package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many sessions are open, in all and for each owner; no more than the bounds allow.
 *
 * <p>An owner that finds no place any more, and has fewer than the greediest, gets one of that
 * one's: its idlest session gives way, if one of them is idle at all (C38).
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

  /** True if one more may be open; {@link #leave} is then owed once. */
  boolean enter(String owner) {
    if (open.held(owner) >= mostOfOne) {
      return false;
    }
    return open.take(owner, 1) || takeOver(owner);
  }

  /** Makes known a session that has entered: it may have to give way from now on. */
  void add(Session session) {
    sessions.add(session);
  }

  /** Gives back the place of a session, unless another has it already. */
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
