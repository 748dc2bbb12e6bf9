package dev.belay.testbed.conformance;

import dev.belay.core.time.Time;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ClientLog;
import dev.belay.tools.call.ToolCall;
import java.time.Duration;

/** Tools that send messages while they run. */
final class SlowTools {
  private static final Duration STEP = Duration.ofMillis(100);

  /** Long enough for a client to notice the end of its stream, and to reconnect. */
  private static final Duration AWAY = Duration.ofMillis(100);

  @Tool(name = "test_tool_with_logging", description = "Logs three times")
  String logging(ClientLog log, Time time) throws InterruptedException {
    log.info("Tool execution started");
    time.sleep(STEP);
    log.info("Tool processing data");
    time.sleep(STEP);
    log.info("Tool execution completed");
    return "Tool with logging executed successfully";
  }

  @Tool(name = "test_logging_tool", description = "Logs once, for whoever wants that")
  String once(ClientLog log) {
    log.info("This is a log message");
    return "Logging tool executed";
  }

  @Tool(name = "test_tool_with_progress", description = "Reports progress three times")
  String progress(ToolCall call, Time time) throws InterruptedException {
    call.progress(0, 100);
    time.sleep(STEP);
    call.progress(50, 100);
    time.sleep(STEP);
    call.progress(100, 100);
    return "Tool with progress executed successfully";
  }

  @Tool(name = "test_reconnection", description = "Lets go of its connection before it answers")
  String reconnection(ToolCall call, Time time) throws InterruptedException {
    call.letGo();
    time.sleep(AWAY);
    return "The answer came after the connection was let go";
  }
}
