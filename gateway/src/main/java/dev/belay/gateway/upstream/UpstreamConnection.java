package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallId;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.call.StopEffects;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Discovery;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Birth;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.TreeMember;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One process of an upstream, or one session with a remote server, and its open requests.
 *
 * <p>Ids and progress tokens are Belay's own: one number serves as both, unique over all
 * connections of the upstream, so that no answer can reach another's request (P28).
 *
 * <p>It is one class, however long: open requests decide how the process may end, and its end
 * decides the fate of all open requests.
 *
 * <p>Concurrency: {@code lock} guards the open and the cancelled requests and the loss; the thread
 * that takes an exchange out of {@code open} ends it, outside the lock. {@code sending} keeps a
 * cancellation from overtaking its request; sending under it only queues, which does not block.
 */
public final class UpstreamConnection {
  /** The maximum number of killed processes reported for one stop. */
  private static final int MOST_TOLD = 100;

  /** As many of its tasks are waited for at once. */
  static final int MOST_TASKS = 1_000;

  /** How long an answer may take that shows that a process lives. */
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(30);

  /** How long a process that has closed its input may take to end. */
  static final Duration END_LIMIT = Duration.ofSeconds(5);

  private final Server server;
  private final Transport transport;
  private final AtomicLong ids;
  private final ReentrantLock sending = new ReentrantLock();
  private final ReentrantLock lock = new ReentrantLock();

  /** In the order of sending. */
  @GuardedBy("lock") private final Map<Long, UpstreamExchange> open = new LinkedHashMap<>();

  /**
   * Calls that have become tasks of the server, by their progress tokens: they have their answers,
   * and are at work.
   */
  @GuardedBy("lock") private final Map<Long, UpstreamTask> tasks = new LinkedHashMap<>();

  /** Of what is open, what the process cannot have read. */
  @GuardedBy("lock") private final Set<Long> unread = new HashSet<>();

  @GuardedBy("lock") private final CancelledExchanges cancelled = new CancelledExchanges();

  /** Why it will not answer any more; null while it may. Set once, under the lock. */
  private volatile @Nullable Loss loss;

  /** Gives up a process that has closed its input and does not end. */
  @GuardedBy("lock") private Time.@Nullable Timer inputClosed;

  private final ProcessOwnership ownership = new ProcessOwnership();
  private final CompletableFuture<Loss> gone = new CompletableFuture<>();
  private final BiConsumer<UpstreamConnection, Loss> onEnd;
  private final Restart restart;

  /** Set by each answer and progress notification, cleared by each check. */
  private final AtomicBoolean signOfLife = new AtomicBoolean();

  /** The last request for a sign of life, of which at most one is open. */
  private volatile @Nullable OwnRequest signAsked;

  /**
   * Starts what the server needs; nothing is read or written before {@link #open}.
   *
   * @param onEnd called once on the loss, before the open requests are failed
   */
  UpstreamConnection(
      Server server, AtomicLong ids, Restart restart, BiConsumer<UpstreamConnection, Loss> onEnd)
      throws CannotStart {
    this.server = server;
    this.restart = restart;
    this.ids = ids;
    this.onEnd = onEnd;
    transport = server.transport(this, new UpstreamInbox(this, server), this::ended);
  }

  /** Begins to read and write. */
  void open() {
    transport.start();
  }

  /** {@return a number that was never an id or token of this upstream} */
  public long nextId() {
    return ids.getAndIncrement();
  }

  /**
   * Sends a request that carries {@code id}, unless it was taken back before (P6); its answer, or
   * the loss of it, goes to {@code to}.
   */
  public void ask(long id, byte[] request, UpstreamExchange to) {
    Loss end;
    sending.lock();
    try {
      if (to.isTakenBack(id)) {
        return;
      }
      end = open(id, to);
      if (end == null && !transport.send(request)) {
        end = notSent(id);
      }
    } finally {
      sending.unlock();
    }
    if (end != null) {
      to.lost(end);
    }
  }

