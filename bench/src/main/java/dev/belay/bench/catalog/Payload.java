package dev.belay.bench.catalog;

import dev.belay.bench.http.Gateway;
import dev.belay.bench.http.Gateways;
import dev.belay.bench.report.Report;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Size of the list of three real servers, beside their own answers. */
record Payload(Path root) {
  private static final String NAME = "server-everything + filesystem + memory: list, compact: ";

  private static final Time TIME = Time.system();
  private static final Duration BETWEEN = Duration.ofMillis(300);
  private static final int LOOKS = 5;

  void take(Report report) throws IOException, InterruptedException {
    double raw = bytes("prefix: none, tools_list: { compact: none }");
    for (var level : List.of("native", "all")) {
      double shown = bytes("tools_list: { compact: " + level + " }");
      report.atMost(NAME + level, 45, "%", 100 * shown / raw, "%s bytes of %s", shown, raw);
    }
  }

  private int bytes(String mcp) throws IOException, InterruptedException {
    try (var config = new BelayConfig(root, "belay serve", yaml(mcp), Gateway.ECHO);
        var belay = config.start()) {
      var lists = Lists.of(belay);
      return settled(lists).getBytes(StandardCharsets.UTF_8).length;
    }
  }

  /** Servers add tools once they know their client's capabilities: waits until none is added. */
  private static String settled(Lists lists) throws IOException, InterruptedException {
    Health.awaitTools(lists, 36);
    var tools = lists.tools().raw();
    for (int same = 0; same < LOOKS; same++) {
      TIME.sleep(BETWEEN);
      var now = lists.tools().raw();
      same = now.equals(tools) ? same : -1;
      tools = now;
    }
    return tools;
  }

  private String yaml(String mcp) {
    var modules = root.resolve("peers/node_modules/@modelcontextprotocol");
    return """
    mcp: { %s }
    mcpServers:
      everything: { command: node, args: ["%s", "stdio"] }
      filesystem: { command: node, args: ["%s", "%s"] }
      memory: { command: node, args: ["%s"], env: { MEMORY_FILE_PATH: "%s" } }
    """
        .formatted(
            mcp,
            new Gateways(root).everything().get(1),
            modules.resolve("server-filesystem/dist/index.js"),
            BelayConfig.HERE,
            modules.resolve("server-memory/dist/index.js"),
            BelayConfig.HERE + "/memory.jsonl");
  }
}
