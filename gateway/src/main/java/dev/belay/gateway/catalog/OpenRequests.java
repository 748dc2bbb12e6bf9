package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A client's requests that have no answer yet, by the client's ids. Safe for many threads. */
final class OpenRequests {
  /** How many there may be; the next one is refused. */
  static final int MOST = 20_000;

  /** The place of a request that is about to be added. */
  static final class Reserved implements OpenRequest {
    @Override
    public void cancelled(Envelope notification) {}

    @Override
    public void left() {}
  }

  private final Map<RequestId, OpenRequest> byId = new ConcurrentHashMap<>();

  boolean isFull() {
    return byId.size() >= MOST;
  }

  /** {@return the place of a request that is about to be added; null if its id is taken} */
  @Nullable Reserved reserve(RequestId id) {
    var place = new Reserved();
    return byId.putIfAbsent(id, place) == null ? place : null;
  }

  /** Lets go of an id under which nothing was added. */
  void release(RequestId id, Reserved place) {
    byId.remove(id, place);
  }

  /** Puts a request in the place that was reserved for it. */
  void add(RequestId id, OpenRequest request) {
    byId.put(id, request);
  }

  /** True for the one who ends the request, and so may answer it. */
  boolean end(RequestId id, OpenRequest request) {
    return byId.remove(id, request);
  }

  @Nullable OpenRequest get(RequestId id) {
    return byId.get(id);
  }

  List<OpenRequest> all() {
    return List.copyOf(byId.values());
  }
}
