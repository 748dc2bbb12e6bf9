package dev.belay.tools.serve;

import dev.belay.core.call.Caller;
import dev.belay.core.lane.Lanes;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import dev.belay.mcp.client.HeaderDeclarations;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.Host;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.RunningTool;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRun;
import dev.belay.tools.run.ToolRunner;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A set of tools that any MCP client of any transport may call, run by a governor that is given: by
 * that alone their calls are limited, listed, cancelled and journaled.
 *
 * <p>Safe for use by many threads. The governor is closed by whoever made it, and first.
 */
public final class HostedTools implements Host, AutoCloseable {
  private final HostedAs as;
  private final HostedCalls calls;
  private final Time time;
  private final ToolRunner runner;
  private final PendingInputs<ServedCall.Round> inputs;
  private final McpServer server;
  private final LanesByCaller lanes = new LanesByCaller();
  private final AtomicReference<Served> now;

  /**
   * What is served at one moment.
   *
   * @param byName the tools by each name that a call may have for them (C32)
   * @param configured the tools as the terms have them, by their own names
   * @param anyCollide whether any call may have to wait for another one
   * @param headers which arguments of a tool come in headers too, once somebody has asked
   */
  private record Served(
      List<NativeTool> tools,
      HostTerms terms,
      Map<String, NativeTool> byName,
      Map<String, NativeTool> configured,
      boolean anyCollide,
      Map<String, List<ParamHeader>> headers) {
    static Served of(List<NativeTool> tools, HostTerms terms) {
      var configured = new HashMap<String, NativeTool>();
      for (var tool : tools) {
        var declaration = terms.configured().apply(tool.declaration());
        configured.put(tool.declaration().name(), new NativeTool(declaration, tool.body()));
      }
      var byName = new HashMap<String, NativeTool>();
      tools.forEach(tool -> byName.put(alias(tool.declaration()), tool));
      // A name of a tool's own comes before an alias.
      tools.forEach(tool -> byName.put(tool.declaration().name(), tool));
      return new Served(
          List.copyOf(tools),
          terms,
          Map.copyOf(byName),
          Map.copyOf(configured),
          configured.values().stream()
              .anyMatch(tool -> !ToolRunner.isAlwaysParallel(tool.declaration())),
          new ConcurrentHashMap<>());
    }
  }

  /**
   * Starts nothing yet.
   *
   * @param terms what calls go by, until they are replaced
   * @param calls what is done with each call besides
   * @param runs what runs the calls; its limits are those of {@code terms}
   */
  public HostedTools(
      Tools tools, HostedAs as, HostTerms terms, HostedCalls calls, RunnerOptions runs) {
    this(tools.all(), as, terms, calls, runs);
  }

  HostedTools(
      List<NativeTool> tools, HostedAs as, HostTerms terms, HostedCalls calls, RunnerOptions runs) {
    this(tools, as, terms, calls, runs, PendingInputs.MOST);
  }

  HostedTools(
      List<NativeTool> tools,
      HostedAs as,
      HostTerms terms,
      HostedCalls calls,
      RunnerOptions runs,
      int mostParked) {
    this.as = as;
    this.calls = calls;
    now = new AtomicReference<>(Served.of(tools, terms));
    time = runs.time();
    runner = new ToolRunner(runs.withLimits(tool -> terms().limits().of(tool)));
    inputs =
        new PendingInputs<>(
            time,
            Duration.ZERO,
            () -> terms().questionTimeout(),
            /* keepsAnswers= */ false,
            mostParked);
    server = server(tools);
  }

  private McpServer server(List<NativeTool> tools) {
    var builder = with(tools);
    as.beside().accept(builder);
    // The rest is this server's own: its calls find their way back by its states.
    builder.logging().requestStates(inputs::seal);
    if (as.instructions() != null) {
      builder.instructions(as.instructions());
    }
    if (as.changing()) {
      builder.announcesChanges();
    }
    return builder.build();
  }

  private McpServerBuilder with(List<NativeTool> tools) {
    var builder = McpServer.named(as.name(), as.version());
    for (var tool : tools) {
      var declaration = tool.declaration();
      builder
          .tool(declaration.name(), () -> Definition.of(declaration), new ToolHandler(tool, this))
          .toolAlias(alias(declaration), declaration.name());
    }
    return builder;
  }

  private static String alias(ToolDeclaration tool) {
    return tool.category() + "." + tool.name();
  }

  @Override
  public Conversation open(ClientLink client) {
    return server.open(client);
  }

  /** Goes by other terms from the next call on; calls that run keep theirs. */
  public void replace(HostTerms others) {
    var _ = now.updateAndGet(before -> Served.of(before.tools, others));
  }

  /** Serves others from now on, and tells the clients that listen; calls that run go on. */
  void replace(List<NativeTool> others) {
    var _ = now.updateAndGet(before -> Served.of(others, before.terms));
    server.replaceTools(with(others));
  }

  /** {@return the tool's own name, where that is another of its names (C32), else the same} */
  public String toolNamed(String called) {
    var tool = now().byName.get(called);
    return tool == null ? called : tool.declaration().name();
  }

