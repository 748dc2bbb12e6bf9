package dev.belay.gateway.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which server runs each task, as the answers said in which clients were told of them: of no other
 * client, and never guessed.
 *
 * <p>Of legacy clients a task is the session's that made it, of modern ones, which have none, the
 * principal's. {@link #MOST} are known: beyond that, the principal with the most loses its oldest,
 * so that none can make others' be forgotten. Concurrency: {@code lock} guards the map.
 */
final class Tasks {
  private static final int MOST = 10_000;
  private static final String EXTENSION = "io.modelcontextprotocol/tasks";

  /** A task as its client names it; two servers may use the same name. */
  private record Named(String principal, String session, String task) {}

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, Map<Named, List<CatalogMember>>> byPrincipal = new HashMap<>();

  @GuardedBy("lock") private int count;

  /** Takes note of the task that a server says a request became. */
  void learn(CatalogConversation client, CatalogMember by, Envelope request, byte[] response) {
    if (!mayBecomeTask(request)) {
      return;
    }
    var answer = Envelope.parseOwn(response);
    if (answer.kind() != Kind.RESPONSE) {
      return;
    }
    boolean isModern = "task".equals(answer.text(Member.RESULT_TYPE));
    var task = answer.text(isModern ? Member.RESULT_TASK_ID : Member.TASK_ID);
    // A longer one cannot be asked for.
    if (task != null && task.length() <= Bounds.DEFAULT.idBytes()) {
      learn(named(client, request, task), by);
    }
  }

  private void learn(Named named, CatalogMember by) {
    lock.lock();
    try {
      var servers =
          byPrincipal
              .computeIfAbsent(named.principal(), _ -> new LinkedHashMap<>())
              .computeIfAbsent(named, _ -> new ArrayList<>(1));
      if (servers.isEmpty() && ++count > MOST) {
        forgetOne();
      }
      if (!servers.contains(by)) {
        servers.add(by);
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void forgetOne() {
    var most = Collections.max(byPrincipal.values(), Comparator.comparingInt(Map::size));
    most.remove(most.keySet().iterator().next());
    count--;
    byPrincipal.values().removeIf(Map::isEmpty);
  }

  /** Answers are read only where a client has said that it can take a task for one. */
  private static boolean mayBecomeTask(Envelope request) {
    if (!request.method().equals("tools/call")) {
      return false;
    }
    if (request.has(Member.PARAMS_TASK)) {
      return true;
    }
    var declared = request.raw(Member.META_CLIENT_CAPABILITIES);
    return declared != null && new String(declared, StandardCharsets.UTF_8).contains(EXTENSION);
  }

  /** {@return the servers that told this client of such a task: one, unless two chose one name} */
  List<CatalogMember> of(CatalogConversation client, Envelope request, String task) {
    lock.lock();
    try {
      var named = named(client, request, task);
      return List.copyOf(
          byPrincipal.getOrDefault(named.principal(), Map.of()).getOrDefault(named, List.of()));
    } finally {
      lock.unlock();
    }
  }

  private static Named named(CatalogConversation client, Envelope request, String task) {
    var link = client.link();
    boolean isModern = Routing.eraOf(request) == Era.MODERN;
    return new Named(link.principal(), isModern ? "" : link.id(), task);
  }

  void forget(CatalogMember member) {
    lock.lock();
    try {
      for (var tasks : byPrincipal.values()) {
        tasks.values().forEach(known -> known.remove(member));
        int before = tasks.size();
        tasks.values().removeIf(List::isEmpty);
        count -= before - tasks.size();
      }
      byPrincipal.values().removeIf(Map::isEmpty);
    } finally {
      lock.unlock();
    }
  }
}
