package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.ProcessInfo;
import dev.belay.gateway.breaker.BreakerFigures;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.gateway.upstream.ServerProcess;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.tree.Grace;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's side of one server, as the catalog of many servers needs it.
 *
 * <p>Safe for use by many threads.
 */
public interface Backend extends SessionFactory, ToolCalls {
  /**
   * Starts the server, if all clients share it. Called once, when every part that its messages can
   * reach is in place.
   */
  void start();

  /**
   * Opens a conversation of Belay's own about what is the same for all clients; it never gets an
   * isolated upstream.
   */
  Conversation openForAll(ClientLink belay);

  /** {@return whether all clients share the server, as far as is known} */
  boolean isShared();

  /**
   * {@return the tool's own name if {@code called} is another of its names (C32), else {@code
   * called}} Access is decided by the own name alone.
   */
  default String toolNamed(String called) {
    return called;
  }

  /** {@return the policy of that tool, by any of its names} */
  @Override
  CallPolicy policy(String tool);

  @Override
  Object policies();

  /** {@return the declarations of the server's tools, as far as its lists have been read} */
  ToolIndex tools();

  /**
   * Ends every client's subscription with its result, since no notifications will follow; calls go
   * on.
   */
  void endSubscriptions();

  /**
   * {@return why the server does not run, and will not before the next request; null if it does}
   */
  @Nullable String trouble();

  /**
   * {@return the server's instructions for use; null if it has none, has not started yet, or gives
   * each client its own}
   */
  @Nullable String instructions();

  /** {@return how its circuit breaker stands; null if it has none} */
  @Nullable BreakerFigures breakerFigures();

  /** {@return the server's condition, as health and metrics show it} */
  ServerFigures figures();

  /** {@return the server's processes that survive the stop of a call they belong to} */
  default List<LeftBehind> leftBehind() {
    return List.of();
  }

  /** Kills the chosen processes among those left behind, and returns them. */
  default List<ProcessInfo> killLeftBehind(Predicate<LeftBehind> chosen) {
    return List.of();
  }

  /** {@return the processes that Belay has started for it} */
  default List<ServerProcess> processes() {
    return List.of();
  }

  /** {@return the last lines that one of its processes has written to standard error} */
  default List<String> lastErrorLines() {
    return List.of();
  }

  /**
   * Has new processes serve new calls, as a person wants; the present ones retire with their calls.
   *
   * @return why that is not done, as what goes on after "since"; null if it has begun
   */
  default @Nullable String restart() {
    return "its tools are a part of Belay itself";
  }

  /**
   * Refuses new calls until {@link #resume}; those that it has go on.
   *
   * @param by who wants it, for display
   * @return why that is not done, as for {@link #restart}; null if it holds
   */
  default @Nullable String drain(String by) {
    return "its tools are a part of Belay itself";
  }

  /** Takes calls again, if it was drained. */
  default void resume() {}

  /** {@return the number of calls that have not ended} */
  int calls();

  /** {@return whether a client waits for a call or another answer} */
  boolean isBusy();

  /**
   * Applies other settings from the next call on; running calls keep theirs.
   *
   * @param changed the settings of the same server, which is started or reached as before
   */
  void replace(Settings settings, ServerSettings changed);

  /**
   * Ends every process and connection; blocks until that is done, or {@code grace} is long over.
   */
  void close(Grace grace) throws InterruptedException;
}
