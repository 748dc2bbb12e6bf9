package dev.belay.gateway.upstream;

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
import dev.belay.process.tree.Member;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One process of an upstream, and the requests that wait for its answers.
 *
 * <p>Ids and progress tokens are Belay's own: one number serves as both, unique over all processes
 * of the upstream, so that no answer can reach another's request (P28).
 *
 * <p>It is one thing, however long: what is open decides how the process may end, and its end
 * decides what becomes of all that is open.
 *
 * <p>Concurrency: the reader thread alone hands out answers; whoever takes an exchange out of
 * {@code open} is the one that ends it. {@code sending} keeps a cancellation from overtaking its
 * request; sending under it is queueing, which does not block.
 */
public final class ServerLink {
  /** As many processes that a stop has ended are told. */
  private static final int MOST_TOLD = 100;

  /** How long an answer may take that shows that a process lives. */
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(30);

  /** How long it may take until a process that reads no more is seen to have ended. */
  private static final Duration END_LIMIT = Duration.ofSeconds(5);

  private final Server server;
  private final Line line;
  private final AtomicLong ids;
  private final Map<Long, Exchange> open = new ConcurrentHashMap<>();

  /** Of what is open, what the process cannot have read. */
  private final Set<Long> unwritten = ConcurrentHashMap.newKeySet();

  private final CancelledExchanges cancelled = new CancelledExchanges();
  private final ReentrantLock sending = new ReentrantLock();
  private final ProcessOwnership ownership = new ProcessOwnership();
  private final AtomicInteger goodCalls = new AtomicInteger();
  private final AtomicReference<Runnable> onIdle = new AtomicReference<>(() -> {});
  private final AtomicReference<LinkLife> life = new AtomicReference<>(LinkLife.OPEN);
  private final AtomicBoolean ignoredStop = new AtomicBoolean();
  private final CompletableFuture<Loss> gone = new CompletableFuture<>();
  private final BiConsumer<ServerLink, Loss> onEnd;
  private final Restart restart;

  /** Set by the reader with each answer and progress, taken by who looks for signs of life. */
  private volatile boolean signOfLife;

  /** Starts what the server needs; nothing is read or written before {@link #open}. */
  ServerLink(Server server, AtomicLong ids, Restart restart, BiConsumer<ServerLink, Loss> onEnd)
      throws CannotStart {
    this.server = server;
    this.restart = restart;
    this.ids = ids;
    this.onEnd = onEnd;
    line = server.line(this, new Inbox(this, server), this::ended);
  }

  /** Begins to read and write. */
  void open() {
    line.start();
  }

  /** {@return a number that was never an id or token of this upstream} */
  public long nextId() {
    return ids.getAndIncrement();
  }

  /**
   * Sends a request that carries {@code id}; its answer, or the loss of it, goes to {@code to}.
   *
   * <p>One that was taken back before is not sent at all (P6).
   */
  public void ask(long id, byte[] request, Exchange to) {
    boolean sent;
    sending.lock();
    try {
      if (cancelled.get(id) != null) {
        return;
      }
      open.put(id, to);
      sent = line.send(request);
    } finally {
      sending.unlock();
    }
    if (!sent && line.isBroken()) {
      unwritten(id);
    } else if (!sent && open.remove(id, to)) {
      to.lost(notReading());
    }
    // The other party: it may have been lost just before this was put among what is open.
    var ended = loss();
    if (ended != null && open.remove(id, to)) {
      to.lost(ofRequest(id, ended));
    }
  }

  private Loss notReading() {
    return new Loss(Loss.Kind.NOT_READING, server.name() + " does not read what it is sent.");
  }

  /**
   * The process cannot have read a request, most likely since it is ending: when that is seen, it
   * is known that the request can be made again. One that only reads no more keeps nobody waiting.
   */
  void unwritten(long id) {
    var to = open.get(id);
    if (to == null) {
      return;
    }
    unwritten.add(id);
    var timer =
        time()
            .after(
                END_LIMIT,
                () -> {
                  if (open.remove(id, to)) {
                    to.lost(notReading());
                  }
                });
    var _ = gone.thenRun(timer::close);
  }

  private Loss ofRequest(long id, Loss ended) {
    return ended.kind() == Loss.Kind.CRASHED && unwritten.contains(id)
        ? new Loss(Loss.Kind.UNSENT, ended.text())
        : ended;
  }

  /** Sends a notification; false if the process does not read, or is gone. */
  public boolean tell(byte[] notification) {
    return !isLost() && line.send(notification);
  }

  /** Sends the answer to something the process asked; one that asks and never reads is ended. */
  public void answer(byte[] response) {
    if (isLost()) {
      return;
    }
    line.answer(response);
    if (line.fill() > 0
        && lose(
            new Loss(
                Loss.Kind.NOT_READING,
                "The server \"" + server.name() + "\" asks and does not read the answers."))) {
      server.background("stop", () -> stop(Grace.none()));
    }
  }

