package dev.belay.agent.delegate;

import dev.belay.agent.loop.Agents;
import dev.belay.gateway.turn.AskedBody;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.result.ToolResult;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The tools {@code sessions_ask} and {@code sessions_spawn} (S1-22, S1-23, S1-105): child turns,
 * aborted with the calling turn.
 *
 * <p>Usable only from calls of a turn. Thread-safe.
 */
public final class SessionTools {
  private static final int LONGEST_ASKED = 86_400;

  private final Supplier<Agents> agents;
  private final Supplier<Duration> limit;

  /**
   * Creates the tools for these agents.
   *
   * @param agents resolved at each call, since agents in turn use these tools
   * @param limit the maximum duration of a turn as currently configured; zero for no limit
   */
  public SessionTools(Supplier<Agents> agents, Supplier<Duration> limit) {
    this.agents = agents;
    this.limit = limit;
  }

  /**
   * Asks another agent.
   *
   * @throws InterruptedException when the call is stopped, which aborts the agent's turn
   */
  @Tool(
      name = "sessions_ask",
      title = "Ask another agent",
      description =
          "Send a message to another agent and wait for its answer. The agent remembers what was"
              + " said before in the same session. Its work is stopped when yours is.",
      category = "sessions")
  public ToolResult ask(
      @Arg(description = "Name of the agent to ask") String agent,
      @Arg(description = "The message to the agent, which sees nothing else of your conversation")
          String message,
      @Arg(
              description =
                  "Name of the session with that agent; by default the name of yours,"
                      + " so that the agent remembers what you asked before")
          Optional<String> session,
      @Arg(
              name = "timeoutSeconds",
              description = "How long to wait for the answer, in seconds",
              defaultValue = "120")
          int timeoutSeconds,
      ToolCall call)
      throws InterruptedException {
    if (timeoutSeconds < 1 || timeoutSeconds > LONGEST_ASKED) {
      return ToolResult.error("timeoutSeconds must be from 1 to " + LONGEST_ASKED + ".");
    }
    var wish = Duration.ofSeconds(timeoutSeconds);
    return new ChildTurn(agents.get(), call)
        .ask(agent, session, message, AskedBody.granted(wish, limit.get()));
  }

  /**
   * Has an agent do a task.
   *
   * @throws InterruptedException when the call is stopped, which aborts the agent's turn
   */
  @Tool(
      name = "sessions_spawn",
      title = "Have a task done",
      description =
          "Start an agent on a task of its own, in a new session that knows nothing but the task,"
              + " and wait until it is done. Returns the agent's last message. Several can run at"
              + " once. Its work is stopped when yours is.",
      category = "sessions")
  public ToolResult spawn(
      @Arg(description = "The whole task, with everything the agent must know") String task,
      @Arg(description = "Name of the agent to start; by default one like yourself")
          Optional<String> agent,
      ToolCall call)
      throws InterruptedException {
    return new ChildTurn(agents.get(), call).spawn(agent, task, limit.get());
  }
}
