package dev.belay.mcp.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.mcp.input.RequestState;
import dev.belay.mcp.server.McpServerBuilder.ServerOptions;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An MCP server within this process: serves its tools, prompts and resources to clients of both
 * eras, over any transport.
 *
 * <p>Its capabilities follow from its content. A handler may take as long as it likes: limits are
 * up to the provider of the handler. Safe for use by many threads.
 */
public final class McpServer implements SessionFactory {
  private final ServerOptions options;
  private volatile Offer offer;
  private final byte[] info;
  private final byte[] capabilities;
  private final Subscriptions subscriptions = new Subscriptions();
  private final Bustle bustle = new Bustle();

  /**
   * Clients that have opened a legacy session, and so are notified of changes without a
   * subscription.
   */
  private final Set<ServedClient> sessions = ConcurrentHashMap.newKeySet();

  McpServer(ServerOptions options, Offer offer) {
    this.options = options;
    this.offer = offer;
    this.info = options.info();
    this.capabilities = Capabilities.of(this);
  }

  /** Returns a builder for a server of this name. */
  public static McpServerBuilder named(String name, String version) {
    return new McpServerBuilder(name, version);
  }

  @Override
  public Conversation open(ClientLink client) {
    return new ServedClient(this, client);
  }

  /**
   * Replaces the server's tools by those of {@code others}, and notifies every listening client;
   * running calls go on.
   */
  public void replaceTools(McpServerBuilder others) {
    offer = offer.withTools(others);
    toolsChanged();
  }

  /** Notifies every listening client that the list of tools has changed. */
  public void toolsChanged() {
    changed(ListMethod.TOOLS, "notifications/tools/list_changed");
  }

  /** Notifies every listening client that the list of prompts has changed. */
  public void promptsChanged() {
    changed(ListMethod.PROMPTS, "notifications/prompts/list_changed");
  }

  /** Notifies every listening client that the list of resources has changed. */
  public void resourcesChanged() {
    changed(ListMethod.RESOURCES, "notifications/resources/list_changed");
  }

  private void changed(ListMethod kind, String method) {
    sessions.forEach(client -> client.legacy().tell(method));
    subscriptions.changed(kind, method);
  }

  /** Notifies every client that watches this resource that it has changed. */
  public void resourceUpdated(String uri) {
    sessions.forEach(client -> client.legacy().updated(uri));
    subscriptions.updated(uri);
  }

  /** Ends all subscriptions with their final message, as before the stop of a server. */
  public void endSubscriptions() {
    subscriptions.finishAll();
  }

  /**
   * {@return a stage that completes once no handler runs and all output was handed on; complete if
   * none runs now}
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
    return offer.has(ListMethod.RESOURCES) || offer.has(ListMethod.TEMPLATES);
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

  /** Logs a defect of the server's own code, by a logger that is not loaded at startup. */
  static void logDefect(String what, Throwable defect) {
    System.getLogger(McpServer.class.getName()).log(Level.ERROR, what, defect);
  }

  /**
   * The number of running handlers, for ending a server once all requests are answered.
   *
   * <p>Concurrency: {@code lock} guards the fields; no callback runs under it.
   */
  static final class Bustle {
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private int running;

    /** Complete while no handler runs. */
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
