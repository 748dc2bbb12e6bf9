package dev.belay.http.stream;

import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Envelope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Supplies the arguments of tools that are repeated in headers (MCP 2026-07-28 §x-mcp-header). */
@FunctionalInterface
public interface ToolSchemas {
  /**
   * Returns the declarations in the schema of the called tool; null if the tool or its schema is
   * unknown.
   *
   * <p>May wait: called on the virtual thread of the request.
   *
   * @param call a {@code tools/call} that names its tool
   */
  @Nullable List<ParamHeader> of(String principal, Envelope call) throws InterruptedException;

  /** {@return schemas without any tools, so that nothing is checked} */
  static ToolSchemas unknown() {
    return (_, _) -> null;
  }
}
