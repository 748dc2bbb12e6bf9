package dev.belay.mcp.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.input.RequestState;
import dev.belay.mcp.server.McpServerBuilder.ServerOptions;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.Host;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A server within this process: it serves its tools, prompts and resources to clients of both eras,
 * whatever carries their messages.
 *
 * <p>What it declares follows from what it serves. A handler may take as long as it likes: limits
 * are the business of whoever hands it in. Safe for use by many threads.
 */
public final class McpServer implements Host {
  private final ServerOptions options;
  private volatile Offer offer;
  private final byte[] info;
  private final byte[] capabilities;
  private final Subscriptions subscriptions = new Subscriptions();
  private final Bustle bustle = new Bustle();

  /** Clients that have opened a legacy session, and so are told of changes unasked. */
  private final Set<ServedClient> sessions = ConcurrentHashMap.newKeySet();

  McpServer(ServerOptions options, Offer offer) {
    this.options = options;
    this.offer = offer;
    this.info = options.info();
    this.capabilities = Capabilities.of(this);
  }

  /** Begins a server that calls itself so. */
  public static McpServerBuilder named(String name, String version) {
    return new McpServerBuilder(name, version);
  }

  @Override
  public Conversation open(ClientLink client) {
    return new ServedClient(this, client);
  }

  /**
   * Serves the tools of {@code others} from now on in the place of its own, and tells every client
   * that listens; calls that run go on.
   */
  public void replaceTools(McpServerBuilder others) {
    offer = offer.withTools(others);
    toolsChanged();
  }

  /** Tells every client that listens that the list of tools has changed. */
  public void toolsChanged() {
    changed(ListKind.TOOLS, "notifications/tools/list_changed");
  }

  /** Tells every client that listens that the list of prompts has changed. */
  public void promptsChanged() {
    changed(ListKind.PROMPTS, "notifications/prompts/list_changed");
  }

  /** Tells every client that listens that the list of resources has changed. */
  public void resourcesChanged() {
    changed(ListKind.RESOURCES, "notifications/resources/list_changed");
  }

  private void changed(ListKind kind, String method) {
    sessions.forEach(client -> client.legacy().tell(method));
    subscriptions.changed(kind, method);
  }

  /** Tells every client that watches this resource that it has changed. */
  public void resourceUpdated(String uri) {
    sessions.forEach(client -> client.legacy().updated(uri));
    subscriptions.updated(uri);
  }

  /** Ends all subscriptions with their final message, as a server does before it stops. */
  public void endSubscriptions() {
    subscriptions.finishAll();
  }

  /**
   * {@return complete once no handler runs any more, and what they said is on its way; at once
   * where none does}
   */
  public CompletionStage<Void> quiet() {
    return bustle.quiet();
  }

  Bustle bustle() {
    return bustle;
  }

  void remember(ServedClient client) {
    sessions.add(client);
  }

  void forget(ServedClient client) {
    sessions.remove(client);
  }

  Subscriptions subscriptions() {
    return subscriptions;
  }

  Offer offer() {
    return offer;
  }

  boolean hasResources() {
    return offer.has(ListKind.RESOURCES) || offer.has(ListKind.TEMPLATES);
  }

  byte[] info() {
    return info;
  }

  byte[] capabilities() {
    return capabilities;
  }

  Speaks speaks() {
    return options.speaks();
  }

  @Nullable String instructions() {
    return options.instructions();
  }

  @Nullable Handler completions() {
    return options.completions();
  }

  @Nullable Handler extension(String method) {
    return options.extensions().get(method);
  }

  @Nullable RequestState requestStates() {
    var states = options.states();
    return states == null ? null : states.get();
  }

  boolean isLogging() {
    return options.logging();
  }

  boolean announcesChanges() {
    return options.announces();
  }

  long cacheMillis() {
    return options.cacheMillis();
  }

  boolean isCacheShared() {
    return options.cacheShared();
  }

  /** Logs what a server's own code did wrong, by a logger that no start has to wait for. */
  static void logDefect(String what, Throwable defect) {
    System.getLogger(McpServer.class.getName()).log(Level.ERROR, what, defect);
  }

  /**
   * The number of handlers that run, for ending a server once all requests are answered.
   *
   * <p>Concurrency: {@code lock} guards the fields; no callback runs under it.
   */
  static final class Bustle {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private int running;

    /** Complete while nothing runs. */
    @GuardedBy("lock") private CompletableFuture<Void> quiet = CompletableFuture.completedFuture(null);

    void begins() {
      lock.lock();
      try {
        if (running++ == 0) {
          quiet = new CompletableFuture<>();
        }
      } finally {
        lock.unlock();
      }
    }

    void ends() {
      CompletableFuture<Void> over;
      lock.lock();
      try {
        if (--running > 0) {
          return;
        }
        over = quiet;
      } finally {
        lock.unlock();
      }
      over.complete(null);
    }

    CompletionStage<Void> quiet() {
      lock.lock();
      try {
        return quiet.minimalCompletionStage();
      } finally {
        lock.unlock();
      }
    }
  }
}
