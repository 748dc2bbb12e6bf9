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
 * A running call as its tool sees it: arguments, signs of life, children, and its client.
 *
 * <p>Safe for use by many threads while the call runs.
 */
public interface ToolCall extends Heartbeats, Commands {
  /** {@return the tool's name, as it was declared} */
  String tool();

  /** {@return who is calling: an authenticated subject, or {@code local}} */
  String principal();

  /**
   * {@return the folder at which relative paths of the caller start (S1-18); null if none is known}
   */
  default @Nullable Path workspace() {
    return context().info().caller().workspace();
  }

  /**
   * {@return the folders whose files the caller lets tools use (S1-18, S1-42); empty if it names
   * none: then those that the tool itself is limited to}
   */
  default List<Path> allowedRoots() {
    return context().info().caller().allowedRoots();
  }

  /** {@return the checked arguments, with defaults filled in; a copy} */
  ObjectNode arguments();

  /** {@return one checked argument, or its default; null for neither. Must not be changed} */
  @Nullable JsonNode argument(String name);

  /**
   * Returns one argument as a Java value, as a tool without parameters reads it.
   *
   * @throws ArgumentMismatchException if it was not given, or is no such value
   */
  default <T> T argument(String name, Class<T> type) {
    return TypedArguments.read(name, type, argument(name));
  }

  /** {@return one argument as a Java value; empty if it was not given} */
  default <T> Optional<T> optional(String name, Class<T> type) {
    var json = argument(name);
    return json == null || json.isNull()
        ? Optional.empty()
        : Optional.of(TypedArguments.read(name, type, json));
  }

  /** {@return the call as the core sees it: limits, heartbeats, cancellation} */
  CallContext context();

  /** {@return the log of the client that called} */
  ClientLog log();

  /** {@return the client that called, to be asked} */
  ClientQuestions client();

  /** Asks a person to fill in a form, as {@link ClientQuestions#elicit} does. */
  default Elicited elicit(String message, JsonNode schema) throws InterruptedException {
    return client().elicit(message, schema);
  }

  /** Asks the client's model, as {@link ClientQuestions#sample} does. */
  default ObjectNode sample(ObjectNode params) throws InterruptedException {
    return client().sample(params);
  }

  /** {@return where the client works} */
  default List<Root> roots() throws InterruptedException {
    return client().roots();
  }

  /**
   * Lets go of the connection that waits for the result, where the client can fetch it later (MCP
   * 2025-11-25 §streamable-http): before long work, so that no proxy has to hold it open. Elsewhere
   * nothing happens.
   */
  default void letGo() {}

  /** Says how far the work got, in MCP's own words; a heartbeat like any other. */
  default void progress(double done, double total) {
    heartbeat(null, done, total);
  }

  /**
   * Runs {@code action} where a stop cannot interrupt it, but no longer than {@code limit}: for the
   * last things that stopped work has to do.
   *
   * @return true if it ended in time; otherwise it was interrupted and left behind
   */
  default boolean cleanup(Duration limit, Runnable action) {
    return context().cleanup(limit, action);
  }

  @Override
  default void heartbeat(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    context().heartbeat(message, done, total);
  }
}
