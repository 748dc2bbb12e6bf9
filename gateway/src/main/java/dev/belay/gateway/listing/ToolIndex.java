package dev.belay.gateway.listing;

import dev.belay.mcp.client.HeaderDeclarations;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.NotJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the tools of one server have said of themselves, as far as its lists have been read: all
 * that decides how calls are checked, repeated and told of. Each page that is read makes another
 * index.
 *
 * <p>Bounded, since a server decides how many tools there are. Immutable.
 */
public final class ToolIndex {
  /** What is known before anything was listed. */
  public static final ToolIndex EMPTY = new ToolIndex(Map.of(), false);

  private static final int MOST = 20_000;

  /** Whether a tool of a legacy server can be called as a task (MCP 2025-11-25 §tasks). */
  public enum TaskSupport {
    FORBIDDEN,
    OPTIONAL,
    REQUIRED;

    private static TaskSupport of(JsonObject tool) {
      var execution = tool.object("execution");
      var said = execution == null ? null : execution.text("taskSupport");
      return switch (said == null ? "" : said) {
        case "optional" -> OPTIONAL;
        case "required" -> REQUIRED;
        default -> FORBIDDEN;
      };
    }
  }

  /**
   * What one tool says.
   *
   * @param headers the arguments that come in headers too (MCP 2026-07-28 §x-mcp-header); null
   *     where its declaration is invalid
   * @param secrets the names of its secret arguments ({@code x-secret}); null where that cannot be
   *     told
   * @param readOnly whether it says that it changes nothing (MCP §ToolAnnotations)
   * @param idempotent whether it says that calling it once more changes no more
   * @param hasOutputSchema whether clients hold its results to a schema
   * @param tasks whether it can be called as a task
   */
  public record Tool(
      @Nullable List<ParamHeader> headers,
      @Nullable Set<String> secrets,
      boolean readOnly,
      boolean idempotent,
      boolean hasOutputSchema,
      TaskSupport tasks) {
    private static Tool of(JsonObject tool) {
      var schema = tool.raw("inputSchema");
      var hints = tool.object("annotations");
      return new Tool(
          schema == null ? List.of() : headers(schema),
          schema == null ? Set.of() : secrets(schema),
          hints != null && hints.isTrue("readOnlyHint"),
          hints != null && hints.isTrue("idempotentHint"),
          tool.has("outputSchema"),
          TaskSupport.of(tool));
    }

    private static @Nullable List<ParamHeader> headers(byte[] schema) {
      try {
        return mayHave(schema, "x-mcp-header") ? HeaderDeclarations.of(schema) : List.of();
      } catch (HeaderDeclarations.Invalid | NotJson _) {
        return null;
      }
    }

    private static @Nullable Set<String> secrets(byte[] schema) {
      return mayHave(schema, SchemaSecrets.MARK) ? SchemaSecrets.of(schema) : Set.of();
    }

    /** Hardly any schema has such a keyword, which may be escaped; a look spares the long way. */
    private static boolean mayHave(byte[] schema, String keyword) {
      var text = new String(schema, StandardCharsets.ISO_8859_1);
      return text.contains(keyword) || text.contains("\\u");
    }

    private Tool unhinted() {
      return readOnly || idempotent
          ? new Tool(headers, secrets, false, false, hasOutputSchema, tasks)
          : this;
    }
  }

  private final Map<String, Tool> tools;
  private final boolean isWhole;

  private ToolIndex(Map<String, Tool> tools, boolean isWhole) {
    this.tools = tools;
    this.isWhole = isWhole;
  }

  /** {@return what is known with that result of {@code tools/list}, or page of one} */
  ToolIndex with(byte[] result) {
    var object = JsonObject.of(result);
    var page = object == null ? null : ListedPage.of(object, "tools");
    if (page == null) {
      return this;
    }
    var all = new HashMap<>(tools);
    for (var item : page.items()) {
      var tool = JsonObject.of(item);
      var name = tool == null ? null : tool.text("name");
      if (tool != null && name != null && (all.size() < MOST || all.containsKey(name))) {
        all.put(name, Tool.of(tool));
      }
    }
    return new ToolIndex(all, isWhole || page.next() == null);
  }

  /**
   * {@return what is known once the server's tools are others: by what tools said no call is spared
   * or repeated any more, and what is not known is worth another look}
   */
  ToolIndex outdated() {
    var all = new HashMap<>(tools);
    all.replaceAll((_, tool) -> tool.unhinted());
    return new ToolIndex(all, false);
  }

  /** {@return what the tool of that name says; null where no list has named it} */
  public @Nullable Tool of(String name) {
    return tools.get(name);
  }

  /** {@return the names of all tools; null unless they are known to be all} */
  public @Nullable Set<String> names() {
    return isWhole ? tools.keySet() : null;
  }

  /** {@return whether the server may have that tool: false only where a list says otherwise} */
  public boolean mayHave(String name) {
    return tools.isEmpty() || tools.containsKey(name);
  }

  /** {@return whether a list was read to its end since the server's tools were others} */
  public boolean isWhole() {
    return isWhole;
  }
}
