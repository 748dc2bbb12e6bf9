package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The open questions of servers to one client, each with an id of the catalog's own, since two
 * servers may use the same one; the answer goes back to the server that asked.
 *
 * <p>Safe for use by many threads: removing a question from the map ends it.
 */
final class AskedBack {
  /** The server that asked, and its own id for the question. */
  record Question(MemberConversation by, RequestId id) {}

  private final AtomicLong ids = new AtomicLong();
  private final Map<RequestId, Question> open = new ConcurrentHashMap<>();

  /** {@return the question in the form for the client, not sent yet} */
  Asked ask(MemberConversation by, Envelope question) {
    var own = RequestId.of(ids.incrementAndGet());
    open.put(own, new Question(by, question.requireId()));
    var message = Splice.of(question).id(own);
    if (question.has(Member.META_PROGRESS_TOKEN)) {
      message.set(Member.META_PROGRESS_TOKEN, own);
    }
    return new Asked(own, message.bytes());
  }

  /** A question on its way to the client. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Asked(RequestId own, byte[] message) {}

  /** Removes a question that could not be sent. */
  void forget(RequestId own) {
    open.remove(own);
  }

  /** The client has answered: removes the question; null if there is none of that id. */
  @Nullable Question answered(@Nullable RequestId own) {
    return own == null ? null : open.remove(own);
  }

  /** {@return the question of that id; null if there is none} */
  @Nullable Question find(@Nullable RequestId own) {
    return own == null ? null : open.get(own);
  }

  /**
   * A server withdraws a question: removes it, and returns its id for the client; null if there is
   * none.
   */
  @Nullable RequestId withdrawn(MemberConversation by, @Nullable RequestId id) {
    for (var own : List.copyOf(open.keySet())) {
      var question = open.get(own);
      if (question != null
          && question.by() == by
          && question.id().equals(id)
          && open.remove(own, question)) {
        return own;
      }
    }
    return null;
  }

  /** Removes the questions of a server that is gone. */
  void forget(MemberConversation by) {
    open.values().removeIf(question -> question.by() == by);
  }
}
