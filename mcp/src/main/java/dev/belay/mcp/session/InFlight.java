package dev.belay.mcp.session;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One client's unanswered requests, by the client's own ids. Safe for use by many threads: taking a
 * request out decides which caller ends it.
 */
public final class InFlight<R extends InFlight.Entry> {
  /** The greatest number; further ones are refused. */
  static final int MOST = 20_000;

  private final Map<RequestId, R> byId = new ConcurrentHashMap<>();

  /** A request that is in flight. */
  public interface Entry {
    /** {@return the client's own id for it} */
    RequestId id();
  }

  /** Begins with none. */
  public InFlight() {}

  /** {@return why a request under {@code id} is refused, as its answer; null if it is not} */
  public byte @Nullable [] refusal(RequestId id) {
    if (byId.containsKey(id)) {
      // Without the id: with it, the client would take this for the answer to the first one.
      var text = "Id " + id + " belongs to a request that is still in flight; use another.";
      return Messages.error(null, ErrorCode.INVALID_REQUEST, text);
    }
    if (byId.size() >= MOST) {
      var text = "More than " + MOST + " requests are in flight. Wait for some answers.";
      return Messages.error(id, ErrorCode.INTERNAL_ERROR, text);
    }
    return null;
  }

  /** Puts a request in flight; returns null, or the refusal that the caller sends in its place. */
  public byte @Nullable [] enter(R request) {
    while (true) {
      var refusal = refusal(request.id());
      if (refusal != null || byId.putIfAbsent(request.id(), request) == null) {
        return refusal;
      }
    }
  }

  /**
   * Puts {@code next} in the place of {@code now}, which has its id, so that it is in flight all
   * the while; false if {@code now} has been ended before.
   */
  public boolean replace(R now, R next) {
    return byId.replace(now.id(), now, next);
  }

  /** True for the one caller that ends the request, and so may answer it. */
  public boolean end(R request) {
    return byId.remove(request.id(), request);
  }

  /** {@return whether this very request has no answer yet} */
  public boolean holds(R request) {
    return request.equals(byId.get(request.id()));
  }

  /** {@return the request of that id; null if it is not in flight} */
  public @Nullable R get(@Nullable RequestId id) {
    return id == null ? null : byId.get(id);
  }

  /** {@return a view of the requests in flight} */
  public Collection<R> all() {
    return Collections.unmodifiableCollection(byId.values());
  }
}
