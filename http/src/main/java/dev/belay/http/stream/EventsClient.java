package dev.belay.http.stream;

import dev.belay.http.route.EventStream;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.Conversation;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** One client of HTTP+SSE: the stream that it reads, and the requests that it posted beside it. */
final class EventsClient {
  private final String principal;
  private final String owner;
  private final EventStream stream;
  private final Conversation conversation;
  private final Set<EventsRequest> requests = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean ended = new AtomicBoolean();

  EventsClient(String principal, String owner, EventStream stream, Conversation conversation) {
    this.principal = principal;
    this.owner = owner;
    this.stream = stream;
    this.conversation = conversation;
  }

  String principal() {
    return principal;
  }

  String owner() {
    return owner;
  }

  EventStream stream() {
    return stream;
  }

  Conversation conversation() {
    return conversation;
  }

  /** Takes one in, unless there are too many, or the client has gone; then says so. */
  @Nullable Refusal add(EventsRequest request, int most) {
    if (requests.size() >= most) {
      return Refusals.busy(Era.LEGACY);
    }
    requests.add(request);
    if (ended.get()) {
      requests.remove(request);
      return Refusals.NO_SESSION;
    }
    return null;
  }

  void remove(EventsRequest request) {
    requests.remove(request);
  }

  /** Ends all of it; true for the one who did. */
  boolean end() {
    if (!ended.compareAndSet(false, true)) {
      return false;
    }
    for (var request : requests) {
      request.nothing();
    }
    stream.end();
    conversation.close();
    return true;
  }
}
