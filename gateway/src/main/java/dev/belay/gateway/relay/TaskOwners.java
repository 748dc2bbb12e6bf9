package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.progress.ClientProgress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The owner of each task of a server that clients share: no other client may read, cancel or hear
 * of it (MCP 2025-11-25 §tasks).
 *
 * <p>A task of a legacy client belongs to the session that made it, one of a modern client, which
 * has no session, to the principal. In the legacy era the progress token of a call that became a
 * task outlives the call's response, so it is kept here. The newest {@link #MOST} are known: the
 * end of a task may go unnoticed. Concurrency: {@code lock} guards the maps.
 */
final class TaskOwners {
  private static final int MOST = 10_000;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, String> byTask = new LinkedHashMap<>();

  /** Progress of a client's task. */
  private record Progress(ClientSession client, ClientProgress relay) {}

  @GuardedBy("lock") private final Map<RequestId, Progress> byToken = new LinkedHashMap<>();

  /** Takes note of the task that {@code response} says a request of {@code client} became. */
  void learn(ClientSession client, Envelope request, Envelope response) {
    var legacy = response.text(Member.TASK_ID);
    boolean isModern = "task".equals(response.text(Member.RESULT_TYPE));
    var task = isModern ? response.text(Member.RESULT_TASK_ID) : legacy;
    // A longer one cannot be asked for.
    if (task == null || task.length() > Bounds.DEFAULT.idBytes()) {
      return;
    }
    var own = response.id();
    var token = client.isModern() ? null : request.id(Member.META_PROGRESS_TOKEN);
    var progress = token == null ? null : new Progress(client, client.taskProgress(token));
    lock.lock();
    try {
      byTask.putIfAbsent(task, name(client));
      bound(byTask);
      if (own != null && progress != null) {
        byToken.put(own, progress);
        bound(byToken);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void bound(Map<?, ?> newest) {
    if (newest.size() > MOST) {
      newest.remove(newest.keySet().iterator().next());
    }
  }

  /** Relays progress of a task to the client that made it; any other is dropped. */
  void progressed(Envelope notification) {
    var own = notification.id(Member.PARAMS_PROGRESS_TOKEN);
    if (own == null) {
      return;
    }
    Progress progress;
    lock.lock();
    try {
      progress = byToken.get(own);
    } finally {
      lock.unlock();
    }
    if (progress != null) {
      progress.relay().relay(notification);
    }
  }

  /** A legacy client hears no progress any more. */
  void left(ClientSession client) {
    lock.lock();
    try {
      byToken.values().removeIf(progress -> progress.client() == client);
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