  /** {@return the tool under any of its names (C32)} */
  public Optional<ToolDeclaration> named(String called) {
    return Optional.ofNullable(now().byName.get(called)).map(NativeTool::declaration);
  }

  /** {@return the own names of tools that come close to that one, the nearest first} */
  public List<String> namesLike(String called, int most) {
    var own = now().tools.stream().map(tool -> tool.declaration().name()).toList();
    return Nearest.several(called, own, most);
  }

  /**
   * Returns which arguments of the tool that is called come in headers too, null if there is no
   * such tool; the first call may wait for the tool's schema to be made.
   */
  public @Nullable List<ParamHeader> paramHeaders(Envelope call) {
    var called = call.text(Member.PARAMS_NAME);
    @Nullable NativeTool tool = called == null ? null : now().byName.get(called);
    return tool == null
        ? null
        : now()
            .headers
            .computeIfAbsent(tool.declaration().name(), _ -> declared(tool.declaration()));
  }

  private static List<ParamHeader> declared(ToolDeclaration tool) {
    try {
      return HeaderDeclarations.of(tool.inputSchema().bytes());
    } catch (HeaderDeclarations.Invalid | NotJson e) {
      throw new IllegalStateException("checked when the tool was declared", e);
    }
  }

  /** Ends every subscription of a client with its result; calls go on. */
  public void endSubscriptions() {
    server.endSubscriptions();
  }

  /** {@return complete once no request is being answered any more} */
  public CompletionStage<Void> quiet() {
    return server.quiet();
  }

  /** {@return the calls whose tools run now, with where each of them is} */
  public List<RunningTool> running() {
    return runner.running();
  }

  /** {@return what speaks the protocol for them, to tell clients of changes beside the tools} */
  McpServer server() {
    return server;
  }

  private Served now() {
    return now.get();
  }

  HostTerms terms() {
    return now().terms;
  }

  /** {@return the tool as it is configured now} */
  NativeTool configured(NativeTool declared) {
    return now().configured.getOrDefault(declared.declaration().name(), declared);
  }

  /**
   * Starts a call of this program's own, of which no client hears.
   *
   * @param called any name of the tool
   * @return null if there is no such tool, or it cannot do without a client
   */
  public @Nullable ToolRun start(String called, ToolRequest request) {
    var declared = now().byName.get(called);
    if (declared == null || !declared.declaration().needs().isEmpty()) {
      return null;
    }
    var tool = configured(declared);
    var asked = request.endingWithin(terms().grace());
    return start(tool, calls.asked(tool.declaration(), asked), Client.NONE);
  }

  /** {@return the lanes that calls go in; null where all may run beside each other} */
  @Nullable LanesByCaller lanes() {
    return now().anyCollide ? lanes : null;
  }

  /** Starts a call beside those of the same caller that it may run beside. */
  ToolRun start(NativeTool tool, ToolRequest request, Client client) {
    var lanes = lanes();
    if (lanes == null) {
      return runner.start(tool, request, client);
    }
    var turn = request.turn();
    var caller = turn == null ? request.caller() : turn.caller();
    var own = lanes.enter(caller);
    ToolRun run;
    try {
      run = runner.start(tool, request.beside(own), client);
    } catch (RuntimeException | Error e) {
      // There is no call whose end would say so.
      lanes.leave(caller);
      throw e;
    }
    run.onEnd(_ -> lanes.leave(caller));
    return run;
  }

  HostedCalls calls() {
    return calls;
  }

  ToolRunner runner() {
    return runner;
  }

  PendingInputs<ServedCall.Round> inputs() {
    return inputs;
  }

  Time time() {
    return time;
  }

  /** Ends every child process, within 1.8 s. */
  @Override
  public void close() {
    runner.close();
  }

  /**
   * The lanes of each turn, and of each client without one: exclusive calls of one hold its other
   * calls back, and nobody else's (C19). Kept while a call of theirs runs. Safe for use by many
   * threads.
   */
  static final class LanesByCaller {
    /**
     * Whose calls collide. Where there is neither turn nor session, nobody can tell the clients of
     * one principal apart.
     */
    private record Key(String principal, @Nullable String session, @Nullable String turn) {
      static Key of(Caller caller) {
        var turn = caller.turnId();
        return new Key(caller.principal(), turn == null ? caller.sessionId() : null, turn);
      }
    }

    private record Used(Lanes lanes, int calls) {}

    private final Map<Key, Used> used = new ConcurrentHashMap<>();

    /** {@return the lanes of somebody's call; {@link #leave} is owed when it ends} */
    Lanes enter(Caller caller) {
      var entered =
          used.merge(
              Key.of(caller),
              new Used(new Lanes(), 1),
              (now, _) -> new Used(now.lanes, now.calls + 1));
      return Objects.requireNonNull(entered).lanes;
    }

    void leave(Caller caller) {
      used.computeIfPresent(
          Key.of(caller), (_, now) -> now.calls == 1 ? null : new Used(now.lanes, now.calls - 1));
    }
  }
}
