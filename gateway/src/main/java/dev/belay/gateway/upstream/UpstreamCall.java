package dev.belay.gateway.upstream;

import dev.belay.core.call.FailedException;
import dev.belay.core.call.Failure;
import dev.belay.core.call.Payload;
import dev.belay.core.call.StopStep;
import dev.belay.core.call.Stopping;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One governed call on an upstream's process: sends the request, awaits the answer, and enforces a
 * stop.
 *
 * <p>Concurrency: answers arrive on the reader thread; {@link #run} waits on the call's own thread;
 * {@link #stop} runs on the thread that reaps the call, after its client was answered.
 */
public final class UpstreamCall implements UpstreamExchange, Stopping {
  /** The dialect of the payloads: a whole JSON-RPC response, as the upstream sent it. */
  public static final String DIALECT = "mcp-response";

  /** The shortest wait for a sign of life, also under a grace of zero. */
  private static final Duration SHORTEST_GRACE = Duration.ofSeconds(1);

  /** A wait that overruns by this much was a stall of Belay, and perhaps of the server too. */
  private static final Duration STALL = Duration.ofSeconds(1);

  /** The last wait for a message that has arrived and is not read yet. */
  private static final Duration DRAIN = Duration.ofMillis(250);

  /** How long the end of a killed server may take on a busy machine. */
  private static final Duration KILL_LIMIT = Duration.ofSeconds(30);

  private final Lease lease;
  private final UpstreamConnection link;
  private final Duration grace;
  private final CallListener listener;
  private final CompletableFuture<Envelope> answer = new CompletableFuture<>();
  private volatile long id;
  private final StoppedCall afterwards;

  /** Null before the run, when the call cannot have started a process. */
  private volatile ProcessOwnership.@Nullable Span span;

  private volatile boolean stopped;

  /** The request; empty until it is sent. */
  private volatile byte[] request = {};

  /** The task that the server has made of it; null for none. */
  private volatile @Nullable UpstreamTask task;

  /** Whether nobody waits for the answer any more. */
  private volatile boolean over;

  private volatile boolean unread;

  private volatile boolean unsent;

  /**
   * Prepares a call on a leased process.
   *
   * @param grace the time that the server has to react to a cancellation
   */
  public UpstreamCall(Lease lease, CallListener listener, Duration grace) {
    this.lease = lease;
    this.listener = listener;
    link = lease.link();
    this.grace = grace;
    id = link.nextId();
    afterwards = new StoppedCall(lease.upstream(), link, listener);
  }

  /** {@return the id and progress token to put into the request} */
  public long id() {
    return id;
  }

  /** Sends the request, which carries {@link #id()}, and waits for the answer. */
  public Payload run(byte[] request) throws InterruptedException, FailedException {
    this.request = request;
    var running = link.ownership().begin(listener.call(), time().nanos());
    span = running;
    if (!lease.isExclusive()) {
      lease.upstream().restarts().used(link, listener.user());
    }
    try {
      link.ask(id, request, this);
      return new Payload(DIALECT, answer.get().bytes());
    } catch (ExecutionException e) {
      throw e.getCause() instanceof FailedException failed
          ? failed
          : new FailedException(Failure.Kind.UPSTREAM_PROTOCOL, String.valueOf(e.getCause()));
    } finally {
      over = true;
      var made = task;
      if (made != null) {
        end(made);
      }
      link.ended(running);
    }
  }

  /** Repeats the call under another id, with the answers that its server asked for. */
  public void again(Function<RequestId, byte[]> request) {
    long next = link.nextId();
    // From now on a stop cancels this id.
    id = next;
    link.ask(next, request.apply(RequestId.of(next)), this);
  }

  /** The task that the server has made of it has ended with that answer. */
  void finish(Envelope response) {
    answer.complete(response);
  }

  /** It cannot go on: its server has asked what cannot be answered, say. */
  public void fail(String why) {
    answer.completeExceptionally(new FailedException(Failure.Kind.UPSTREAM_PROTOCOL, why));
  }

  /** {@return the answer, once {@link #run} has returned} */
  public Envelope response() {
    return answer.join();
  }

  /** {@return whether the server refused the call unprocessed, as one of another era does} */
  public boolean isUnread() {
    return unread;
  }

  /** {@return whether the server ended before it can have read the call} */
  public boolean isUnsent() {
    return unsent;
  }

  /** {@return the pending notice of a restart, for the result; null if there is none} */
  public @Nullable String takeRestartNotice() {
    return lease.upstream().restarts().take(link, listener.user());
  }

  @Override
  public Asker asker() {
    return listener.asker();
  }

  @Override
  public boolean isTakenBack(long id) {
    return stopped;
  }

  @Override
  public void answered(Envelope response) {
    if (!stopped) {
      var made = task;
      if (made != null) {
        made.fetched(response);
        return;
      }
      if (TaskState.isTask(response, listener.asksForTask())) {
        goesOn(response);
        return;
      }
      if (listener.asksBack(response)) {
        return;
      }
      if (answer.complete(response)) {
        return;
      }
    }
    // Stopped or failed already: the answer goes to the remainder of the call.
    afterwards.answered(response);
  }

  /** The server answers with a task, whose result is the answer. */
  private void goesOn(Envelope response) {
    var created = TaskState.created(response);
    if (created == null) {
      fail("The server made a task of this call that has no id or status to go by.");
      return;
    }
    var made = new UpstreamTask(this, link, listener, created, id, request);
    task = made;
    if (!link.adopt(made)) {
      made.cancel();
      fail("The server works on " + UpstreamConnection.MOST_TASKS + " tasks already.");
    } else if (over || stopped) {
      // The other party: the end of the call, which may have looked just before.
      end(made);
      made.cancel();
    } else {
      made.begin(created);
    }
  }

  private void end(UpstreamTask made) {
    made.close();
    link.leave(made);
  }

  @Override
  public void progressed(Envelope progress) {
    if (!stopped) {
      listener.progressed(progress);
    }
  }

  @Override
  public void lost(Loss loss) {
    var made = task;
    if (made != null && made.survives(loss)) {
      return;
    }
    // What has become a task was read.
    unread = made == null && loss.kind() == Loss.Kind.UNREAD;
    unsent = made == null && loss.kind() == Loss.Kind.UNSENT;
    var kind =
        switch (loss.kind()) {
          case CRASHED, UNSENT, REPLACED, STOPPED -> Failure.Kind.UPSTREAM_CRASHED;
          case NOT_READING -> Failure.Kind.OVERLOADED;
          case GARBLED, REFUSED, UNREAD -> Failure.Kind.UPSTREAM_PROTOCOL;
          case UNREACHABLE -> Failure.Kind.UPSTREAM_UNAVAILABLE;
        };
    answer.completeExceptionally(new FailedException(kind, lease.upstream().client(loss.text())));
  }

  @Override
  public StopStep stop(Stop why) throws InterruptedException {
    stopped = true;
    var ran = span;
    if (ran != null) {
      link.beginStop(ran);
    }
    try {
      return lease.isExclusive() ? kill() : tell(why);
    } finally {
      if (ran != null) {
        // If the stop itself was interrupted: processes born from now on do not belong to this
        // call.
        ran.endStop(time().nanos());
      }
      lease.close();
    }
  }

  private StopStep kill() throws InterruptedException {
    link.lose(new Loss(Loss.Kind.STOPPED, "Its call was stopped."));
    listener.takenBack();
    return link.stop(new Grace(Duration.ZERO, grace)) ? StopStep.KILLED : StopStep.ABANDONED;
  }

  private StopStep tell(Stop why) throws InterruptedException {
    lease.close();
    boolean told = link.cancel(id, afterwards, why.text());
    var made = task;
    if (made != null) {
      link.takeBack(made, afterwards);
      made.cancel();
    }
    listener.takenBack();
    var probe = link.probe();
    var patience = grace.compareTo(SHORTEST_GRACE) < 0 ? SHORTEST_GRACE : grace;
    var answered = afterwards.answer();
    var ended = made == null ? new CompletableFuture<>() : made.ended();
    // Completed in the end: else each stopped call would leave a dependent at the process's future.
    var waited = new CompletableFuture<Boolean>();
    try {
      awaitWord(
          CompletableFuture.anyOf(answered, ended, link.gone(), waited), probe.done(), patience);
    } finally {
      waited.complete(true);
    }
    afterwards.endGrace();
    probe.leave();
    endProcesses();
    if (made != null && ended.isDone()) {
      link.over(id);
      link.over(made.token());
      return StopStep.ANSWERED;
    }
    if (answered.isDone()) {
      return StopStep.ANSWERED;
    }
    if (!link.isLost()) {
      if (told && probe.isAnswered()) {
        link.obeyed(id);
        if (made != null) {
          link.obeyed(made.token());
        }
        return StopStep.TOLD;
      }
      var what = "did not react to a cancellation within " + patience.toMillis() + " ms";
      lease.upstream().ignoredStop(link, what);
    }
    if (link.isLost()) {
      return awaitKill();
    }
    return lease.upstream().isRetiring(link) ? StopStep.RETIRING : StopStep.TOLD;
  }

  /**
   * Waits until the end of the call is known. Without a sign of life by then, waits once more:
   * briefly for messages not read yet, or the whole patience again if Belay itself has stalled.
   */
  private void awaitWord(
      CompletableFuture<?> word, CompletableFuture<?> signOfLife, Duration patience)
      throws InterruptedException {
    long begin = time().nanos();
    if (!time().await(word, patience) && !signOfLife.isDone()) {
      var took = Duration.ofNanos(time().nanos() - begin);
      boolean stalled = took.compareTo(patience.plus(STALL)) > 0;
      var _ = time().await(CompletableFuture.anyOf(word, signOfLife), stalled ? patience : DRAIN);
    }
  }

  private void endProcesses() {
    var ran = span;
    if (ran != null) {
      listener.stopped(link.endStop(ran, listener.call().id()));
    }
  }

  private StopStep awaitKill() throws InterruptedException {
    boolean gone = time().await(link.gone(), KILL_LIMIT);
    return gone ? StopStep.KILLED : StopStep.ABANDONED;
  }

  private Time time() {
    return link.time();
  }
}
