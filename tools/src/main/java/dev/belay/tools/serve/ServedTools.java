package dev.belay.tools.serve;

import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Time;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.run.Contract;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.ToolRunner;
import java.time.Duration;
import java.util.List;

/**
 * A set of tools with all that runs them, as an MCP server that any transport may carry.
 *
 * <p>Safe for use by many threads.
 */
final class ServedTools {
  /** How long what is cancelled at the end may take to be answered. */
  private static final Duration LAST_ANSWERS = Duration.ofMillis(500);

  private final Time time;
  private final Governor governor;
  private final ToolRunner runner;
  private final McpServer server;
  private final ServerTerms terms;
  private final ParkedCalls parked;
  private final LanesByPrincipal lanes = new LanesByPrincipal();

  ServedTools(List<NativeTool> tools, Contract contract, ServerTerms terms) {
    this.terms = terms;
    var options = GovernorOptions.system().withGrace(terms.grace());
    time = options.time();
    governor = new Governor(options);
    runner =
        new ToolRunner(
            RunnerOptions.of(governor, time, contract, options.random())
                .withLimits(terms.limits()));
    parked = new ParkedCalls(time, terms.questionTimeout());
    server = server(tools);
  }

  private McpServer server(List<NativeTool> tools) {
    var builder = with(tools);
    terms.beside().accept(builder);
    // The rest is this server's own: its calls find their way back by its states.
    builder.logging().requestStates(parked::states);
    if (terms.instructions() != null) {
      builder.instructions(terms.instructions());
    }
    if (terms.changing()) {
      builder.announcesChanges();
    }
    return builder.build();
  }

  private McpServerBuilder with(List<NativeTool> tools) {
    boolean anyCollide =
        tools.stream().anyMatch(one -> !ToolRunner.isAlwaysParallel(one.declaration()));
    var builder = McpServer.named(terms.name(), terms.version());
    for (var tool : tools) {
      var declaration = tool.declaration();
      var handler =
          new ToolHandler(
              tool,
              runner,
              parked,
              anyCollide ? lanes : null,
              terms.errors(),
              terms.strict(),
              time,
              terms.keepAlive());
      builder
          .tool(declaration.name(), () -> Definition.of(declaration), handler)
          .toolAlias(declaration.category() + "." + declaration.name(), declaration.name());
    }
    return builder;
  }

  /** Serves others from now on; calls that run go on. */
  void replace(List<NativeTool> others) {
    server.replaceTools(with(others));
  }

  McpServer host() {
    return server;
  }

  Time time() {
    return time;
  }

  ServerTerms terms() {
    return terms;
  }

  ToolRunner runner() {
    return runner;
  }

  /** Cancels every call, and waits a little for the answers to be on their way. */
  void cancelAll(String by) throws InterruptedException {
    for (var call : List.copyOf(governor.directory().calls())) {
      call.cancel(Cause.SHUTDOWN, by);
    }
    governor.close();
    time.await(server.quiet(), LAST_ANSWERS);
  }

  /** Ends every child process, within 1.8 s. */
  void endChildren() {
    runner.close();
  }
}
