package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.progress.ClientProgress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Progress tokens of calls that became tasks: in the legacy era they outlive the call's response
 * (MCP 2025-11-25 §tasks).
 *
 * <p>The newest {@link #MOST} are kept, since the end of a task may go unnoticed.
 */
final class TaskTokens {
  private static final int MOST = 1_024;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<RequestId, ClientProgress> byOwn = new LinkedHashMap<>();

  /** Has progress under our token go to {@code clients}, which knows the client's. */
  void keep(RequestId own, ClientProgress clients) {
    lock.lock();
    try {
      byOwn.put(own, clients);
      if (byOwn.size() > MOST) {
        byOwn.remove(byOwn.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Sends a task's progress on to the client; progress on an unknown token is dropped. */
  void relay(Envelope notification) {
    var own = notification.id(Member.PARAMS_PROGRESS_TOKEN);
    if (own == null) {
      return;
    }
    ClientProgress clients;
    lock.lock();
    try {
      clients = byOwn.get(own);
    } finally {
      lock.unlock();
    }
    if (clients != null) {
      clients.relay(notification);
    }
  }
}