  /**
   * Takes a request back: the process is told if it knows of it, and {@code afterwards} hears what
   * it still says; it is kept for long, so it must not hold the request.
   *
   * @return false if it cannot be told
   */
  public boolean cancel(long id, Exchange afterwards, String reason) {
    sending.lock();
    try {
      if (!open.containsKey(id)) {
        cancelled.add(id, afterwards);
        return true;
      }
      // Before it leaves what is open: its server's questions must find it in one of the two.
      cancelled.addRunning(id, afterwards, time().nanos());
      if (open.remove(id) == null) {
        // The other party: the reader, which has just taken out its answer.
        cancelled.over(id);
        return true;
      }
      return tell(
          Messages.notification(
              "notifications/cancelled", CancelParams.of(RequestId.of(id), reason)));
    } finally {
      sending.unlock();
    }
  }

  /** The process shows life, and has had its time to obey: a cancelled request counts as over. */
  void obeyed(long id) {
    cancelled.obeyed(id);
  }

  /**
   * Asks for a sign of life after a request that is no call was cancelled: it then counts as over
   * once the process has had its time to obey.
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

  /** Waits no longer for the answer to {@code id}; the process is not told. */
  void abandon(long id, Exchange afterwards) {
    if (open.remove(id) != null) {
      cancelled.add(id, afterwards);
    }
  }

  @Nullable Exchange takeOpen(long id) {
    return open.remove(id);
  }

  @Nullable Exchange open(long id) {
    return open.get(id);
  }

