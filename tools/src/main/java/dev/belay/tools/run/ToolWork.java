package dev.belay.tools.run;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.OutcomeText;
import dev.belay.core.call.OutcomeText.Reporting;
import dev.belay.core.call.OutcomeText.Whose;
import dev.belay.core.call.Payload;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Retry;
import dev.belay.core.call.Work;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.lane.Lane;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.check.Checked;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.Content;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ToolResult;
import dev.belay.tools.share.SharedWork;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Work of one call of a tool: its body, or the wait for another call's result.
 *
 * <p>Concurrency: the volatile fields are written by the call's own thread, and read by threads
 * that end or inspect the call.
 */
final class ToolWork implements Work {
  private final ToolRunner runner;
  private final NativeTool tool;
  private final ToolRequest request;
  private final Client client;
  private final EffectiveLimits limits;

  /** The checked arguments, set before any use below. */
  private volatile @Nullable ObjectNode arguments;

  /** Its part in shared results; null if its result is not shared. */
  private volatile @Nullable SharedWork<ResultKey, Progress, Rendered> shared;

  private volatile @Nullable Thread thread;
  private volatile @Nullable Call call;
  private volatile @Nullable ToolResult result;
  private volatile @Nullable Throwable thrown;
  private final AtomicReference<@Nullable Children> children = new AtomicReference<>();

  /** Complete once the arguments are checked; null if nobody knows how long the call takes. */
  private final CompletableFuture<@Nullable Duration> estimate = new CompletableFuture<>();

  /** A result with its JSON in one form. */
  @SuppressWarnings("ArrayRecordComponent") // Results are never compared.
  record Rendered(ToolResult result, ResultVersion version, byte[] json)
      implements SharedWork.Result {
    @Override
    public int bytes() {
      return json.length;
    }

    /** Only a success is kept for others. */
    @Override
    public boolean isKept() {
      return !result.isError();
    }
  }

  ToolWork(
      ToolRunner runner,
      NativeTool tool,
      ToolRequest request,
      Client client,
      EffectiveLimits limits) {
    this.runner = runner;
    this.tool = tool;
    this.request = request;
    this.client = client;
    this.limits = limits;
  }

  ToolDeclaration tool() {
    return tool.declaration();
  }

  Client client() {
    return client;
  }

  /** {@return the thread of the body; null if it has not begun} */
  @Nullable Thread thread() {
    return thread;
  }

  @Override
  public boolean computes() {
    return true;
  }

  /** Checks the arguments, and looks for another call with the same result. */
  void checkArguments(CallInfo info) throws RefusedException, InterruptedException {
    switch (runner.contract().check(tool(), request.arguments())) {
      case Checked.Accepted(ObjectNode accepted) -> {
        arguments = accepted;
        var hints = tool().hints();
        if (ttl().isPositive() && hints.readOnly() && hints.idempotent()) {
          var same =
              runner.shared(ResultKey.of(tool().name(), caller(), accepted), ttl(), this::heard);
          same.enter(info);
          shared = same;
        }
        estimate.complete(estimated(accepted));
      }
      case Checked.Rejected rejected -> throw new RefusedException(rejected.message(tool().name()));
    }
  }

  @SuppressWarnings("IllegalCatch") // Whatever an author's estimate throws, the call goes on.
  private @Nullable Duration estimated(ObjectNode accepted) throws InterruptedException {
    var byArguments = tool().terms().byArguments();
    if (byArguments == null) {
      return null;
    }
    try {
      var expected = byArguments.of(tool().name(), accepted);
      return expected == null || !expected.isPositive() ? null : expected;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | StackOverflowError _) {
      return null;
    }
  }

  /** {@return complete once the arguments of the call are checked, or it has ended before} */
  CompletableFuture<@Nullable Duration> estimate() {
    return estimate;
  }

  private Caller caller() {
    var turn = request.turn();
    return turn == null ? request.caller() : turn.caller();
  }

  /** {@return whether the body runs, as far as is known by now} */
  boolean runs() {
    var same = shared;
    return same == null || same.asks();
  }

  /** {@return its part in shared results, once its arguments are checked; null for none} */
  @Nullable SharedWork<?, ?, ?> shared() {
    return shared;
  }

  /** Called before any of its work begins. */
  void made(Call accepted) {
    call = accepted;
  }

  Lane lane() {
    return LaneOf.of(tool(), Objects.requireNonNull(arguments));
  }

