package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The client's requests that have no answer yet, by the client's ids. Safe for many threads. */
final class InFlight {
  /** How many there may be; the next one is refused. */
  static final int MOST = 20_000;

  private final Map<RequestId, ClientRequest> byId = new ConcurrentHashMap<>();

  /** {@return why a request under {@code id} is not taken, as its answer; null if it is} */
  byte @Nullable [] refusal(RequestId id) {
    if (byId.containsKey(id)) {
      // Without the id: with it, the client would take this for the answer to the first one.
      return Messages.error(
          null,
          ErrorCode.INVALID_REQUEST,
          "Id " + id + " belongs to a request that is still in flight; use another.");
    }
    return byId.size() < MOST
        ? null
        : Messages.error(
            id,
            ErrorCode.INTERNAL_ERROR,
            "More than " + MOST + " requests are in flight. Wait for some answers.");
  }

  /** Always true. */
  boolean add(ClientRequest request) {
    byId.put(request.id(), request);
    return true;
  }

  /**
   * Puts {@code next} in the place of {@code now}, which has its id, so that it is in flight all
   * the while; false if {@code now} has been ended before.
   */
  boolean replace(ClientRequest now, ClientRequest next) {
    return byId.replace(now.id(), now, next);
  }

  /** True for the one who ends the request, and so may answer it. */
  boolean end(ClientRequest request) {
    return byId.remove(request.id(), request);
  }

  @Nullable ClientRequest get(RequestId id) {
    return byId.get(id);
  }

  /** {@return whether this very request has no answer yet} */
  boolean holds(ClientRequest request) {
    return request.equals(byId.get(request.id()));
  }

  Collection<ClientRequest> all() {
    return byId.values();
  }
}
