package dev.belay.http.stream;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which arguments of a tool come in headers too (MCP 2026-07-28 §x-mcp-header). */
@FunctionalInterface
public interface ToolSchemas {
  /** {@return what the tool's schema declares; null if the tool or its schema is not known} */
  @Nullable List<ParamHeader> of(String principal, String tool);

  /** {@return no tool is known, so nothing is checked} */
  static ToolSchemas unknown() {
    return (_, _) -> null;
  }
}
