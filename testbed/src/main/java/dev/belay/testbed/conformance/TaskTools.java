package dev.belay.testbed.conformance;

import dev.belay.core.time.Time;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.server.Question;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ClientQuestions;
import java.time.Duration;
import java.util.List;

/**
 * The tools that the suite wants to become tasks. Here they only take their time: what makes tasks
 * of their calls stands before this server.
 */
final class TaskTools {
  private static final Question CONFIRM = Forms.ask("confirm", "Delete it?", "confirm", "boolean");
  private static final Question FIRST = Forms.ask("first", "The first?", "name", "string");
  private static final Question SECOND = Forms.ask("second", "The second?", "name", "string");
  private static final Question NAME = Forms.ask("user_name", "Who?", "name", "string");
  private static final int BROKEN = 500;

  /** Adds the one that a method of Java cannot be: it fails with an error of the protocol. */
  static void addTo(McpServerBuilder server) {
    server.tool(
        Definitions.tool("protocol_error_job", "Breaks the protocol"),
        _ -> {
          throw new RequestFailed(BROKEN, "The protocol broke.", null);
        });
  }

  @Tool(name = "greet", description = "Greets")
  String greet(@Arg(description = "Whom") String name) {
    return "Hello, " + name + "!";
  }

  @Tool(name = "slow_compute", description = "Takes so many seconds")
  String compute(
      @Arg(description = "How long") double seconds,
      @Arg(description = "What for") String label,
      Time time)
      throws InterruptedException {
    time.sleep(Duration.ofMillis((long) (seconds * 1_000)));
    return "Computed " + label;
  }

  @Tool(name = "failing_job", description = "Fails after a second")
  String fail(Time time) throws InterruptedException {
    time.sleep(Duration.ofSeconds(1));
    throw new IllegalStateException("The job failed.");
  }

  @Tool(name = "confirm_delete", description = "Asks before it deletes")
  String delete(@Arg(description = "What") String filename, ClientQuestions client)
      throws InterruptedException {
    return filename + ": " + client.ask(List.of(CONFIRM)).get(CONFIRM.key());
  }

  @Tool(name = "test_tool_with_task", description = "Asks, and then takes its time")
  String greetLater(ClientQuestions client, Time time) throws InterruptedException {
    var answer = client.ask(List.of(NAME)).get(NAME.key());
    time.sleep(Duration.ofSeconds(4));
    return "Hello, " + answer;
  }

  @Tool(name = "multi_input", description = "Asks two things at once")
  String ask(ClientQuestions client) throws InterruptedException {
    return String.valueOf(client.ask(List.of(FIRST, SECOND)));
  }
}
