package dev.belay.tools.call;

import dev.belay.core.call.CallContext;
import dev.belay.tools.bind.ArgumentMismatchException;
import dev.belay.tools.bind.TypedArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * View of a running call for its tool: arguments, heartbeats, child processes, and the client.
 *
 * <p>Safe for use by many threads while the call runs.
 */
public interface ToolCall extends Heartbeats, Commands {
  /** {@return the tool's declared name} */
  String tool();

  /** {@return the caller: an authenticated subject, or {@code local}} */
  String principal();

  /**
   * {@return the folder that resolves the caller's relative paths (S1-18); null if it is not known}
   */
  default @Nullable Path workspace() {
    return context().info().caller().workspace();
  }

  /**
   * {@return the folders that the caller opens to tools (S1-18, S1-42); empty if it names none, so
   * that the tool's own folders hold}
   */
  default List<Path> allowedRoots() {
    return context().info().caller().allowedRoots();
  }

  /** {@return a copy of the checked arguments, with defaults filled in} */
  ObjectNode arguments();

  /** {@return one checked argument or its default; null if it has neither. Must not be changed} */
  @Nullable JsonNode argument(String name);

  /**
   * Returns one argument as a Java value, for a tool without parameters.
   *
   * @throws ArgumentMismatchException if it is absent or not a valid value
   */
  default <T> T argument(String name, Class<T> type) {
    return TypedArguments.read(name, type, argument(name));
  }

  /** {@return one argument as a Java value; empty if it is absent} */
  default <T> Optional<T> optional(String name, Class<T> type) {
    var json = argument(name);
    return json == null || json.isNull()
        ? Optional.empty()
        : Optional.of(TypedArguments.read(name, type, json));
  }

  /** {@return the call's context in the core: limits, heartbeats, cancellation} */
  CallContext context();

  /** {@return the log of the client that made the call} */
  ClientLog log();

  /** {@return the client that made the call, for questions} */
  ClientQuestions client();

  /** Asks a person to fill in a form, see {@link ClientQuestions#elicit}. */
  default Elicited elicit(String message, JsonNode schema) throws InterruptedException {
    return client().elicit(message, schema);
  }

  /** Asks the client's model, see {@link ClientQuestions#sample}. */
  default ObjectNode sample(ObjectNode params) throws InterruptedException {
    return client().sample(params);
  }

  /** {@return the places in which the client works} */
  default List<Root> roots() throws InterruptedException {
    return client().roots();
  }

  /**
   * Releases the connection that waits for the result, if the client can fetch the result later
   * (MCP 2025-11-25 §streamable-http). Used before long work, so that proxies need not hold the
   * connection open; has no effect elsewhere.
   */
  default void letGo() {}

  /** Reports progress under MCP's own name for it; equal to a heartbeat. */
  default void progress(double done, double total) {
    heartbeat(null, done, total);
  }

  /**
   * Runs {@code action} shielded from the interrupt of a stop, for {@code limit} at most: for the
   * last steps of stopped work.
   *
   * @return true if it ended in time; otherwise it was interrupted and abandoned
   */
  default boolean cleanup(Duration limit, Runnable action) {
    return context().cleanup(limit, action);
  }

  @Override
  default void heartbeat(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    context().heartbeat(message, done, total);
  }
}
