package dev.belay.testkit.conformance;

import static dev.belay.testkit.conformance.Contents.said;
import static dev.belay.testkit.conformance.Contents.utf8;
import static dev.belay.testkit.conformance.Definitions.tool;

import dev.belay.core.time.Time;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.LogLevel;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.testkit.json.Json;
import java.time.Duration;

/** The tools that tell something while they run. */
final class SlowTools {
  private static final Duration STEP = Duration.ofMillis(100);

  /** Long enough for a client to notice that its stream has ended, and to come again. */
  private static final Duration AWAY = Duration.ofMillis(100);

  private final Time time;

  SlowTools(Time time) {
    this.time = time;
  }

  void addTo(McpServerBuilder server) {
    server
        .tool(tool("test_tool_with_logging", "Logs three times"), this::logging)
        .tool(tool("test_logging_tool", "Logs once, for whoever wants that"), SlowTools::once)
        .tool(tool("test_tool_with_progress", "Reports progress three times"), this::progress)
        .tool(
            tool("test_reconnection", "Lets go of its connection before it answers"),
            this::reconnection);
  }

  private byte[] logging(Exchange exchange) throws InterruptedException {
    info(exchange, "Tool execution started");
    time.sleep(STEP);
    info(exchange, "Tool processing data");
    time.sleep(STEP);
    info(exchange, "Tool execution completed");
    return said("Tool with logging executed successfully");
  }

  private static byte[] once(Exchange exchange) {
    info(exchange, "This is a log message");
    return said("Logging tool executed");
  }

  private static void info(Exchange exchange, String text) {
    exchange.log(LogLevel.INFO, utf8(Json.quote(text)));
  }

  private byte[] progress(Exchange exchange) throws InterruptedException {
    exchange.progress(0, 100, null);
    time.sleep(STEP);
    exchange.progress(50, 100, null);
    time.sleep(STEP);
    exchange.progress(100, 100, null);
    return said("Tool with progress executed successfully");
  }

  private byte[] reconnection(Exchange exchange) throws InterruptedException {
    exchange.letGo();
    time.sleep(AWAY);
    return said("The answer came after the connection was let go");
  }
}
