package dev.belay.tools.serve;

import dev.belay.core.call.Gate;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.server.Exchange;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Additions of a hosting program to each call of its tools. Called by many threads; must not block,
 * except where it says so.
 */
public interface HostedCalls {
  /** Adds nothing. */
  HostedCalls PLAIN = new HostedCalls() {};

  /** {@return the request of a call about to begin, with any gates that the program adds} */
  default ToolRequest asked(ToolDeclaration tool, ToolRequest request) {
    return request;
  }

  /**
   * {@return the result for a call that repeats another, which goes on; null if it is to begin}
   *
   * <p>May wait, on the thread of the exchange.
   */
  default byte @Nullable [] joined(Exchange exchange, ToolDeclaration tool)
      throws InterruptedException {
    return null;
  }

  /**
   * {@return what a call that {@code exchange} asks for passes before anything else}
   *
   * @param client the way to its client
   */
  default List<Gate> before(Exchange exchange, ToolDeclaration tool, Client client) {
    return List.of();
  }

  /**
   * {@return whether the handle of a call that {@code exchange} asks for is a task, whose client
   * can be asked on}
   */
  default boolean takesTask(Exchange exchange) {
    return false;
  }

  /**
   * A call has begun; {@code exchange} is the first request that waits for it.
   *
   * @param input what its client is asked
   */
  default void began(Exchange exchange, ToolRun run, PendingInput<?> input) {}
}
