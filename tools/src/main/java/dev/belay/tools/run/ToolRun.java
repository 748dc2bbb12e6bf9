package dev.belay.tools.run;

import dev.belay.core.call.Call;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Waiter;
import dev.belay.core.cancel.Cause;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** One call of a tool, as whoever made it sees it. Safe for use by many threads. */
public final class ToolRun {
  private final ToolWork work;
  private final Call call;
  private final Waiter maker;
  private final CompletableFuture<Payload> handle = new CompletableFuture<>();

  ToolRun(ToolWork work, Call call) {
    this.work = work;
    this.call = call;
    maker = call.attach(this::replied);
  }

  private void replied(Reply reply) {
    switch (reply) {
      case Reply.Final _ -> {}
      case Reply.Handle(Payload told) -> handle.complete(told);
    }
  }

  /** {@return the call as the governor has it} */
  public Call call() {
    return call;
  }

  /** Has {@code told} called once the call has ended; at once, if it has. Must not block. */
  public void onEnd(Consumer<ToolEnd> told) {
    call.onEnd(outcome -> told.accept(work.end(outcome)));
  }

  /**
   * Has {@code told} called if the call goes on without its maker, as a job; at once, if it does.
   * Must not block.
   */
  public void onHandle(Consumer<Payload> told) {
    var _ = handle.thenAccept(told);
  }

  /** Blocks until the call has ended; an interrupt leaves the call as it is. */
  public ToolEnd join() throws InterruptedException {
    return work.end(call.join());
  }

  /** Waits no more: the call is cancelled, unless others wait for its result too. */
  public void leave(Cause why) {
    maker.leave(why, "");
  }
}
