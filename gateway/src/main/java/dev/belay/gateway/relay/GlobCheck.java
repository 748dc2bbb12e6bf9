package dev.belay.gateway.relay;

import dev.belay.config.Loaded.Finding;
import dev.belay.config.Settings;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds, once, the globs of the configuration that name no tool of the server: most likely a
 * mistake, which nothing else would show.
 */
final class GlobCheck {
  private final AtomicBoolean done = new AtomicBoolean();

  /** Looks at a server's answer to {@code tools/list}; a list of several pages tells too little. */
  List<Finding> findings(Settings settings, Envelope response) {
    var result = response.result();
    var tools = response.span(Member.RESULT_TOOLS);
    if (settings.tools().isEmpty() || result == null || tools == null) {
      return List.of();
    }
    boolean isWhole = Slices.find(response.bytes(), result, "nextCursor") == null;
    return isWhole && done.compareAndSet(false, true)
        ? settings.unmatchedGlobs(names(response))
        : List.of();
  }

  private static List<String> names(Envelope response) {
    var names = new ArrayList<String>();
    var tools = response.span(Member.RESULT_TOOLS);
    if (tools == null || !tools.isArray(response.bytes())) {
      return names;
    }
    for (var tool : Slices.items(response.bytes(), tools)) {
      var name = Slices.find(response.bytes(), tool, "name");
      if (name != null && name.isString(response.bytes())) {
        names.add(JsonString.decode(response.bytes(), name));
      }
    }
    return names;
  }
}
