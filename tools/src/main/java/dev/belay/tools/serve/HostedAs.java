package dev.belay.tools.serve;

import dev.belay.mcp.server.McpServerBuilder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a set of tools tells its clients of itself.
 *
 * @param instructions how to use it, for models; null for none
 * @param changing whether its tools may be replaced while it serves
 * @param beside adds what is served beside the tools
 */
public record HostedAs(
    String name,
    String version,
    @Nullable String instructions,
    boolean changing,
    Consumer<McpServerBuilder> beside) {
  /** {@return tools that stay the same, and need no words} */
  public static HostedAs of(String name, String version) {
    return new HostedAs(name, version, null, /* changing= */ false, _ -> {});
  }
}
