package dev.belay.gateway.upstream;

import dev.belay.core.call.LateNote;
import dev.belay.mcp.envelope.Envelope;
import java.util.concurrent.CompletableFuture;

/**
 * The remainder of a stopped call, which detects whether the server continues it (C33, C34).
 *
 * <p>Kept, without the request, for as long as messages about the call may arrive.
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

  /** {@return a future that completes if the server answers the call nevertheless} */
  CompletableFuture<Boolean> answer() {
    return answered;
  }

  /** From now on any message about the call proves that the server did not stop it. */
  void endGrace() {
    graceIsOver = true;
  }

  @Override
  public Asker asker() {
    return asker;
  }

  @Override
  public void answered(Envelope response) {
    // Read first: completing the answer makes the stop end the grace, but this answer is in time.
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
      var _ = UpstreamTask.cancel(link, task.id());
    }
  }

  @Override
  public void progressed(Envelope progress) {
    if (graceIsOver) {
      ignored();
    }
  }

  /** Does nothing: a lost process is no answer, and its loss is handled elsewhere. */
  @Override
  public void lost(Loss loss) {}

  private void ignored() {
    upstream.ignoredStop(link, "went on with a call that had been stopped");
  }
}
