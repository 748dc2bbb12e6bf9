package dev.belay.tools.serve;

import dev.belay.mcp.server.McpServerBuilder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Self-description of a set of tools for its clients.
 *
 * @param instructions for models; null for none
 * @param changing whether its tools may be replaced while it serves
 * @param beside adds features other than tools
 */
public record HostedAs(
    String name,
    String version,
    @Nullable String instructions,
    boolean changing,
    Consumer<McpServerBuilder> beside) {
  /** {@return a fixed set of tools without instructions} */
  public static HostedAs of(String name, String version) {
    return new HostedAs(name, version, null, /* changing= */ false, _ -> {});
  }
}
