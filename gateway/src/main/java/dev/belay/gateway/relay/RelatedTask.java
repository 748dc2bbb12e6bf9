package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.gateway.upstream.UpstreamExchange;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Splice;
import org.jspecify.annotations.Nullable;

/**
 * The task that a message of a server names: a task of the server's own, which tells Belay the call
 * and means nothing to clients (MCP 2025-11-25 §tasks).
 */
final class RelatedTask {
  private RelatedTask() {}

  /** {@return the request that a message belongs to: by the task that it names, or its stream} */
  static @Nullable UpstreamExchange call(
      UpstreamConnection link, Envelope message, @Nullable UpstreamExchange during) {
    var id = id(message);
    var call = id == null ? null : link.ofTask(id);
    return call == null ? during : call;
  }

  /** {@return whether a message is about a task that no call has: it is no other call's, either} */
  static boolean isGone(UpstreamConnection link, Envelope message) {
    var id = id(message);
    return id != null && link.ofTask(id) == null;
  }

  private static @Nullable String id(Envelope message) {
    var related = message.raw(Member.META_RELATED_TASK);
    var task = related == null ? null : JsonObject.of(related);
    return task == null ? null : task.text("taskId");
  }

  /** {@return the message without the name} */
  static Envelope without(Envelope message) {
    return message.has(Member.META_RELATED_TASK)
        ? Envelope.parseOwn(Splice.of(message).remove(Member.META_RELATED_TASK).bytes())
        : message;
  }

  /** {@return the message of a request, with the name of the task that its client has, if any} */
  static Envelope ofClient(Envelope message, ClientRequest request) {
    var task = request.session().isModern() ? null : request.task();
    if (task == null || !message.has(Member.META_RELATED_TASK)) {
      return without(message);
    }
    var named = JsonObject.empty().setText("taskId", task.toString()).json();
    return Envelope.parseOwn(Splice.of(message).set(Member.META_RELATED_TASK, named).bytes());
  }
}
