package dev.belay.gateway.call;

import dev.belay.mcp.session.ClientLink;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Definitions of the tools that this program can call.
 *
 * <p>Safe for use by many threads.
 */
@FunctionalInterface
public interface ToolLists {
  /** No tools at all. */
  ToolLists NONE = _ -> CompletableFuture.completedStage(List.of());

  /**
   * Returns the complete definitions of all tools that a client may call, by the names of {@link
   * ToolCall#tool}; fails with {@link dev.belay.gateway.listing.ListFailed}. Never blocks.
   *
   * @param client the client on whose behalf servers are called
   */
  CompletionStage<List<byte[]>> tools(ClientLink client);
}
