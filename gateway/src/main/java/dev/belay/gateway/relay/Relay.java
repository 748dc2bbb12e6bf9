package dev.belay.gateway.relay;

import dev.belay.config.McpSettings.ErrorsMode;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.core.call.Governor;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.lane.Lanes;
import dev.belay.core.time.Time;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.breaker.Breaker;
import dev.belay.gateway.breaker.BreakerFigures;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.call.ToolCall;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.gateway.listing.UnmatchedGlobs;
import dev.belay.gateway.translate.ServerIntroduction;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.ServerProcess;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.session.ClientLink;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One server and all its clients: the state that they share.
 *
 * <p>Safe for use by many threads; each part states how.
 */
public final class Relay implements Backend {
  private final Governor governor;
  private final Sharing sharing;
  private final Report report;
  private final Time time;
  private final UnmatchedGlobs globs;

  /** Null if one client has the server to itself, and decides about retries itself. */
  private final @Nullable Breaker breaker;

  private final DrainGate drain;

  private final PendingInputs<ClientRequest> inputs;
  private final UpstreamPool audiences;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicLong places = new AtomicLong();
  private volatile Rules rules;
  private volatile boolean subscriptionsEnded;

  private final Neighbours around;

  /**
   * Creates a relay, with nothing started.
   *
   * @param upstreams creates upstreams
   * @param around the parts of the gateway that every call and list passes
   */
  public Relay(
      Settings settings,
      ServerSettings server,
      Governor governor,
      UpstreamSource upstreams,
      Sharing sharing,
      Neighbours around,
      Report report,
      Time time) {
    this.around = around;
    this.governor = governor;
    this.sharing = sharing;
    this.report = report;
    globs = new UnmatchedGlobs(report::say);
    this.time = time;
    rules = Rules.of(settings, server, null, this);
    drain = new DrainGate(server.name());
    breaker = sharing == Sharing.ONE_CLIENT ? null : new Breaker(server.name(), time);
    inputs =
        new PendingInputs<>(
            time,
            ClientRounds.GATHER,
            this::questionLimit,
            /* keepsAnswers= */ true,
            PendingInputs.MOST);
    audiences = new UpstreamPool(this, upstreams);
  }

  @Override
  public void start() {
    audiences.start();
  }

  @Override
  public void replace(Settings settings, ServerSettings changed) {
    rules = Rules.of(settings, changed, rules, this);
  }

  /** How long a modern client may take to return answers. */
  private Duration questionLimit() {
    var limit = settings().http().times().question();
    return limit.isZero() ? Duration.ofDays(365) : limit;
  }

  @Override
  public CallPolicy policy(String tool) {
    return rules.policies().of(tool);
  }

  @Override
  public Object policies() {
    return rules.policies();
  }

  /** {@return the form in which clients receive failed calls} */
  ErrorsMode errors() {
    return rules.settings().mcp().errors();
  }

  /** {@return the hand-off, which turns calls into jobs} */
  Handoff handoff() {
    return around.handoff();
  }

  /** {@return those who decide on calls} */
  ApprovalGates approvals() {
    return around.approvals();
  }

  @Override
  public ToolIndex tools() {
    return around.tools().now();
  }

  @Override
  public ClientSession open(ClientLink client) {
    var session = new ClientSession(this, client, null);
    if (sharing == Sharing.ONE_CLIENT) {
      session.begin();
    }
    return session;
  }

  @Override
  public void start(ToolCall call) {
    open(call.client()).start(call);
  }

  @Override
  public ClientSession openForAll(ClientLink belay) {
    return new ClientSession(this, belay, audiences.forAll());
  }

  @Override
  public boolean isShared() {
    return audiences.isForAll();
  }

  /** {@return the server's name} */
  public String name() {
    return server().name();
  }

  @Override
  public @Nullable String trouble() {
    return audiences.trouble();
  }

  @Override
  public @Nullable String instructions() {
    var said = introduction();
    return said == null ? null : ServerIntroduction.instructions(said);
  }

  private byte @Nullable [] introduction() {
    var welcome = audiences.forAll().upstream().snapshot().welcome();
    return welcome == null ? null : welcome.raw(Member.RESULT);
  }

