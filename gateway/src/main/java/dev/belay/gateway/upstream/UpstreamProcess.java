package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Exit;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.StopReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process of an upstream, and the requests that wait for its answers.
 *
 * <p>Ids and progress tokens are Belay's own: one number serves as both, unique over all processes
 * of the upstream, so that no answer can reach another's request (P28).
 *
 * <p>Concurrency: the reader thread alone hands out answers; whoever takes an exchange out of
 * {@code open} is the one that ends it.
 */
public final class UpstreamProcess {
  /** Some servers never answer what they do not know. */
  private static final Duration DISCOVER_LIMIT = Duration.ofSeconds(10);

  private static final Optional<Kind> RESULT = Optional.of(Kind.RESPONSE);

  private final Server server;
  private final Child child;
  private final AtomicLong ids;
  private final StdioConnection connection;
  private final Map<Long, Exchange> open = new ConcurrentHashMap<>();
  private final CancelledExchanges cancelled = new CancelledExchanges();
  private final CallTimes times = new CallTimes();
  private final AtomicInteger goodCalls = new AtomicInteger();
  private final AtomicReference<Runnable> onIdle = new AtomicReference<>(() -> {});
  private final AtomicReference<@Nullable Loss> loss = new AtomicReference<>();
  private final CompletableFuture<Loss> gone = new CompletableFuture<>();
  private final BiConsumer<UpstreamProcess, Loss> onEnd;

  UpstreamProcess(
      Server server, Child child, AtomicLong ids, BiConsumer<UpstreamProcess, Loss> onEnd) {
    this.server = server;
    this.child = child;
    this.ids = ids;
    this.onEnd = onEnd;
    var end = new ProcessEnd(server.time(), child, this::ended);
    connection = server.connect(child, new Inbox(this, server, end));
  }

  /** Begins to read and write. */
  void open() {
    connection.start();
  }

  /** {@return a number that was never an id or token of this upstream} */
  public long nextId() {
    return ids.getAndIncrement();
  }

  /** Sends a request that carries {@code id}; its answer, or the loss of it, goes to {@code to}. */
  public void ask(long id, byte[] request, Exchange to) {
    open.put(id, to);
    var ended = loss.get();
    if (ended == null && !connection.send(request)) {
      ended = new Loss(Loss.Kind.NOT_READING, server.name() + " does not read what it is sent.");
    }
    if (ended != null && open.remove(id, to)) {
      to.lost(ended);
    }
  }

  /** Sends a notification; false if the process does not read, or is gone. */
  public boolean tell(byte[] notification) {
    return loss.get() == null && connection.send(notification);
  }

  /** Sends the answer to something the process asked. */
  public void answer(byte[] response) {
    if (loss.get() == null) {
      connection.answer(response);
    }
  }

  /**
   * Takes a request back: the process is told, and {@code afterwards} hears what it still says.
   *
   * @return false if it cannot be told
   */
  public boolean cancel(long id, Exchange afterwards, String reason) {
    cancelled.add(id, afterwards);
    open.remove(id);
    return tell(
        Messages.notification(
            "notifications/cancelled", CancelParams.of(RequestId.of(id), reason)));
  }

  /** Stops listening for anything that is still said about {@code id}. */
  public void forget(long id) {
    open.remove(id);
    cancelled.remove(id);
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

  /** Gives up the one open request, if there is only one: an answer that names none was its. */
  void loseOnlyOpen(Loss why) {
    var all = List.copyOf(open.keySet());
    var only = all.size() == 1 ? takeOpen(all.getFirst()) : null;
    if (only != null) {
      only.lost(why);
    }
  }

  /** Asks whether it speaks the modern era; an error, or no answer for a while, is a no. */
  public void discover(Consumer<Boolean> then) {
    var _ =
        OwnRequest.send(this, "server/discover", ModernMeta.PARAMS)
            .answerWithin(time(), DISCOVER_LIMIT)
            .thenAccept(answer -> then.accept(answer.map(Envelope::kind).equals(RESULT)));
  }

  CancelledExchanges cancelled() {
    return cancelled;
  }

  CallTimes times() {
    return times;
  }

  Server server() {
    return server;
  }

  Time time() {
    return server.time();
  }

  Child child() {
    return child;
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

  /** Asks for a sign of life, in the words of the process's era. */
  OwnRequest probe() {
    return server.replay().isModern()
        ? OwnRequest.send(this, "server/discover", ModernMeta.PARAMS)
        : OwnRequest.send(this, "ping", null);
  }

  /** Kills what the process started during this one call alone, and what still runs (C33). */
  void killStartedAlone(CallTimes.Span span) throws InterruptedException {
    child.killStarted((from, to) -> times.wasAlone(span, from, to));
  }

  /** {@return complete once the process and its tree are dealt with} */
  CompletableFuture<Loss> gone() {
    return gone;
  }

  /** {@return true once it will not answer any more} */
  public boolean isLost() {
    return loss.get() != null;
  }

  private void ended(@Nullable Exit exit) {
    var why = new Loss(Loss.Kind.CRASHED, server.crashText(child, exit));
    if (lose(why)) {
      onEnd.accept(this, why);
      // What the crashed process left running, on a thread that may block.
      server.background("reap", () -> stop(Grace.none()));
    }
  }

  /**
   * Gives it up: every open request is lost, nothing new is sent. True for the one who did it.
   *
   * <p>The tree is still to be stopped.
   */
  boolean lose(Loss why) {
    if (!loss.compareAndSet(null, why)) {
      return false;
    }
    for (var id : List.copyOf(open.keySet())) {
      var exchange = open.remove(id);
      if (exchange != null) {
        exchange.lost(why);
      }
    }
    server.listener().gone(this);
    return true;
  }

  /** Ends the process and its whole tree; blocks until it is gone or known to be unstoppable. */
  StopReport stop(Grace grace) throws InterruptedException {
    var report = child.stop(grace);
    connection.abandonOutput();
    gone.complete(new Loss(Loss.Kind.STOPPED, server.name() + " was stopped."));
    return report;
  }
}
