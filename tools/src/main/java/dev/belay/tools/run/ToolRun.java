package dev.belay.tools.run;

import dev.belay.core.call.Call;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Reply;
import dev.belay.core.cancel.Cause;
import java.util.function.Consumer;

/** One call of a tool, as whoever made it sees it. Safe for use by many threads. */
public final class ToolRun {
  private final ToolWork work;
  private final Call call;

  ToolRun(ToolWork work, Call call) {
    this.work = work;
    this.call = call;
  }

  /** {@return the call as the governor has it} */
  public Call call() {
    return call;
  }

  /** Has {@code told} called once the call has ended; at once, if it has. Must not block. */
  public void onEnd(Consumer<ToolEnd> told) {
    var _ =
        call.attach(reply -> {
          switch (reply) {
            case Reply.Final(Outcome outcome) -> told.accept(work.end(outcome));
          }
        });
  }

  /** Blocks until the call has ended; an interrupt leaves the call as it is. */
  public ToolEnd join() throws InterruptedException {
    return work.end(call.join());
  }

  /**
   * Waits no more: the call is cancelled, unless others wait for its result too. Then it goes on
   * until the last of them leaves.
   */
  public void leave(Cause why) {
    if (!work.goesOnWithout(why)) {
      call.cancel(why, "");
    }
  }
}