  @Override
  public Payload run(CallContext context) throws FailedException, InterruptedException {
    thread = Thread.currentThread();
    runner.begins(this);
    client.runs(context.call().limits().timeout());
    try {
      var same = shared;
      var got = same == null ? rendered(context) : same.run(() -> rendered(context));
      var version = request.version();
      result = got.result;
      return new Payload(
          version.dialect(),
          got.version == version ? got.json : runner.contract().write(got.result, version),
          got.result.isError());
    } catch (InterruptedException | StoppedException | FailedException e) {
      throw e;
    } catch (Exception | Error e) {
      thrown = e;
      throw new FailedException(Failure.Kind.TOOL, ToolFaults.text(e));
    } finally {
      runner.ends(this);
    }
  }

  private Rendered rendered(CallContext context) throws Exception {
    var made = body(context);
    var version = request.version();
    return new Rendered(made, version, runner.contract().write(made, version));
  }

  private ToolResult body(CallContext context) throws Exception {
    var running = new RunningCall(this, context, Objects.requireNonNull(arguments));
    var principal = context.call().request().caller().principal();
    return runner
        .retry()
        .run(
            context.call(),
            tool().hints().isRepeatable() ? tool().terms().maxAttempts() : 1,
            new Retry.Attempts<ToolResult, Exception>() {
              @Override
              public ToolResult make() throws Exception {
                return once(running, principal);
              }

              @Override
              public @Nullable String fault(Throwable thrown) {
                var passing = tool().terms().retryOn();
                return passing.stream().anyMatch(type -> type.isInstance(thrown))
                    ? ToolFaults.text(thrown)
                    : null;
              }
            });
  }

  private ToolResult once(RunningCall running, String principal) throws Exception {
    return runner.contract().result(tool(), tool.body().run(running), principal);
  }

  /** {@return the limits that held when the call began} */
  EffectiveLimits limits() {
    return limits;
  }

  /**
   * Passes on the progress of the call whose result this one awaits, as a heartbeat of this call.
   */
  private void heard(Progress progress) {
    var self = call;
    if (self != null && self.heartbeat(progress.message(), progress.done(), progress.total())) {
      client.progress(progress.done(), progress.total(), progress.message());
    }
  }

  private Duration ttl() {
    return tool().terms().cacheTtl();
  }

  /** Passes on progress of the body, after the call has recorded it. */
  void progressed(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    client.progress(done, total, message);
    var others = shared;
    if (others != null) {
      others.progressed(new Progress(message, done, total));
    }
  }

  /** The body asks its client: its result is not shared from now on. */
  void goesAlone() {
    var others = shared;
    if (others != null) {
      others.goesAlone();
    }
  }

  CommandResult exec(RunningCall running, Command command)
      throws IOException, InterruptedException {
    return new ChildRun(running, children(running.context().call()), command, runner.time())
        .run(runner.spawner());
  }

  private Children children(Call self) {
    var known = children.get();
    if (known != null) {
      return known;
    }
    var grace = self.request().grace();
    var made = new Children(grace == null ? runner.grace() : grace);
    var other = children.compareAndExchange(null, made);
    return other == null ? made : other;
  }

  /** {@return the end of the call for that outcome} */
  ToolEnd end(Outcome outcome) {
    var own = result;
    if (outcome instanceof Outcome.Completed(Payload payload) && own != null) {
      return new ToolEnd(outcome, own, payload.bytes(), null);
    }
    var told = failure(outcome);
    return new ToolEnd(outcome, told, runner.contract().write(told, request.version()), thrown);
  }

  /** {@return the result of a call whose body has none (C1, C9)} */
  private ToolResult failure(Outcome outcome) {
    var self = call;
    var server = self == null ? null : self.info().upstream();
    var whose = new Whose(tool().name(), server, Reporting.HEARTBEAT);
    var text = OutcomeText.of(outcome, whose, limits, "") + partial(outcome);
    var meta = JsonNodeFactory.instance.objectNode();
    meta.putObject("dev.belay/outcome")
        .put("outcome", outcome.word())
        .put("detail", outcome.detail());
    return new ToolResult(List.of(new Content.Text(text)), /* isError= */ true, null, meta);
  }

  /** {@return the output of the call's programs when it was stopped; empty for none} */
  private String partial(Outcome outcome) {
    var programs = children.get();
    return switch (outcome) {
      case Outcome.TimedOut _, Outcome.Cancelled _ -> programs == null ? "" : programs.partial();
      case Outcome.Completed _, Outcome.Failed _, Outcome.Refused _ -> "";
    };
  }
}
