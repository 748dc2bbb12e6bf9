package dev.belay.gateway.listing;

import dev.belay.mcp.client.HeaderDeclarations;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.tools.annotation.ApprovalNeed;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The declarations of one server's tools, as far as its lists have been read: the basis for
 * checking, repeating and reporting calls. Each page that is read produces another index.
 *
 * <p>Bounded, since a server decides how many tools there are. Immutable.
 */
public final class ToolIndex {
  /** The index before any list was read. */
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
   * The declaration of one tool.
   *
   * @param headers the arguments that come in headers too (MCP 2026-07-28 §x-mcp-header); null
   *     where its declaration is invalid
   * @param secrets the names of its secret arguments ({@code x-secret}); null where that cannot be
   *     told
   * @param digest the SHA-256 of its canonical definition, as in its {@link Pin}; empty while that
   *     may have changed
   * @param isAnnotated whether it says anything of what it does (MCP §ToolAnnotations)
   * @param destructive whether it says that it may destroy something
   * @param readOnly whether it says that it changes nothing
   * @param idempotent whether it says that calling it once more changes no more
   * @param hasOutputSchema whether clients hold its results to a schema
   * @param tasks whether it can be called as a task
   * @param approval whether it says that a person is to be asked first
   * @param bytes the size of its definition as the server sends it
   */
  public record Tool(
      @Nullable List<ParamHeader> headers,
      @Nullable Set<String> secrets,
      String digest,
      boolean isAnnotated,
      boolean destructive,
      boolean readOnly,
      boolean idempotent,
      boolean hasOutputSchema,
      TaskSupport tasks,
      ApprovalNeed approval,
      int bytes) {
    private static Tool of(byte[] definition, JsonObject tool) {
      var schema = tool.raw("inputSchema");
      var hints = tool.object("annotations");
      boolean readOnly = hints != null && hints.isTrue("readOnlyHint");
      return new Tool(
          schema == null ? List.of() : headers(schema),
          schema == null ? Set.of() : secrets(schema),
          Pin.sha256(Canonical.of(definition)),
          hints != null,
          // The hint is true unless it is given (MCP §ToolAnnotations).
          hints != null && !readOnly && !"false".equals(literal(hints, "destructiveHint")),
          readOnly,
          hints != null && hints.isTrue("idempotentHint"),
          tool.has("outputSchema"),
          TaskSupport.of(tool),
          need(tool.object("_meta")),
          definition.length);
    }

    private static ApprovalNeed need(@Nullable JsonObject meta) {
      if (meta == null || !meta.has(ApprovalNeed.META)) {
        return ApprovalNeed.NONE;
      }
      var said = meta.text(ApprovalNeed.META);
      return switch (said == null ? "" : said) {
        case "none" -> ApprovalNeed.NONE;
        case "person" -> ApprovalNeed.PERSON;
        // Words of a later version, too: they ask for something.
        default -> ApprovalNeed.ASK;
      };
    }

    private static @Nullable String literal(JsonObject hints, String name) {
      var raw = hints.raw(name);
      return raw == null ? null : new String(raw, StandardCharsets.UTF_8);
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

    /** Avoids parsing most schemas, which lack such a keyword; escapes may hide one. */
    private static boolean mayHave(byte[] schema, String keyword) {
      var text = new String(schema, StandardCharsets.ISO_8859_1);
      return text.contains(keyword) || text.contains("\\u");
    }

    private Tool unhinted() {
      return readOnly || idempotent || !digest.isEmpty()
          ? new Tool(
              headers,
              secrets,
              "",
              isAnnotated,
              destructive,
              false,
              false,
              hasOutputSchema,
              tasks,
              approval,
              bytes)
          : this;
    }
  }

  private final Map<String, Tool> tools;
  private final boolean isWhole;

  private ToolIndex(Map<String, Tool> tools, boolean isWhole) {
    this.tools = tools;
    this.isWhole = isWhole;
  }

  /** {@return this index with a result of {@code tools/list}, or a page of one} */
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
        all.put(name, Tool.of(item, tool));
      }
    }
    return new ToolIndex(all, isWhole || page.next() == null);
  }

  /**
   * {@return this index after a change of the server's tools: incomplete, and without the hints
   * that permit sharing or repeating a call}
   */
  ToolIndex outdated() {
    var all = new HashMap<>(tools);
    all.replaceAll((_, tool) -> tool.unhinted());
    return new ToolIndex(all, false);
  }

  /** {@return the declaration of that tool; null if no list has contained it} */
  public @Nullable Tool of(String name) {
    return tools.get(name);
  }

  /** {@return the tools by name that some list has contained} */
  public Map<String, Tool> known() {
    return Collections.unmodifiableMap(tools);
  }

  /** {@return the names of all tools; null if the index is incomplete} */
  public @Nullable Set<String> names() {
    return isWhole ? tools.keySet() : null;
  }

  /** {@return whether the server may have that tool: false only if its lists lack it} */
  public boolean mayHave(String name) {
    return tools.isEmpty() || tools.containsKey(name);
  }

  /** {@return whether a list was read to its end since the last change of the server's tools} */
  public boolean isWhole() {
    return isWhole;
  }
}
