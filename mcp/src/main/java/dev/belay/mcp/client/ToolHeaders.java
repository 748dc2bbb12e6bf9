package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The headers wanted by a server's tools, as known from the lists that have passed through. */
final class ToolHeaders {
  /**
   * A server decides how many there are; a call of a tool beyond that is sent without such headers.
   */
  private static final int MOST = 10_000;

  private final Map<String, List<ParamHeader>> headers = new ConcurrentHashMap<>();

  /** Learns from one page of {@code tools/list}; returns the tools that may be shown. */
  ToolFilter learn(Envelope page) {
    var filter = ToolFilter.of(page);
    filter
        .declared()
        .forEach((tool, declared) -> {
          if (declared.isEmpty()) {
            headers.remove(tool);
          } else if (headers.size() < MOST || headers.containsKey(tool)) {
            headers.put(tool, declared);
          }
        });
    return filter;
  }

  /** {@return the headers that a call of this tool must carry} */
  List<ParamHeader> of(String tool) {
    return headers.getOrDefault(tool, List.of());
  }
}
