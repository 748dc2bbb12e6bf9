package dev.belay.gateway.hosted;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Call;
import dev.belay.core.call.Governor;
import dev.belay.core.cancel.Cause;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import dev.belay.gateway.breaker.BreakerFigures;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.relay.Backend;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.mcp.server.Handler;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.TooSoon;
import dev.belay.process.tree.Grace;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.run.RunnerOptions;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.serve.HostedAs;
import dev.belay.tools.serve.HostedTools;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Tools of this program as one server among others. They run in the gateway's governor, so that
 * their calls are measured, limited and listed once.
 *
 * <p>Safe for use by many threads.
 */
public final class HostedBackend implements Backend {
  /** How long calls cancelled at the end may take to be answered. */
  private static final Duration LAST_ANSWERS = Duration.ofMillis(500);

  private final String name;
  private final HostedAs as;
  private final Governor governor;
  private final Time time;
  private final Neighbours around;
  private final UnaryOperator<Handoff.Asked> decidedOn;
  private final GovernedCalls calls;
  private final HostedTools tools;
  private volatile HostedRules rules;

  /**
   * Starts nothing yet.
   *
   * @param as the introduction to clients without another server
   * @param runs the gateway's governor and clock, which run the calls; its limits are ignored
   * @param decidedOn the call that people decide on, for each that is made: usually the same
   */
  public HostedBackend(
      Settings settings,
      ServerSettings server,
      Tools tools,
      HostedAs as,
      RunnerOptions runs,
      Neighbours around,
      UnaryOperator<Handoff.Asked> decidedOn) {
    name = server.name();
    this.decidedOn = decidedOn;
    this.as = as;
    governor = runs.governor();
    time = runs.time();
    this.around = around;
    rules = HostedRules.of(settings, server, null);
    calls = new GovernedCalls(this);
    this.tools = new HostedTools(tools, as, rules.host(), calls, runs);
  }

  /** Does nothing: its tools need no start. */
  @Override
  public void start() {}

  @Override
  public void replace(Settings settings, ServerSettings changed) {
    var next = HostedRules.of(settings, changed, rules.lanes());
    rules = next;
    tools.replace(next.host());
  }

  @Override
  public Conversation open(ClientLink client) {
    return new HostedConversation(this, client, tools.open(client));
  }

  @Override
  public Conversation openForAll(ClientLink belay) {
    return open(belay);
  }

  @Override
  public boolean isShared() {
    return true;
  }

  @Override
  public String toolNamed(String called) {
    return tools.toolNamed(called);
  }

  @Override
  public CallPolicy policy(String called) {
    var now = rules;
    return tools.named(called).map(now::policy).orElseGet(() -> now.policies().of(called));
  }

  @Override
  public Object policies() {
    return rules.policies();
  }

  /**
   * {@return what one call goes by}
   *
   * @param estimate how long its tool says that this call takes; null if it does not
   */
  CallPolicy policy(String called, @Nullable Duration estimate) {
    var now = rules;
    return tools
        .named(called)
        .map(tool -> now.policy(tool, estimate))
        .orElseGet(() -> now.policies().of(called));
  }

  @Override
  public void start(ToolCall call) {
    var pause = call.terms().isCounted() ? pause(call.client().principal(), call.tool()) : null;
    if (pause != null) {
      call.refuse(pause.why());
      return;
    }
    var request =
        ToolRequest.of(call.arguments())
            .by(call.terms().caller())
            .inTurn(call.terms())
            .behind(calls.before(call));
    var run = tools.start(call.tool(), request);
    if (run == null) {
      call.refuse(
          tools.named(call.tool()).isEmpty()
              ? Nearest.unknown("tool", call.tool(), tools.namesLike(call.tool(), Nearest.MOST))
              : "The tool asks its client, and a turn has none that it could ask.");
    } else {
      calls.began(run, run.call().info().id().toString(), call.client().trace());
      call.onStart().accept(run.call());
    }
  }

  /** {@return why that tool may not be called yet; null if it may, and then the call is counted} */
  TooSoon.@Nullable Pause pause(String principal, String called) {
    var own = toolNamed(called);
    var rate = policy(own).rate();
    return rate.isNone() ? null : around.pace().refusal(principal, name, own, rate);
  }

  @Override
  public ToolIndex tools() {
    return around.tools().now();
  }

  /** {@return the declaration of that tool, as lists have it; null if there is no such tool} */
  ToolIndex.@Nullable Tool said(String own) {
    var known = tools().of(own);
    if (known != null) {
      return known;
    }
    // No client has read a list yet, and a call need not wait for one.
    tools.listed(own).ifPresent(around.tools()::listed);
    return tools().of(own);
  }

  @Override
  public void endSubscriptions() {
    tools.endSubscriptions();
  }

  /** {@return null: a part of this program runs while the program does} */
  @Override
  public @Nullable String trouble() {
    return null;
  }

  @Override
  public @Nullable String instructions() {
    return as.instructions();
  }

  /** {@return whether the author of a tool has its calls become jobs} */
  public boolean isAsync() {
    return tools.isAsync();
  }

  @Override
  public @Nullable BreakerFigures breakerFigures() {
    return null;
  }

  @Override
  public ServerFigures figures() {
    return ServerFigures.ofProgram(name, calls(), governor.directory());
  }

  @Override
  public int calls() {
    return running().size();
  }

  private List<Call> running() {
    return governor.directory().calls().stream()
        .filter(call -> name.equals(call.info().upstream()))
        .toList();
  }

  @Override
  public boolean isBusy() {
    return calls() > 0 || !tools.quiet().toCompletableFuture().isDone();
  }

  @Override
  public void close(Grace grace) throws InterruptedException {
    endSubscriptions();
    // If the whole gateway ends, its governor has ended them already.
    running().forEach(call -> call.cancel(Cause.SHUTDOWN, "Another configuration"));
    time.await(tools.quiet(), LAST_ANSWERS);
    tools.close();
  }

  /** {@return the call that people decide on where this one is made} */
  Handoff.Asked decidedOn(Handoff.Asked asked) {
    return decidedOn.apply(asked);
  }

  /** {@return the definition of that tool, which there must be, as lists have it} */
  byte[] definition(String own) {
    return tools.definition(own).orElseThrow();
  }

  /** {@return what serves that tool, which there must be, to requests that another server gets} */
  Handler handler(String own) {
    return tools.handler(own).orElseThrow();
  }

  /** {@return its name among the servers} */
  String name() {
    return name;
  }

  Time time() {
    return time;
  }

  Neighbours around() {
    return around;
  }

  HostedRules rules() {
    return rules;
  }
}