  @Override
  public @Nullable BreakerFigures breakerFigures() {
    return breaker == null ? null : breaker.figures();
  }

  @Nullable Breaker breaker() {
    return breaker;
  }

  @Override
  public int calls() {
    return calls.get();
  }

  @Override
  public boolean isBusy() {
    return calls.get() > 0 || audiences.audiences().stream().anyMatch(PooledUpstream::isBusy);
  }

  void callBegins() {
    calls.incrementAndGet();
  }

  void callEnds() {
    calls.decrementAndGet();
  }

  Tracing tracing() {
    return around.tracing();
  }

  Pace pace() {
    return around.pace();
  }

  void toolsListed(byte[] result) {
    around.tools().listed(result);
  }

  @Override
  public ServerFigures figures() {
    return ServerFigures.of(this);
  }

  @Override
  public List<LeftBehind> leftBehind() {
    return audiences.audiences().stream()
        .flatMap(audience -> audience.upstream().leftBehind().stream())
        .toList();
  }

  @Override
  public List<ProcessInfo> killLeftBehind(Predicate<LeftBehind> chosen) {
    return audiences.audiences().stream()
        .flatMap(audience -> audience.upstream().killLeftBehind(chosen).stream())
        .toList();
  }

  @Override
  public List<ServerProcess> processes() {
    return audiences.audiences().stream()
        .flatMap(audience -> audience.upstream().processes().stream())
        .toList();
  }

  @Override
  public List<String> lastErrorLines() {
    return audiences.audiences().stream()
        .map(audience -> audience.upstream().lastErrorLines())
        .filter(lines -> !lines.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  @Override
  public @Nullable String restart() {
    if (server().start() instanceof Start.Url) {
      return "it runs elsewhere, and Belay only reaches it at its URL";
    }
    String why = null;
    boolean hasBegun = false;
    for (var audience : audiences.audiences()) {
      var not = audience.upstream().restart();
      hasBegun |= not == null;
      why = why == null ? not : why;
    }
    return hasBegun ? null : why;
  }

  @Override
  public @Nullable String drain(String by) {
    drain.drain(by);
    return null;
  }

  @Override
  public void resume() {
    drain.drain(null);
  }

  DrainGate drain() {
    return drain;
  }

  @Override
  public void endSubscriptions() {
    subscriptionsEnded = true;
    audiences.audiences().forEach(PooledUpstream::endSubscriptions);
  }

  boolean hasEndedSubscriptions() {
    return subscriptionsEnded;
  }

  @Override
  public void close(Grace grace) throws InterruptedException {
    endSubscriptions();
    audiences.close(grace);
  }

  UpstreamPool audiences() {
    return audiences;
  }

  Settings settings() {
    return rules.settings();
  }

  ServerSettings server() {
    return rules.server();
  }

  Governor governor() {
    return governor;
  }

  Time time() {
    return time;
  }

  void report(String line) {
    report.say(line);
  }

  /**
   * Reports, once for all clients, the names in the configuration that match no tool of this
   * server; among several servers no single list decides that.
   */
  void checkGlobs() {
    if (settings().servers().size() <= 1) {
      globs.look(settings(), around.tools().now()::names);
    }
  }

  /** {@return the state of shared and repeated calls; null if none are configured} */
  @Nullable Repeating repeating() {
    return rules.repeating();
  }

  /** The tools of the server have changed. */
  void toolsChanged() {
    around.tools().changed();
    var repeating = rules.repeating();
    if (repeating != null) {
      repeating.toolsChanged();
    }
  }

  /** {@return a number for an upstream, unique within this relay} */
  long nextPlace() {
    return places.incrementAndGet();
  }

  /** {@return the lanes of the whole upstream; null if none are configured (C19)} */
  @Nullable Lanes lanes() {
    return rules.lanes();
  }

  Sharing sharing() {
    return sharing;
  }

  PendingInputs<ClientRequest> inputs() {
    return inputs;
  }

  PendingInput<ClientRequest> inputFor(ClientRequest first) {
    var principal = first.session().link().principal();
    return inputs.begin(principal, new ClientRounds(first), first, PendingInput.Answers.NONE);
  }

  KeepAlive keepAlive() {
    return rules.keepAlive();
  }
}
