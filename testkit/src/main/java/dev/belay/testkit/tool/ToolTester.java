package dev.belay.testkit.tool;

import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Ledger;
import dev.belay.core.call.Limits;
import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.Journal;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.Time;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.StandardContract;
import dev.belay.tools.run.ToolLimits;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRunner;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.json.JsonMapper;

/**
 * Calls tools as a server does, but in virtual time: an hour of waiting by {@link Time}, or until a
 * limit, passes at once.
 *
 * {@snippet :
 * try (var tester = ToolTester.of(new MyTools())) {
 *   tester.call("search_code", Map.of("query", "x")).succeeded().said("3 hits");
 * }
 * }
 *
 * <p>A call runs on the test's own thread, within {@link #call}, {@link StartedCall#end} and {@link
 * #pass}. Other waits are invisible to virtual time: a tool that sleeps by {@code Thread}, reads a
 * socket or runs programs times out, since time advances to its limits. Such a tool is tested
 * behind a {@code ToolServer}.
 *
 * <p>Needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}, see {@link Simulation}. For use by
 * one thread.
 */
public final class ToolTester implements AutoCloseable {
  /** The time for stopped tools to end. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final int JOURNALED = 16_384;
  private static final long SEED = 1;

  private final Tools tools;
  private final Simulation simulation;
  private final Journal journal;
  private final Governor governor;
  private final ToolRunner runner;
  private final PreparedClient client;
  private final Lanes lanes = new Lanes();
  private Caller caller = Caller.LOCAL;
  private ToolLimits limits = ToolLimits.global(Limits.DEFAULT);

  private ToolTester(Tools tools, long seed) {
    this.tools = tools;
    simulation = new Simulation(seed);
    journal = new Journal(simulation, JOURNALED);
    governor =
        new Governor(
            new GovernorOptions(
                simulation,
                simulation.threads(),
                new Random(seed),
                "test",
                journal,
                Ledger.NONE,
                GRACE,
                Duration.ofMillis(10)));
    runner =
        new ToolRunner(
            RunnerOptions.of(governor, simulation, new StandardContract(), new Random(seed))
                .withLimits(tool -> limits.of(tool)));
    client = new PreparedClient(simulation);
  }

  /** {@return a tester of the tools that {@link Tools#of} makes of these objects} */
  public static ToolTester of(Object... declared) {
    return of(Tools.of(declared));
  }

  /** {@return a tester of these tools} */
  public static ToolTester of(Tools tools) {
    return of(tools, SEED);
  }

  /** {@return a tester whose order of threads and length of pauses follow from this seed} */
  public static ToolTester of(Tools tools, long seed) {
    return new ToolTester(tools, seed);
  }

  /** Sets the limits of calls whose tools set none, from the next call on. */
  public ToolTester limits(Duration timeout, Duration idleTimeout) {
    limits = ToolLimits.global(new Limits(timeout, idleTimeout));
    return this;
  }

  /** Sets the caller, from the next call on. */
  public ToolTester caller(Caller other) {
    caller = other;
    return this;
  }

  /** {@return the calling client, to prepare its answers} */
  public PreparedClient client() {
    return client;
  }

  /** {@return the virtual time, for tools that take a {@link Time}} */
  public Time time() {
    return simulation;
  }

  /** Calls a tool, and runs it to its end. */
  public ToolOutcome call(String tool, Map<String, ?> arguments) {
    return start(tool, arguments).end();
  }

  /** Starts a call, which runs once time passes: others can run beside it, or cancel it. */
  public StartedCall start(String tool, Map<String, ?> arguments) {
    return startJson(tool, JsonMapper.shared().writeValueAsString(arguments));
  }

  /** Starts a call like {@link #start}, with arguments as a client could send them. */
  public StartedCall startJson(String tool, String arguments) {
    var request =
        ToolRequest.of(arguments.getBytes(StandardCharsets.UTF_8)).by(caller).beside(lanes);
    var heard = new CallClient(client, simulation);
    return new StartedCall(this, runner.start(named(tool), request, heard), heard);
  }

  /** {@return assertions on the schema of a tool's arguments} */
  public SchemaCheck schema(String tool) {
    var declaration = named(tool).declaration();
    return new SchemaCheck(declaration.name() + "'s arguments", declaration.inputSchema().tree());
  }

  /** {@return assertions on the schema of a tool's structured results} */
  public SchemaCheck resultSchema(String tool) {
    var declaration = named(tool).declaration();
    var schema = declaration.outputSchema();
    if (schema == null) {
      throw new AssertionError(declaration.name() + " has no schema for its results");
    }
    return new SchemaCheck(declaration.name() + "'s results", schema.tree());
  }

  /** Advances time by that duration, and runs everything due in it. */
  public void pass(Duration duration) {
    simulation.runFor(duration);
  }

  Simulation simulation() {
    return simulation;
  }

  Journal journal() {
    return journal;
  }

  ToolRunner runner() {
    return runner;
  }

  private NativeTool named(String tool) {
    return tools
        .named(tool)
        .orElseThrow(() ->
            new AssertionError(
                "There is no tool "
                    + tool
                    + ", but "
                    + tools.all().stream().map(one -> one.declaration().name()).toList()));
  }

  /**
   * Ends the test.
   *
   * @throws AssertionError if a call still runs, stopped work goes on, or a timer with an effect
   *     remains
   */
  @Override
  public void close() {
    var left = new ArrayList<String>();
    for (var call : List.copyOf(governor.directory().calls())) {
      left.add("a call of " + call.info().tool() + " still runs: end() it, or cancel it");
      call.cancel(Cause.SHUTDOWN, "");
    }
    // Stopped work may take its grace.
    simulation.runFor(GRACE.multipliedBy(2));
    for (var running : runner.running()) {
      left.add(running.tool() + " was stopped but goes on" + StartedCall.at(running));
    }
    if (left.isEmpty() && simulation.armedTimers() > 0) {
      left.add(simulation.armedTimers() + " timers are still armed that a tool has set");
    }
    governor.close();
    runner.close();
    if (!left.isEmpty()) {
      throw new AssertionError("Left behind:\n  " + String.join("\n  ", left));
    }
  }
}
