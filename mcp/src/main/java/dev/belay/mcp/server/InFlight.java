package dev.belay.mcp.server;

import dev.belay.mcp.envelope.RequestId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** One client's unanswered requests, by its ids. Safe for many threads. */
final class InFlight {
  /** The greatest number; further ones are refused. */
  static final int MOST = 20_000;

  private final Map<RequestId, Entry> byId = new ConcurrentHashMap<>();

  /** A request that can be cancelled. */
  interface Entry {
    RequestId id();

    /** Ends it without an answer, since its client cancelled it; does nothing if it is over. */
    void cancel();

    /** Ends it without an answer, since its client is gone; does nothing if it is over. */
    default void leave() {
      cancel();
    }
  }

  boolean isFull() {
    return byId.size() >= MOST;
  }

  /** {@return false if another request has its id} */
  boolean add(Entry entry) {
    return byId.putIfAbsent(entry.id(), entry) == null;
  }

  void end(Entry entry) {
    byId.remove(entry.id(), entry);
  }

  void cancel(RequestId id) {
    var entry = byId.get(id);
    if (entry != null) {
      entry.cancel();
    }
  }

  void leave(RequestId id) {
    var entry = byId.get(id);
    if (entry != null) {
      entry.leave();
    }
  }

  void leaveAll() {
    List.copyOf(byId.values()).forEach(Entry::leave);
  }
}
