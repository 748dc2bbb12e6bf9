package dev.belay.gateway.audit;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which arguments of which tools are secret by {@code "x-secret": true} in their schemas, as far as
 * anybody has listed the tools. Safe for use by many threads.
 */
public final class SecretMarks {
  private static final int MOST = 20_000;

  private record Tool(String upstream, String name) {}

  /** Empty where it cannot be told. */
  private final Map<Tool, Optional<Set<String>>> marks = new ConcurrentHashMap<>();

  /** Knows of no tool. */
  public SecretMarks() {}

  /**
   * Learns from a list of tools.
   *
   * @param result of {@code tools/list}: one JSON value, and nothing around it
   */
  public void learn(String upstream, byte[] result) {
    var tools = Slices.find(result, new Span(0, result.length), "tools");
    if (tools == null || !tools.isArray(result)) {
      return;
    }
    for (var tool : Slices.items(result, tools)) {
      var name = Slices.find(result, tool, "name");
      if (name != null && name.isString(result)) {
        learn(new Tool(upstream, JsonString.decode(result, name)), result, tool);
      }
    }
  }

  private void learn(Tool known, byte[] result, Span tool) {
    var schema = Slices.find(result, tool, "inputSchema");
    if (marks.size() < MOST || marks.containsKey(known)) {
      marks.put(
          known,
          schema == null
              ? Optional.of(Set.of())
              : Optional.ofNullable(SchemaSecrets.of(result, schema)));
    }
  }

  /**
   * {@return the names of its secret arguments; null where nobody can tell: the tool was never
   * listed, or its schema marks more than can be named}
   */
  @Nullable Set<String> of(@Nullable String upstream, String tool) {
    if (upstream == null) {
      return Set.of();
    }
    var known = marks.get(new Tool(upstream, tool));
    return known == null ? null : known.orElse(null);
  }
}
