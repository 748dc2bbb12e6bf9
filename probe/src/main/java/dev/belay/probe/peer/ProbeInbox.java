package dev.belay.probe.peer;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.probe.peer.Target.Reply;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Waiting requests and their replies. Safe for use by many threads. */
final class ProbeInbox {
  /** A request that waits for its reply. */
  record Waiting(RequestId id, CompletableFuture<Reply> reply) {}

  private final Map<RequestId, CompletableFuture<Reply>> open = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong(1);
  private volatile @Nullable String ended;

  /** Registers a request; if the server is gone already, its reply says so. */
  Waiting begin() {
    var waiting = new Waiting(RequestId.of(ids.getAndIncrement()), new CompletableFuture<>());
    open.put(waiting.id(), waiting.reply());
    var why = ended; // Read after listing: the ending thread sees the request, or this one the end.
    if (why != null) {
      fail(waiting.id(), Reply.Kind.GONE, why);
    }
    return waiting;
  }

  /** Stops waiting for that reply. */
  void forget(RequestId id) {
    open.remove(id);
  }

  void fail(RequestId id, Reply.Kind kind, String why) {
    complete(id, new Reply.Failed(kind, why));
  }

  private void complete(@Nullable RequestId id, Reply reply) {
    var waiting = id == null ? null : open.remove(id);
    if (waiting != null) {
      waiting.complete(reply);
    }
  }

  /** {@return the answer to a received message; null unless the message is a request} */
  byte @Nullable [] take(byte[] bytes) {
    try {
      var message = Envelope.parse(bytes, Bounds.DEFAULT);
      return switch (message.kind()) {
        case REQUEST -> answer(message);
        case NOTIFICATION -> null;
        case RESPONSE, ERROR -> {
          complete(message.id(), new Reply.Answered(message));
          yield null;
        }
      };
    } catch (MalformedEnvelope e) {
      complete(
          e.id(), new Reply.Failed(Reply.Kind.REFUSED, "the answer is no MCP: " + e.getMessage()));
      return null;
    }
  }

  private static byte[] answer(Envelope request) {
    var id = request.requireId();
    return request.method().equals("ping")
        ? Messages.response(id, new byte[] {'{', '}'})
        : Messages.error(id, ErrorCode.METHOD_NOT_FOUND, "A load test answers no questions.");
  }

  /** Ends all waits: no further messages arrive. */
  void end(String why) {
    ended = why;
    open.keySet().forEach(id -> fail(id, Reply.Kind.GONE, why));
  }

  boolean isEnded() {
    return ended != null;
  }
}
