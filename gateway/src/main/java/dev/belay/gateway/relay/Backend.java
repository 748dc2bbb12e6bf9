package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.ProcessInfo;
import dev.belay.gateway.breaker.BreakerFigures;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.tree.Grace;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What stands before one server, as whoever puts many of them together needs it.
 *
 * <p>Safe for use by many threads.
 */
public interface Backend extends SessionFactory, ToolCalls {
  /**
   * Starts the server, if all clients share it. Called once, when all that the server can reach by
   * speaking is in its place.
   */
  void start();

  /**
   * Opens a conversation of Belay's own, which never has an upstream to itself: about what is the
   * same for all clients.
   */
  Conversation openForAll(ClientLink belay);

  /** {@return whether all clients share the server, as far as is known by now} */
  boolean isShared();

  /**
   * {@return the tool's own name, where that is another of its names (C32), else the same} By the
   * own name alone it is decided who may call what.
   */
  default String toolNamed(String called) {
    return called;
  }

  /** {@return what calls of that tool go by, under any of its names} */
  @Override
  CallPolicy policy(String tool);

  /** {@return what the server's tools say, as far as its lists have been read} */
  ToolIndex tools();

  /**
   * Ends every subscription of a client with its result, since no news will come any more; calls go
   * on.
   */
  void endSubscriptions();

  /** {@return why the server does not run, and will not before somebody asks; null if it does} */
  @Nullable String trouble();

  /**
   * {@return what the server says about how it is used; null where it says nothing, or has not come
   * yet, or says it to each client for itself}
   */
  @Nullable String instructions();

  /** {@return how its circuit breaker stands; null if it has none} */
  @Nullable BreakerFigures breakerFigures();

  /** {@return how the server does, as health and metrics show it} */
  ServerFigures figures();

  /** {@return processes of the server that live on though a call of theirs was stopped} */
  default List<LeftBehind> leftBehind() {
    return List.of();
  }

  /** Kills what is left behind and chosen; returns what that was. */
  default List<ProcessInfo> killLeftBehind(Predicate<LeftBehind> chosen) {
    return List.of();
  }

  /** {@return how many calls are on their way} */
  int calls();

  /** {@return whether a client waits for anything, a call or another answer} */
  boolean isBusy();

  /**
   * Goes by other settings from the next call on; calls that run keep theirs.
   *
   * @param changed of the same server: what is started, or reached, stays as it is
   */
  void replace(Settings settings, ServerSettings changed);

  /**
   * Ends every process and connection; blocks until that is done, or {@code grace} is long over.
   */
  void close(Grace grace) throws InterruptedException;
}
