package dev.belay.tools.run;

import dev.belay.core.call.Call;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Waiter;
import dev.belay.core.cancel.Cause;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Handle of one call of a tool, for its caller. Safe for use by many threads. */
public final class ToolRun {
  private final ToolWork work;
  private final Call call;
  private final Waiter maker;
  private final CompletableFuture<Payload> handle = new CompletableFuture<>();

  ToolRun(ToolWork work, Call call) {
    this.work = work;
    this.call = call;
    maker = call.attach(this::replied);
    call.onEnd(_ -> work.estimate().complete(null));
  }

  private void replied(Reply reply) {
    switch (reply) {
      case Reply.Final _ -> {}
      case Reply.Handle(Payload told) -> handle.complete(told);
    }
  }

  /** {@return the governor's call} */
  public Call call() {
    return call;
  }

  /** Calls {@code told} once the call has ended, or at once if it has. It must not block. */
  public void onEnd(Consumer<ToolEnd> told) {
    call.onEnd(outcome -> told.accept(work.end(outcome)));
  }

  /**
   * Calls {@code told} once the call goes on as a job, detached from its caller, or at once if it
   * does. It must not block.
   */
  public void onHandle(Consumer<Payload> told) {
    var _ = handle.thenAccept(told);
  }

  /**
   * Calls {@code told} with how long the call takes, by its arguments, once these are checked; with
   * null where its tool does not estimate that, or the call has ended before. It must not block.
   */
  public void onEstimate(Consumer<@Nullable Duration> told) {
    var _ = work.estimate().thenAccept(told);
  }

  /** Blocks until the call has ended; an interrupt does not affect the call. */
  public ToolEnd join() throws InterruptedException {
    return work.end(call.join());
  }

  /** Stops waiting: the call is cancelled unless others wait for its result. */
  public void leave(Cause why) {
    maker.leave(why, "");
  }
}
