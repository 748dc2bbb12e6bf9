package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.mcp.envelope.Splice;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The header declarations on a page of {@code tools/list} (MCP 2026-07-28 §x-mcp-header).
 *
 * @param page the page without the tools that a client over HTTP must leave out, otherwise
 *     unchanged
 * @param declared the headers of each remaining tool, even if it has none
 * @param excluded a sentence about each tool that was left out, for people
 */
public record ToolFilter(
    Envelope page, Map<String, List<ParamHeader>> declared, List<String> excluded) {
  /** Reads one page; a result that is not a list of tools is left unchanged. */
  public static ToolFilter of(Envelope page) {
    byte[] json = page.bytes();
    Span tools = page.span(Member.RESULT_TOOLS);
    if (tools == null || !tools.isArray(json)) {
      return new ToolFilter(page, Map.of(), List.of());
    }
    var declared = new LinkedHashMap<String, List<ParamHeader>>();
    var excluded = new ArrayList<String>();
    var kept = new ByteArrayOutputStream();
    for (Span tool : Slices.items(json, tools)) {
      String name = name(json, tool);
      Span schema = tool.isObject(json) ? Slices.find(json, tool, "inputSchema") : null;
      try {
        declared.put(name, schema == null ? List.of() : HeaderDeclarations.of(json, schema));
        kept.write(kept.size() == 0 ? '[' : ',');
        kept.write(json, tool.offset(), tool.length());
      } catch (HeaderDeclarations.Invalid e) {
        excluded.add("The tool \"" + name + "\" is left out: " + e.getMessage() + ".");
      }
    }
    if (excluded.isEmpty()) {
      return new ToolFilter(page, declared, excluded);
    }
    if (kept.size() == 0) {
      kept.write('[');
    }
    kept.write(']');
    byte[] rest = Splice.of(page).set(Member.RESULT_TOOLS, kept.toByteArray()).bytes();
    return new ToolFilter(Envelope.parseOwn(rest), declared, excluded);
  }

  private static String name(byte[] json, Span tool) {
    Span name = tool.isObject(json) ? Slices.find(json, tool, "name") : null;
    return name == null || !name.isString(json) ? "" : JsonString.decode(json, name);
  }
}
