package dev.belay.gateway.upstream;

import dev.belay.core.call.LateNote;
import dev.belay.mcp.envelope.Envelope;
import java.util.concurrent.CompletableFuture;

/**
 * What is left of a call that was stopped: it hears whether the server went on with it (C33, C34).
 *
 * <p>It is kept for as long as the server may still speak of the call, without its request.
 */
final class StoppedCall implements UpstreamExchange {
  private final Upstream upstream;
  private final UpstreamConnection link;
  private final Asker asker;
  private final LateNote note;
  private final boolean asksForTask;
  private final CompletableFuture<Boolean> answered = new CompletableFuture<>();
  private volatile boolean graceIsOver;

  StoppedCall(Upstream upstream, UpstreamConnection link, CallListener of) {
    this.upstream = upstream;
    this.link = link;
    asker = of.asker().afterwards();
    note = of.lateNote();
    asksForTask = of.asksForTask();
  }

  /** {@return complete once the server has answered the call all the same} */
  CompletableFuture<Boolean> answer() {
    return answered;
  }

  /** From now on whatever is heard is proof that the server was not stopped. */
  void endGrace() {
    graceIsOver = true;
  }

  @Override
  public Asker asker() {
    return asker;
  }

  @Override
  public void answered(Envelope response) {
    // Read first: the stop ends the grace as soon as it has this answer, which is in time.
    boolean tooLate = graceIsOver;
    answered.complete(true);
    note.write();
    cancelTask(response);
    if (tooLate) {
      ignored();
    }
  }

  /** The stop came before the task, which would run unseen. */
  private void cancelTask(Envelope response) {
    var task = TaskState.isTask(response, asksForTask) ? TaskState.created(response) : null;
    if (task != null && !task.status().isEnd()) {
      UpstreamTask.cancel(link, task.id());
    }
  }

  @Override
  public void progressed(Envelope progress) {
    if (graceIsOver) {
      ignored();
    }
  }

  /** A process that is gone is noticed by itself: it has not answered. */
  @Override
  public void lost(Loss loss) {}

  private void ignored() {
    upstream.ignoredStop(link, "went on with a call that had been stopped");
  }
}