  /** {@return why it cannot be sent; null if it is open from now on} */
  private @Nullable Loss open(long id, UpstreamExchange to) {
    lock.lock();
    try {
      var end = loss;
      if (end != null) {
        return ofRequest(end, /* isUnread= */ true);
      }
      open.put(id, to);
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** {@return why it has failed; null if the end of the process will decide that} */
  private @Nullable Loss notSent(long id) {
    lock.lock();
    try {
      if (transport.isBroken()) {
        unread.add(id);
        return null;
      }
      return open.remove(id) == null
          ? null
          : new Loss(Loss.Kind.NOT_READING, server.name() + " does not read what it is sent.");
    } finally {
      lock.unlock();
    }
  }

  /**
   * The process cannot have read a request, most likely since it is ending: its end then proves
   * that the request can be repeated.
   */
  void unread(long id) {
    lock.lock();
    try {
      unread.add(id);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The process has closed its input. It is most likely ending; if it lives on for {@link
   * #END_LIMIT}, it is useless and given up.
   */
  void inputClosed() {
    lock.lock();
    try {
      if (loss == null && inputClosed == null) {
        var text = "The server \"" + server.name() + "\" has closed its input and did not end.";
        inputClosed =
            time().after(END_LIMIT, () -> giveUp(new Loss(Loss.Kind.CRASHED, text), "stop"));
      }
    } finally {
      lock.unlock();
    }
  }

  private static Loss ofRequest(Loss loss, boolean isUnread) {
    return isUnread && loss.kind() == Loss.Kind.CRASHED
        ? new Loss(Loss.Kind.UNSENT, loss.text())
        : loss;
  }

  /** Sends a notification; false if the process does not read, or is gone. */
  public boolean tell(byte[] notification) {
    return !isLost() && transport.send(notification);
  }

  /** Sends the answer to a request of the process; one that never reads the answers is ended. */
  public void answer(byte[] response) {
    if (isLost()) {
      return;
    }
    transport.answer(response);
    if (transport.fill() > 0) {
      var text = "The server \"" + server.name() + "\" asks and does not read the answers.";
      giveUp(new Loss(Loss.Kind.NOT_READING, text), "stop");
    }
  }

  /**
   * Cancels a request: the process is notified if it has the request, and {@code afterwards}
   * receives later messages about it; it is long-lived, so it must not hold the request.
   *
   * @return false if the process cannot be notified
   */
  public boolean cancel(long id, UpstreamExchange afterwards, String reason) {
    long now = time().nanos();
    sending.lock();
    try {
      return !takeBack(id, afterwards, now)
          || tell(
              Messages.notification(
                  "notifications/cancelled", CancelParams.of(RequestId.of(id), reason)));
    } finally {
      sending.unlock();
    }
  }

  /** {@return whether the process has the request, and has not answered} */
  private boolean takeBack(long id, UpstreamExchange afterwards, long now) {
    lock.lock();
    try {
      boolean isOpen = open.remove(id) != null;
      if (isOpen) {
        cancelled.addRunning(id, afterwards, now);
      } else {
        cancelled.add(id, afterwards);
      }
      return isOpen;
    } finally {
      lock.unlock();
    }
  }

  /** A call has become a task; false if there are too many. */
  boolean adopt(UpstreamTask task) {
    lock.lock();
    try {
      return tasks.size() < MOST_TASKS && tasks.putIfAbsent(task.token(), task) == null;
    } finally {
      lock.unlock();
    }
  }

  /** A call that has become a task is over. */
  void leave(UpstreamTask task) {
    lock.lock();
    try {
      tasks.remove(task.token(), task);
    } finally {
      lock.unlock();
    }
  }

  /** A call that has become a task is stopped, and may go on all the same. */
  void takeBack(UpstreamTask task, UpstreamExchange afterwards) {
    long now = time().nanos();
    lock.lock();
    try {
      tasks.remove(task.token(), task);
      cancelled.addRunning(task.token(), afterwards, now);
    } finally {
      lock.unlock();
    }
  }

  /** {@return the call that has become that task, whose messages of the server name it} */
  public @Nullable UpstreamExchange ofTask(String id) {
    lock.lock();
    try {
      for (var task : tasks.values()) {
        if (task.id().equals(id)) {
          return task.call();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** The process shows life, and has had its time to obey: a cancelled request counts as over. */
  void obeyed(long id) {
    lock.lock();
    try {
      cancelled.obeyed(id);
    } finally {
      lock.unlock();
    }
  }

  /** The process has confirmed that a cancelled request is over. */
  void over(long id) {
    lock.lock();
    try {
      cancelled.over(id);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Requests a sign of life after the cancellation of a request that is no call, which counts as
   * stopped if the process is responsive and its grace is over.
   */
  public void confirm(long id) {
    var grace = server.settings().cancelGrace();
    var _ =
        probe()
            .answerWithin(time(), SIGN_OF_LIFE)
            .thenAccept(answer -> {
              if (answer.isPresent()) {
                var _ = time().after(grace, () -> obeyed(id));
              }
            });
  }

  /** Stops waiting for the answer to {@code id}, without notifying the process. */
  void abandon(long id, UpstreamExchange afterwards) {
    lock.lock();
    try {
      if (open.remove(id) != null) {
        cancelled.add(id, afterwards);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The process has answered; returns the exchange to notify, or null. */
  @Nullable UpstreamExchange answered(long id) {
    lock.lock();
    try {
      var exchange = open.remove(id);
      if (exchange != null) {
        signOfLife.set(true);
        return exchange;
      }
      return cancelled.remove(id);
    } finally {
      lock.unlock();
    }
  }

  /** The process reports progress; returns the exchange to notify, or null. */
  @Nullable UpstreamExchange progressed(long token) {
    long now = time().nanos();
    lock.lock();
    try {
      var task = tasks.get(token);
      var exchange = task == null ? open.get(token) : task.call();
      if (exchange != null) {
        signOfLife.set(true);
        return exchange;
      }
      return cancelled.heard(token, now);
    } finally {
      lock.unlock();
    }
  }

  /** No answer will come; returns the exchange to notify, or null. */
  @Nullable UpstreamExchange unanswered(long id) {
    lock.lock();
    try {
      var exchange = open.remove(id);
      if (exchange == null) {
        cancelled.over(id);
      }
      return exchange;
    } finally {
      lock.unlock();
    }
  }

  /** As {@link #unanswered}, for the open request, if there is exactly one. */
  @Nullable UpstreamExchange onlyUnanswered() {
    lock.lock();
    try {
      return open.size() == 1 ? open.remove(open.keySet().iterator().next()) : null;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the request with this id, open or cancelled; null if there is none} */
  @Nullable UpstreamExchange known(long id) {
    lock.lock();
    try {
      var exchange = open.get(id);
      return exchange == null ? cancelled.get(id) : exchange;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the open request with this id or token of Belay's own; null if there is none} */
  public @Nullable UpstreamExchange exchange(RequestId own) {
    long id;
    try {
      id = Long.parseLong(own.toString());
    } catch (NumberFormatException _) {
      return null;
    }
    lock.lock();
    try {
      return open.get(id);
    } finally {
      lock.unlock();
    }
  }

  /** {@return the cancelled requests that may still run} */
  public List<StillRunning> stillRunning() {
    long now = time().nanos();
    lock.lock();
    try {
      return cancelled.running(now, server.settings().cancelGrace());
    } finally {
      lock.unlock();
    }
  }

  /** {@return the owners of the open requests, in the order of sending} */
  public List<Asker> askers() {
    lock.lock();
    try {
      var calls = tasks.values().stream().map(UpstreamTask::call);
      return Stream.concat(calls, open.values().stream())
          .map(UpstreamExchange::asker)
          .filter(Objects::nonNull)
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** Checks whether it speaks the modern era; no answer within {@code limit} means no. */
  public void discover(Duration limit, Consumer<Discovery> then) {
    var request = OwnRequest.send(this, "server/discover", ModernMeta.params());
    var _ = request.answerWithin(time(), limit).thenAccept(_ -> then.accept(request.verdict()));
  }

  /** {@return the number of open requests, Belay's own included} */
  int openRequests() {
    lock.lock();
    try {
      return open.size();
    } finally {
      lock.unlock();
    }
  }

  ProcessOwnership ownership() {
    return ownership;
  }

  Server server() {
    return server;
  }

  /** {@return its source of time} */
  public Time time() {
    return server.time();
  }

  Transport transport() {
    return transport;
  }

  /** {@return the process at the other end; 0 where Belay has started none} */
  long pid() {
    return transport.pid();
  }

  /** {@return the era it speaks; null before that is known} */
  public @Nullable Era era() {
    return server.snapshot().era();
  }

  /** Requests a sign of life, in the process's era. */
  OwnRequest probe() {
    return server.snapshot().isModern()
        ? OwnRequest.send(this, "server/discover", ModernMeta.params())
        : OwnRequest.send(this, "ping", null);
  }

  /** Requests a sign of life, unless the last such request is still open. */
  void askForSign() {
    var last = signAsked;
    if (last == null || last.done().isDone()) {
      signAsked = probe();
    }
  }

  /** {@return whether it has answered or reported progress since the last check} */
  boolean takeSignOfLife() {
    return signOfLife.getAndSet(false);
  }

  /**
   * The run of a call is over; from time to time processes are observed, before calls are
   * forgotten.
   */
  void ended(ProcessOwnership.Span call) {
    long now = time().nanos();
    call.end(now);
    if (ownership.isLookDue(now)) {
      server.background("look", () -> ownership.look(transport::births));
    }
  }

  /**
   * A call is being stopped: processes are observed before any exits and leaves only its children.
   */
  void beginStop(ProcessOwnership.Span call) {
    call.beginStop(time().nanos());
    var _ = ownership.look(transport::births);
  }

  /**
   * The grace of a stopped call is over: kills the processes whose calls were all stopped (C34).
   */
  StopEffects endStop(ProcessOwnership.Span call, CallId id) {
    call.endStop(time().nanos());
    var killed =
        ownership.look(transport::births).isEmpty()
            ? List.<ProcessInfo>of()
            : kill(ownership::look);
    var left = leftBehind().stream().filter(one -> one.isOf(id)).map(LeftBehind::process).toList();
    return new StopEffects(killed, left);
  }

  /** Kills the living processes that {@code choose} selects, until it selects none. */
  private List<ProcessInfo> kill(Function<List<Birth>, List<Birth>> choose) {
    var doomed = new LinkedHashMap<TreeMember, Birth>();
    transport.kill(living -> {
      var found = choose.apply(living);
      found.forEach(process -> doomed.put(process.member(), process));
      return found.stream().map(Birth::member).collect(Collectors.toSet());
    });
    return doomed.values().stream().limit(MOST_TOLD).map(UpstreamConnection::info).toList();
  }

  /** {@return the processes that survive the stop of a call they belong to} */
  List<LeftBehind> leftBehind() {
    return survivors().stream().map(this::leftBehind).toList();
  }

  private List<ProcessOwnership.Survivor> survivors() {
    return ownership.leftBehind().stream()
        .filter(one -> transport.isAlive(one.process().member()))
        .toList();
  }

  private LeftBehind leftBehind(ProcessOwnership.Survivor one) {
    return new LeftBehind(server.name(), info(one.process()), one.calls());
  }

  private static ProcessInfo info(Birth process) {
    return new ProcessInfo(process.member().pid(), process.name());
  }

  /** Kills the chosen processes among those left behind, and returns them. */
  List<ProcessInfo> killLeftBehind(Predicate<LeftBehind> chosen) {
    // Those that have ended too: each may have left a child that is not observed yet.
    Supplier<List<Birth>> found =
        () ->
            ownership.leftBehind().stream()
                .filter(one -> chosen.test(leftBehind(one)))
                .map(ProcessOwnership.Survivor::process)
                .toList();
    return found.get().isEmpty()
        ? List.of()
        : kill(living -> {
          var _ = ownership.look(living);
          return found.get();
        });
  }

  /** {@return a future that completes once the stop of the process and its tree is over} */
  CompletableFuture<Loss> gone() {
    return gone;
  }

  /** {@return true once it will not answer any more} */
  public boolean isLost() {
    return loss() != null;
  }

  /** {@return why it will not answer any more; null while it may} */
  @Nullable Loss loss() {
    return loss;
  }

  /** {@return how it crashed, if it did, which is more specific than {@code otherwise}} */
  String endText(String otherwise) {
    var why = loss();
    return why != null && why.kind() == Loss.Kind.CRASHED ? why.text() : otherwise;
  }

  /** {@return the start of the server that produced it} */
  Restart restart() {
    return restart;
  }

  private void ended(String how) {
    // Reaps the crashed process's descendants, on a thread that may block.
    giveUp(new Loss(Loss.Kind.CRASHED, how), "reap");
  }

  private void giveUp(Loss why, String what) {
    if (lose(why)) {
      server.background(what, () -> stop(Grace.none()));
    }
  }

  /**
   * Gives it up: fails every open request and sends nothing more. True for the first caller.
   *
   * <p>It is out of service before its requests fail, so that their retries go to its successor.
   * The tree is still to be stopped.
   */
  boolean lose(Loss why) {
    var lost = new ArrayList<Runnable>();
    lock.lock();
    try {
      if (loss != null) {
        return false;
      }
      loss = why;
      open.forEach((id, exchange) -> {
        var end = ofRequest(why, unread.contains(id));
        lost.add(() -> exchange.lost(end));
      });
      open.clear();
      tasks.values().forEach(task -> lost.add(() -> task.call().lost(why)));
      tasks.clear();
      if (inputClosed != null) {
        inputClosed.close();
      }
    } finally {
      lock.unlock();
    }
    onEnd.accept(this, why);
    lost.forEach(Runnable::run);
    server.listener().gone(this);
    return true;
  }

  /**
   * Ends the process and its whole tree; blocks until it is gone or known to be unstoppable.
   *
   * <p>It counts as gone even if stopping it fails, so that no wait for it lasts for ever.
   *
   * @return true if nothing of it is left
   */
  boolean stop(Grace grace) throws InterruptedException {
    try {
      return transport.stop(grace);
    } finally {
      gone.complete(new Loss(Loss.Kind.STOPPED, server.name() + " was stopped."));
    }
  }
}
