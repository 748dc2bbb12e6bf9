package dev.belay.tools.serve;

import dev.belay.http.stream.ToolSchemas;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.http.HeaderDeclarations;
import dev.belay.mcp.http.ParamHeader;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.Tools;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which arguments of the tools that are served come in headers too, by their schemas (MCP
 * 2026-07-28 §x-mcp-header). Safe for use by many threads.
 */
final class HeadersOfTools implements ToolSchemas {
  private record Known(ToolDeclaration tool, List<ParamHeader> headers) {}

  private final Supplier<Tools> tools;

  /** By a tool's own name, so that it is bounded by what is served. */
  private final Map<String, Known> byName = new ConcurrentHashMap<>();

  HeadersOfTools(Supplier<Tools> tools) {
    this.tools = tools;
  }

  @Override
  public @Nullable List<ParamHeader> of(String principal, Envelope call) {
    var name = call.text(Member.PARAMS_NAME);
    return name == null
        ? null
        : tools.get().named(name).map(tool -> of(tool.declaration())).orElse(null);
  }

  private List<ParamHeader> of(ToolDeclaration tool) {
    var known = byName.get(tool.name());
    // Another tool may have taken the name since.
    if (known == null || !known.tool.inputSchema().equals(tool.inputSchema())) {
      known = new Known(tool, declared(tool));
      byName.put(tool.name(), known);
    }
    return known.headers;
  }

  private static List<ParamHeader> declared(ToolDeclaration tool) {
    try {
      return HeaderDeclarations.of(tool.inputSchema().bytes());
    } catch (HeaderDeclarations.Invalid | NotJson e) {
      throw new IllegalStateException("checked when the tool was declared", e);
    }
  }
}
