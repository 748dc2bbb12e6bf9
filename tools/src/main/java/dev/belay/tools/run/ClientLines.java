package dev.belay.tools.run;

import dev.belay.mcp.server.LogLevel;
import dev.belay.tools.call.ClientLog;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a tool writes to its client's log. */
record ClientLines(Client client) implements ClientLog {
  @Override
  public void log(LogLevel level, JsonNode data) {
    client.log(level, data.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void log(LogLevel level, String text) {
    log(level, JsonNodeFactory.instance.stringNode(text));
  }
}
