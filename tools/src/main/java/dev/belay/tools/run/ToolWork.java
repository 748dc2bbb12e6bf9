package dev.belay.tools.run;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallContext;
import dev.belay.core.call.Caller;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Work;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.lane.Lane;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.check.Checked;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.ToolResult;
import dev.belay.tools.share.Flight;
import dev.belay.tools.share.Kept;
import dev.belay.tools.share.Landing;
import dev.belay.tools.share.Way;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the governor runs for one call of a tool: its body, or the wait for another call's result.
 *
 * <p>Concurrency: the volatile fields are written by the call's own thread, and read by whoever
 * ends the call or looks at it.
 */
final class ToolWork implements Work {
  private final ToolRunner runner;
  private final NativeTool tool;
  private final ToolRequest request;
  private final Client client;

  /** As they were found to be, before anything below is used. */
  private volatile @Nullable ObjectNode arguments;

  /** What others may share with this call; null if its results are its own. */
  private volatile @Nullable ResultKey key;

  /** A result that was there before the call began. */
  private volatile @Nullable Kept<ToolResult> kept;

  private volatile @Nullable Thread thread;
  private volatile @Nullable Call call;
  private volatile @Nullable Flight<Progress, ToolResult> flight;
  private volatile @Nullable ToolResult result;
  private volatile @Nullable Throwable thrown;
  private final AtomicReference<@Nullable Children> children = new AtomicReference<>();

  ToolWork(ToolRunner runner, NativeTool tool, ToolRequest request, Client client) {
    this.runner = runner;
    this.tool = tool;
    this.request = request;
    this.client = client;
  }

  ToolDeclaration tool() {
    return tool.declaration();
  }

  Client client() {
    return client;
  }

  /** {@return where the body runs; null if it has not begun} */
  @Nullable Thread thread() {
    return thread;
  }

  @Override
  public boolean computes() {
    return true;
  }

  /** Checks them, and looks whether their result is there. */
  void checkArguments() throws RefusedException {
    switch (runner.contract().check(tool(), request.arguments())) {
      case Checked.Accepted(ObjectNode accepted) -> take(accepted);
      case Checked.Rejected rejected -> throw new RefusedException(rejected.message(tool().name()));
    }
  }

  private void take(ObjectNode accepted) {
    var declaration = tool();
    boolean shares =
        ttl().isPositive() && declaration.hints().readOnly() && declaration.hints().idempotent();
    var same = shares ? ResultKey.of(declaration.name(), caller(), accepted) : null;
    kept = same == null ? null : runner.shared().kept(same, ttl());
    key = same;
    arguments = accepted;
  }

  private Caller caller() {
    var turn = request.turn();
    return turn == null ? request.caller() : turn.caller();
  }

  boolean hasResult() {
    return kept != null;
  }

  Lane lane() {
    return LaneOf.of(tool(), Objects.requireNonNull(arguments));
  }

  @Override
  public Payload run(CallContext context) throws FailedException, InterruptedException {
    thread = Thread.currentThread();
    call = context.call();
    runner.begins(this);
    try {
      var same = key;
      var got = same == null ? body(context) : shared(context, same);
      var written = runner.contract().write(got, request.version());
      result = got;
      return new Payload(request.version().dialect(), written);
    } catch (InterruptedException | StoppedException | FailedException e) {
      throw e;
    } catch (Exception | Error e) {
      thrown = e;
      throw new FailedException(Failure.Kind.TOOL, Faults.text(e));
    } finally {
      runner.ends(this);
    }
  }

  private ToolResult body(CallContext context) throws Exception {
    var running = new RunningCall(this, context, Objects.requireNonNull(arguments));
    var principal = context.call().request().caller().principal();
    return runner
        .attempts()
        .run(
            tool(),
            context.call(),
            () -> runner.contract().result(tool(), tool.body().run(running), principal));
  }

  private ToolResult shared(CallContext context, ResultKey same) throws Exception {
    var self = context.call();
    var there = kept;
    if (there != null) {
      self.shares(there.of());
      return there.result();
    }
    while (true) {
      switch (runner.shared().way(same, ttl(), Flight.of(self), this::heard)) {
        case Way.Found<Progress, ToolResult>(var found) -> {
          self.shares(found.of());
          return found.result();
        }
        case Way.Running<Progress, ToolResult>(var own) -> {
          flight = own;
          var _ = self.attach(reply -> land(same, own, reply));
          return body(context);
        }
        case Way.Joined<Progress, ToolResult>(var waiter) -> {
          // Every flight of a tool has its call from the first.
          self.shares(Objects.requireNonNull(waiter.waitsFor()));
          switch (waiter.await(self)) {
            case Landing.Landed<ToolResult>(var landed) -> {
              return landed.result();
            }
            case Landing.Failed<ToolResult>(Failure failure) -> throw new FailedException(failure);
            case Landing.Again<ToolResult> _ -> self.sharesNoMore();
            case Landing.Alone<ToolResult> _ -> {
              self.sharesNoMore();
              return body(context);
            }
          }
        }
      }
    }
  }

  /** The tool that another call runs goes on, and so does this one. */
  private void heard(Progress progress) {
    var self = call;
    if (self != null && self.heartbeat(progress.message(), progress.done(), progress.total())) {
      client.progress(progress.done(), progress.total(), progress.message());
    }
  }

  private Duration ttl() {
    return tool().terms().cacheTtl();
  }

  private void land(ResultKey same, Flight<Progress, ToolResult> own, Reply reply) {
    var how =
        switch (reply) {
          case Reply.Final(Outcome outcome) -> landing(outcome);
        };
    // Only what succeeded holds for others.
    boolean holds =
        how instanceof Landing.Landed<ToolResult>(var landed) && !landed.result().isError();
    runner.shared().landed(same, own, how, holds ? ttl() : Duration.ZERO);
  }

  private Landing<ToolResult> landing(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Completed(Payload payload) -> {
        var got = result;
        var self = call;
        yield got == null || self == null
            ? new Landing.Again<>()
            : new Landing.Landed<>(new Kept<>(got, payload.bytes().length, self.id()));
      }
      case Outcome.Failed(Failure failure) -> new Landing.Failed<>(failure);
      case Outcome.TimedOut _, Outcome.Cancelled _, Outcome.Refused _ -> new Landing.Again<>();
    };
  }

  /** The body reports, after its call took note of it. */
  void progressed(@Nullable String message, @Nullable Double done, @Nullable Double total) {
    client.progress(done, total, message);
    var others = flight;
    if (others != null) {
      others.progressed(new Progress(message, done, total));
    }
  }

  /** The body asks its client: from now on its result is nobody else's. */
  void goesAlone() {
    var own = flight;
    var same = key;
    if (own != null && same != null) {
      runner.shared().alone(same, own);
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

  /** Whoever made the call waits no more. True if it goes on all the same, for others. */
  boolean goesOnWithout(Cause why) {
    var own = flight;
    return own != null && own.goesOnWithout(why);
  }

  /** {@return what to tell of an outcome} */
  ToolEnd end(Outcome outcome) {
    var own = result;
    if (outcome instanceof Outcome.Completed(Payload payload) && own != null) {
      return new ToolEnd(outcome, own, payload.bytes(), null);
    }
    var programs = children.get();
    var told =
        Endings.of(
            outcome,
            limit -> runner.limits().lever(tool(), limit),
            programs == null ? "" : programs.partial());
    return new ToolEnd(outcome, told, runner.contract().write(told, request.version()), thrown);
  }
}
