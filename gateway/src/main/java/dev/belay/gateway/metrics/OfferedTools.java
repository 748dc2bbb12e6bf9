package dev.belay.gateway.metrics;

import dev.belay.core.name.ShortText;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which tools servers have, as far as anybody has listed them: figures tell these apart, and not
 * what clients make up. Safe for use by many threads.
 */
public final class OfferedTools {
  private static final int MOST = 20_000;

  private final Map<String, Set<String>> byServer = new ConcurrentHashMap<>();

  /** Knows of no server. */
  public OfferedTools() {}

  /**
   * Learns from a list of tools, or a page of one.
   *
   * @param result of {@code tools/list}: one JSON value, and nothing around it
   */
  public void learn(String server, byte[] result) {
    var tools = Slices.find(result, new Span(0, result.length), "tools");
    if (tools == null || !tools.isArray(result)) {
      return;
    }
    var known = byServer.computeIfAbsent(server, _ -> ConcurrentHashMap.newKeySet());
    for (var tool : Slices.items(result, tools)) {
      var name = tool.isObject(result) ? Slices.find(result, tool, "name") : null;
      if (name != null && name.isString(result) && known.size() < MOST) {
        known.add(ShortText.name(JsonString.decode(result, name)));
      }
    }
  }

  /** {@return whether a server may have that tool: false only where a list says otherwise} */
  public boolean mayHave(String server, String tool) {
    var known = byServer.get(server);
    return known == null || known.contains(tool);
  }
}
