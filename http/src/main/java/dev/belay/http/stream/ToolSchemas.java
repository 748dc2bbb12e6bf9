package dev.belay.http.stream;

import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Envelope;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Declares which arguments of a tool are repeated in headers (MCP 2026-07-28 §x-mcp-header). */
@FunctionalInterface
public interface ToolSchemas {
  /**
   * Returns what the schema of the tool that is called declares; null if the tool or its schema is
   * not known.
   *
   * <p>May wait: it is asked on the virtual thread of the request.
   *
   * @param call a {@code tools/call} that names its tool
   */
  @Nullable List<ParamHeader> of(String principal, Envelope call) throws InterruptedException;

  /** {@return no tool is known, so nothing is checked} */
  static ToolSchemas unknown() {
    return (_, _) -> null;
  }
}
