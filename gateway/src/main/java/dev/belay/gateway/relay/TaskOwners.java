package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Whose each task is of a server that clients share: it is nobody else's to read, cancel or hear of
 * (MCP 2025-11-25 §tasks).
 *
 * <p>Of legacy clients a task is the session's that made it, of modern ones, which have none, the
 * principal's. The newest {@link #MOST} are known: the end of a task may go unnoticed. Concurrency:
 * {@code lock} guards the map.
 */
final class TaskOwners {
  private static final int MOST = 10_000;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, String> byTask = new LinkedHashMap<>();

  /** Takes note of the task that {@code response} says a request of {@code client} became. */
  void learn(ClientSession client, Envelope response) {
    var legacy = response.text(Member.TASK_ID);
    boolean isModern = "task".equals(response.text(Member.RESULT_TYPE));
    var task = isModern ? response.text(Member.RESULT_TASK_ID) : legacy;
    // A longer one cannot be asked for.
    if (task == null || task.length() > Bounds.DEFAULT.idBytes()) {
      return;
    }
    lock.lock();
    try {
      byTask.putIfAbsent(task, name(client));
      if (byTask.size() > MOST) {
        byTask.remove(byTask.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether the task is known to be another client's} */
  boolean isForeign(ClientSession client, @Nullable String task) {
    var owner = task == null ? null : owner(task);
    return owner != null && !owner.equals(name(client));
  }

  /** {@return whether the task is known to be this client's} */
  boolean isOf(ClientSession client, String task) {
    return name(client).equals(owner(task));
  }

  /** {@return the task that a server's message is about; null if about none} */
  static @Nullable String of(Envelope message) {
    if (message.method().equals("notifications/tasks/status")) {
      return message.text(Member.PARAMS_TASK_ID);
    }
    var related = message.raw(Member.META_RELATED_TASK);
    var task = related == null ? null : JsonObject.of(related);
    return task == null ? null : task.text("taskId");
  }

  private @Nullable String owner(String task) {
    lock.lock();
    try {
      return byTask.get(task);
    } finally {
      lock.unlock();
    }
  }

  private static String name(ClientSession client) {
    return client.isModern()
        ? "principal " + client.link().principal()
        : "session " + client.link().id();
  }
}
