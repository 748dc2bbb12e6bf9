package dev.belay.testbed.fault;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One legacy session over HTTP: its peer, and the streams that its client may resume. */
final class Session {
  final String id = UUID.randomUUID().toString();
  final EventHistory standalone = new EventHistory("e0");
  final Peer peer;
  private final Map<String, EventHistory> tapes = new ConcurrentHashMap<>();
  private final AtomicInteger streams = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();

  Session(Server server) {
    peer = new Peer(server, new TapeWire(standalone));
    tapes.put("e0", standalone);
    server.listeners.join(peer);
  }

  EventHistory newTape() {
    var name = "e" + streams.incrementAndGet();
    var tape = new EventHistory(name);
    tapes.put(name, tape);
    return tape;
  }

  /** {@return the stream of an event; null if there is none} */
  @Nullable EventHistory tape(String event) {
    return tapes.get(event.substring(0, Math.max(0, event.indexOf('-'))));
  }

  /** Counts a request. Returns the number so far. */
  int used() {
    return requests.incrementAndGet();
  }

  /** Cancels its calls and ends its streams. */
  void end() {
    peer.gone();
    tapes.values().forEach(EventHistory::finish);
  }
}