  /** {@return the open request with this id or token, which must be one of ours} */
  public @Nullable Exchange exchange(RequestId own) {
    try {
      return open.get(Long.parseLong(own.toString()));
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** {@return whose requests were taken back, and may go on all the same} */
  public List<StillRunning> stillRunning() {
    return cancelled.running(time().nanos(), server.settings().cancelGrace());
  }

  /** {@return whose requests wait for its answers, in the order they were made} */
  public List<Asker> askers() {
    return open.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> entry.getValue().asker())
        .filter(Objects::nonNull)
        .toList();
  }

  /** Takes the one open request, if there is only one: an answer that names none is its. */
  @Nullable Exchange takeOnlyOpen() {
    var all = List.copyOf(open.keySet());
    return all.size() == 1 ? takeOpen(all.getFirst()) : null;
  }

  /** Asks whether it speaks the modern era; no answer within {@code limit} is a no. */
  public void discover(Duration limit, Consumer<Discovery> then) {
    var request = OwnRequest.send(this, "server/discover", ModernMeta.params());
    var _ = request.answerWithin(time(), limit).thenAccept(_ -> then.accept(request.verdict()));
  }

  /** {@return how many requests wait for its answer, Belay's own among them} */
  int openRequests() {
    return open.size();
  }

  CancelledExchanges cancelled() {
    return cancelled;
  }

  ProcessOwnership ownership() {
    return ownership;
  }

  Server server() {
    return server;
  }

  /** {@return the time it goes by} */
  public Time time() {
    return server.time();
  }

  Line line() {
    return line;
  }

  /** {@return how many calls run on it that nobody has stopped} */
  AtomicInteger goodCalls() {
    return goodCalls;
  }

  void goodCallEnded() {
    if (goodCalls.decrementAndGet() == 0) {
      onIdle.get().run();
    }
  }

  /** Has {@code action} run when no good call runs any more: at once if none does now. */
  void onGoodCallsEnded(Runnable action) {
    onIdle.set(action);
    if (goodCalls.get() == 0) {
      action.run();
    }
  }

  /** {@return the era it speaks; null before that is known} */
  public @Nullable Era era() {
    return server.replay().era();
  }

  /** Asks for a sign of life, in the words of the process's era. */
  OwnRequest probe() {
    return server.replay().isModern()
        ? OwnRequest.send(this, "server/discover", ModernMeta.params())
        : OwnRequest.send(this, "ping", null);
  }

  /**
   * The run of a call is over; now and then what lives is looked at, before calls are forgotten.
   */
  void ended(ProcessOwnership.Span call) {
    long now = time().nanos();
    call.end(now);
    if (ownership.isLookDue(now)) {
      server.background("look", () -> ownership.look(line.births()));
    }
  }

  /** A call is being stopped: what lives is looked at, before it may leave but its children. */
  void beginStop(ProcessOwnership.Span call) {
    var living = line.births();
    call.beginStop(time().nanos());
    var _ = ownership.look(living);
  }

  /**
   * The grace of a stopped call is over: kills what belongs to it and to no call that was not
   * stopped (C34).
   */
  StopEffects endStop(ProcessOwnership.Span call, CallId id) {
    call.endStop(time().nanos());
    var doomed = new LinkedHashMap<Member, Birth>();
    line.kill(living -> {
      var found = ownership.look(living);
      found.forEach(process -> doomed.put(process.member(), process));
      return found.stream().map(Birth::member).collect(Collectors.toSet());
    });
    var left = leftBehind().stream().filter(one -> one.isOf(id)).map(LeftBehind::process).toList();
    var killed = doomed.values().stream().limit(MOST_TOLD).map(ServerLink::info).toList();
    return new StopEffects(killed, left);
  }

  /** {@return what lives on though a call that it belongs to was stopped} */
  List<LeftBehind> leftBehind() {
    return survivors().stream().map(this::leftBehind).toList();
  }

  private List<ProcessOwnership.Survivor> survivors() {
    return ownership.leftBehind().stream()
        .filter(one -> line.isAlive(one.process().member()))
        .toList();
  }

  private LeftBehind leftBehind(ProcessOwnership.Survivor one) {
    return new LeftBehind(server.name(), info(one.process()), one.calls());
  }

  private static ProcessInfo info(Birth process) {
    return new ProcessInfo(process.member().pid(), process.name());
  }

  /** Kills what is left behind and chosen; returns what that was. */
  List<ProcessInfo> killLeftBehind(Predicate<LeftBehind> chosen) {
    var doomed =
        survivors().stream()
            .filter(one -> chosen.test(leftBehind(one)))
            .map(ProcessOwnership.Survivor::process)
            .toList();
    if (!doomed.isEmpty()) {
      line.kill(doomed.stream().map(Birth::member).toList());
    }
    return doomed.stream().map(ServerLink::info).toList();
  }

  /** {@return complete once the process and its tree are dealt with} */
  CompletableFuture<Loss> gone() {
    return gone;
  }

  /** {@return true once it will not answer any more} */
  public boolean isLost() {
    return loss() != null;
  }

  /** {@return why it will not answer any more; null while it may} */
  @Nullable Loss loss() {
    return life.get() instanceof LinkLife.Closed(var why, var _) ? why : null;
  }

  /** {@return how it ended, if it did: that says more than that its opening failed} */
  String endText(String otherwise) {
    var why = loss();
    return why != null && why.kind() == Loss.Kind.CRASHED ? why.text() : otherwise;
  }

  /** From now on it takes no new calls; does nothing where it is lost (C34). */
  void retire(String why) {
    life.compareAndSet(LinkLife.OPEN, new LinkLife.Retiring(why));
  }

  /** {@return what is known of a process that only ends what it has begun; null of any other} */
  @Nullable RetiringProcess retiring() {
    return switch (life.get()) {
      case LinkLife.Open _ -> null;
      case LinkLife.Retiring(var why) -> new RetiringProcess(line.pid(), goodCalls.get(), why);
      case LinkLife.Closed(var loss, var wasRetiring) ->
          wasRetiring ? new RetiringProcess(line.pid(), 0, loss.text()) : null;
    };
  }

  /** {@return true the first time: it did not obey a stop, and serves on all the same} */
  boolean noteIgnoredStop() {
    return ignoredStop.compareAndSet(false, true);
  }

  /** {@return true while it may be given something new to do} */
  boolean isFit() {
    return life.get() instanceof LinkLife.Open;
  }

  /** It has answered a request, or reported progress on one that is open. */
  void showsLife() {
    signOfLife = true;
  }

  /** {@return whether it has shown life since it was asked this last} */
  boolean takeSignOfLife() {
    boolean shown = signOfLife;
    signOfLife = false;
    return shown;
  }

  /** {@return which start of the server it comes from} */
  Restart restart() {
    return restart;
  }

  private void ended(String how) {
    if (lose(new Loss(Loss.Kind.CRASHED, how))) {
      // What the crashed process left running, on a thread that may block.
      server.background("reap", () -> stop(Grace.none()));
    }
  }

  /**
   * Gives it up: every open request is lost, nothing new is sent. True for the one who did it.
   *
   * <p>It is out of service before anybody hears of the loss, so that what they ask for next goes
   * to its successor. The tree is still to be stopped.
   */
  boolean lose(Loss why) {
    LinkLife last;
    do {
      last = life.get();
      if (last instanceof LinkLife.Closed) {
        return false;
      }
    } while (!life.compareAndSet(
        last, new LinkLife.Closed(why, last instanceof LinkLife.Retiring)));
    onEnd.accept(this, why);
    for (var id : List.copyOf(open.keySet())) {
      var exchange = open.remove(id);
      if (exchange != null) {
        exchange.lost(ofRequest(id, why));
      }
    }
    server.listener().gone(this);
    return true;
  }

  /**
   * Ends the process and its whole tree; blocks until it is gone or known to be unstoppable.
   *
   * <p>It counts as gone also where stopping it fails: nobody waits for it for ever.
   *
   * @return true if nothing of it is left
   */
  boolean stop(Grace grace) throws InterruptedException {
    try {
      return line.stop(grace);
    } finally {
      gone.complete(new Loss(Loss.Kind.STOPPED, server.name() + " was stopped."));
    }
  }
}
