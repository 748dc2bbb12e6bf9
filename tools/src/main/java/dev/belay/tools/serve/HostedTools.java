package dev.belay.tools.serve;

import dev.belay.core.call.Caller;
import dev.belay.core.lane.Lanes;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import dev.belay.mcp.client.HeaderDeclarations;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.server.Handler;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
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
 * A set of tools for MCP clients of any transport. A given governor runs their calls; it alone
 * limits, lists, cancels and journals them.
 *
 * <p>Safe for use by many threads. The governor's owner closes it, and does so first.
 */
public final class HostedTools implements SessionFactory, AutoCloseable {
  private final HostedAs as;
  private final HostedCalls calls;
  private final Time time;
  private final ToolRunner runner;
  private final PendingInputs<ServedCall.Round> inputs;
  private final McpServer server;
  private final LanesByCaller lanes = new LanesByCaller();
  private final AtomicReference<Served> now;

  /**
   * The tools and terms at one moment.
   *
   * @param byName the tools by every name that a call may use (C32)
   * @param configured the tools under the current terms, by their own names
   * @param anyCollide whether a call may have to wait for another one
   * @param headers the arguments of each tool that are repeated in headers, filled at the first use
   */
  private record Served(
      List<NativeTool> tools,
      HostOptions terms,
      Map<String, NativeTool> byName,
      Map<String, NativeTool> configured,
      boolean anyCollide,
      Map<String, List<ParamHeader>> headers) {
    static Served of(List<NativeTool> tools, HostOptions terms) {
      var configured = new HashMap<String, NativeTool>();
      for (var tool : tools) {
        var declaration = terms.configured().apply(tool.declaration());
        configured.put(tool.declaration().name(), new NativeTool(declaration, tool.body()));
      }
      var byName = new HashMap<String, NativeTool>();
      tools.forEach(tool -> byName.put(alias(tool.declaration()), tool));
      // A tool's own name takes precedence over an alias.
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
   * Creates the host; starts nothing.
   *
   * @param terms of calls, until they are replaced
   * @param calls additions to each call
   * @param runs runs the calls; the limits of {@code terms} replace its own
   */
  public HostedTools(
      Tools tools, HostedAs as, HostOptions terms, HostedCalls calls, RunnerOptions runs) {
    this(tools.all(), as, terms, calls, runs);
  }

  HostedTools(
      List<NativeTool> tools,
      HostedAs as,
      HostOptions terms,
      HostedCalls calls,
      RunnerOptions runs) {
    this(tools, as, terms, calls, runs, PendingInputs.MOST);
  }

  HostedTools(
      List<NativeTool> tools,
      HostedAs as,
      HostOptions terms,
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
            /* keepsAnswers= */ true,
            mostParked);
    server = server(tools);
  }

  private McpServer server(List<NativeTool> tools) {
    var builder = with(tools);
    as.beside().accept(builder);
    // The rest is this server's own: its states lead requests back to their calls.
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
          .tool(
              declaration.name(),
              () -> ListedDefinition.of(declaration),
              new ToolHandler(tool, this))
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

  /** Replaces the terms from the next call on; running calls keep theirs. */
  public void replace(HostOptions others) {
    var _ = now.updateAndGet(before -> Served.of(before.tools, others));
  }

  /** Replaces the tools, and notifies the clients that listen; running calls continue. */
  void replace(List<NativeTool> others) {
    var _ = now.updateAndGet(before -> Served.of(others, before.terms));
    server.replaceTools(with(others));
  }

  /**
   * {@return the tool's own name for any of its names (C32), or the given name if there is no such
   * tool}
   */
  public String toolNamed(String called) {
    var tool = now().byName.get(called);
    return tool == null ? called : tool.declaration().name();
  }

  /** {@return the tool under any of its names (C32)} */
  public Optional<ToolDeclaration> named(String called) {
    return Optional.ofNullable(now().byName.get(called)).map(NativeTool::declaration);
  }

  /** {@return the definition of a tool, as lists have it; empty if there is no such tool} */
  public Optional<byte[]> definition(String called) {
    return named(called).map(ListedDefinition::of);
  }

  /**
   * {@return what serves a tool to requests that another server gets; empty if there is no such
   * tool}
   */
  public Optional<Handler> handler(String called) {
    return Optional.ofNullable(now().byName.get(called)).map(tool -> new ToolHandler(tool, this));
  }

  /** {@return a list of the tool of that own name alone; empty if there is no such tool} */
  public Optional<byte[]> listed(String own) {
    return definition(own)
        .map(definition ->
            JsonObject.empty()
                .set("tools", JsonArray.of(List.of(definition)))
                // Other tools follow.
                .setText("nextCursor", own)
                .json());
  }

  /** {@return whether a gateway runs calls of a tool as jobs} */
  public boolean isAsync() {
    return now().tools.stream().anyMatch(tool -> tool.declaration().terms().async());
  }

  /** {@return the own names of tools that come close to that one, the nearest first} */
  public List<String> namesLike(String called, int most) {
    var own = now().tools.stream().map(tool -> tool.declaration().name()).toList();
    return Nearest.several(called, own, most);
  }

  /**
   * Returns the arguments of the called tool that are repeated in headers, null if there is no such
   * tool; the first call may wait for the tool's schema to be made.
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

  /** {@return complete once no request is in progress} */
  public CompletionStage<Void> quiet() {
    return server.quiet();
  }

  /** {@return the tools that run now, with the stacks of their threads} */
  public List<RunningTool> running() {
    return runner.running();
  }

  /** {@return the protocol server, which notifies clients of changes other than tools} */
  McpServer server() {
    return server;
  }

  private Served now() {
    return now.get();
  }

  HostOptions terms() {
    return now().terms;
  }

  /** {@return the tool under the current configuration} */
  NativeTool configured(NativeTool declared) {
    return now().configured.getOrDefault(declared.declaration().name(), declared);
  }

  /**
   * Starts a call of this program itself, without a client.
   *
   * @param called any name of the tool
   * @return null if there is no such tool, or it requires a client
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

  /** {@return the lanes of calls; null if all calls may run beside each other} */
  @Nullable LanesByCaller lanes() {
    return now().anyCollide ? lanes : null;
  }

  /** Starts a call in the lanes of its caller. */
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
      // The lane would otherwise be left at the call's end, and there is no call.
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
   * Lanes of each turn, and of each client outside a turn: an exclusive call holds back only calls
   * of the same turn or client (C19). Kept while one of their calls runs. Safe for use by many
   * threads.
   */
  static final class LanesByCaller {
    /**
     * The turn or client whose calls collide. Without a turn or a session, the clients of one
     * principal cannot be told apart.
     */
    private record Key(String principal, @Nullable String session, @Nullable String turn) {
      static Key of(Caller caller) {
        var turn = caller.turnId();
        return new Key(caller.principal(), turn == null ? caller.sessionId() : null, turn);
      }
    }

    private record Used(Lanes lanes, int calls) {}

    private final Map<Key, Used> used = new ConcurrentHashMap<>();

    /** {@return the lanes of a caller's call; {@link #leave} must follow at its end} */
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
