package dev.belay.gateway.upstream;

import dev.belay.config.Isolation;
import dev.belay.config.Start;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.call.Seconds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One MCP server behind Belay: one serving process at a time, restarted after a crash and replaced
 * after it has ignored a stop.
 *
 * <p>The first process is opened by the client itself; every later one by {@link StateRestore}, so
 * that the client need not notice. All traffic goes to the serving process, except that of calls
 * with an exclusive one (design: isolation).
 *
 * <p>{@link LifeCycle} decides the transitions; this class performs their effects. Longer than
 * other files: each effect has a method, and most follow from another's result.
 */
public final class Upstream {
  /** How much longer than its grace a stop may take on a busy machine before it is given up. */
  private static final Duration STOP_SLACK = Duration.ofSeconds(5);

  private static final String CUT_SHORT = "its start was cut short";

  private final AtomicLong ids = new AtomicLong(1);
  private final Restarts restarts = new Restarts();
  private final LifeCycle life;
  private final OwnProcesses ownProcesses;

  /** Creates an upstream that its only client opens. Starts nothing yet. */
  public Upstream(Server server) {
    this(server, null);
  }

  /**
   * Creates an upstream that Belay opens, for future clients. Starts nothing yet.
   *
   * @param own how Belay opens it; null for a server that its only client opens
   */
  public Upstream(Server server, @Nullable OwnOpening own) {
    life = new LifeCycle(server, own, restarts, this::perform);
    ownProcesses = new OwnProcesses(this);
  }

  private void perform(List<LifeCycle.Effect> effects) {
    effects.forEach(this::perform);
  }

  private void perform(LifeCycle.Effect effect) {
    switch (effect) {
      case LifeCycle.Effect.HandOver(var delivery, var link) -> delivery.to(link);
      case LifeCycle.Effect.Drain(var link) -> drain(link);
      case LifeCycle.Effect.Refuse(var deliveries, var why) ->
          deliveries.forEach(delivery -> guarded(() -> delivery.unavailable(why)));
      case LifeCycle.Effect.Begin() ->
          server().background(snapshot().isEstablished() ? "restart" : "start", this::begin);
      case LifeCycle.Effect.Introduce(var link, var own) ->
          server().background("open", () -> introduce(link, own));
      case LifeCycle.Effect.Stop(var link, var why, var grace) -> retire(link, why, grace);
      case LifeCycle.Effect.AskForSign(var link) -> link.askForSign();
      case LifeCycle.Effect.AskEra(var link, var changed) ->
          server().background("era", () -> askEra(link, changed));
      case LifeCycle.Effect.TellRetiring(var link) -> server().listener().retiring(link);
      case LifeCycle.Effect.TellEraChanged() -> server().listener().eraChanged();
      case LifeCycle.Effect.Say(var line) -> server().report().say(line);
    }
  }

  private void drain(UpstreamConnection link) {
    for (var batch = life.next(link); !batch.isEmpty(); batch = life.next(link)) {
      batch.forEach(delivery -> guarded(() -> delivery.to(link)));
    }
  }

  /** The failure of one delivery must not block those behind it for ever. */
  private static void guarded(Runnable handOver) {
    try {
      handOver.run();
    } catch (RuntimeException e) {
      System.getLogger(Upstream.class.getName()).log(Level.ERROR, "a delivery failed", e);
    }
  }

  /** {@return whether Belay opens the server, so that openings of clients never reach it} */
  public boolean isOpenedByBelay() {
    return life.opening() != null;
  }

  /**
   * Opens the server in place of its client, which speaks another era; deliveries meanwhile wait.
   */
  public void openInstead(OwnOpening own) {
    perform(life.openInstead(own));
  }

  private void introduce(UpstreamConnection link, OwnOpening own) throws InterruptedException {
    var failure = CUT_SHORT;
    try {
      new EraProbe(server(), own).performLegacy(link);
      failure = "";
    } catch (Unavailable e) {
      failure = e.text();
    } finally {
      if (!failure.isEmpty()) {
        retire(link, stopped(server().startText(failure)), Grace.none());
      }
    }
    if (failure.isEmpty()) {
      perform(life.introduced(link));
    }
  }

  /** The server has proved to be modern, and needs no opening. */
  public void adopt(Envelope welcome, OwnOpening own) {
    if (life.adopt(own)) {
      snapshot().opened(Era.MODERN, welcome);
      snapshot().forgetOpening();
    }
  }

  /** {@return the client's state at the server, for replay to later processes} */
  public SessionSnapshot snapshot() {
    return server().snapshot();
  }

  /**
   * Starts the first process; if that fails, the waiting deliveries are refused with the reason.
   */
  public void start() {
    var link = spawned();
    if (link != null && life.opening() == null) {
      perform(life.opened(link));
    } else if (link != null) {
      server().background("open", () -> open(link));
    }
  }

  private void begin() throws InterruptedException {
    var link = spawned();
    if (link != null) {
      open(link);
    }
  }

  private @Nullable UpstreamConnection spawned() {
    try {
      return spawn(server());
    } catch (Unavailable e) {
      perform(life.failed(e.text()));
      return null;
    }
  }

  /** Opens a new process so that it can serve, or ends it. */
  private void open(UpstreamConnection started) throws InterruptedException {
    boolean isAgain = snapshot().isEstablished();
    var own = life.opening();
    var link = started;
    var failure = CUT_SHORT;
    try {
      if (isAgain) {
        restore().perform(link);
      } else if (own != null) {
        var probe = new EraProbe(server(), own);
        if (probe.perform(link) == EraProbe.End.LOST_WHILE_ASKED) {
          // Some legacy servers exit on an unknown request before initialize.
          link = spawn(server());
          probe.performLegacy(link);
        }
      }
      failure = "";
    } catch (Unavailable e) {
      failure = e.text();
    } finally {
      if (!failure.isEmpty()) {
        failed(link, isAgain, failure);
      }
    }
    if (failure.isEmpty()) {
      perform(life.opened(link));
      if (isAgain) {
        restore().compareLists(link, server().listener());
      }
    }
  }

  private void failed(UpstreamConnection link, boolean isAgain, String why) {
    var did = isAgain ? "\" could not be started: " : "\" could not be opened: ";
    var text = "The server \"" + server().name() + did + why;
    retire(link, stopped(text), Grace.none());
    perform(life.failed(isAgain ? text : link.endText(text)));
  }

  /**
   * Starts a process, and the transport to it.
   *
   * @throws Unavailable if it cannot be started; nothing of it is left then
   */
  UpstreamConnection spawn(Server of) throws Unavailable {
    if (!life.starts()) {
      throw new Unavailable(LifeCycle.ENDING);
    }
    UpstreamConnection link = null;
    try {
      link = new UpstreamConnection(of, ids, restarts.last(), this::lost);
      perform(life.made(link));
      var made = link;
      var _ = link.gone().thenAccept(_ -> life.gone(made));
      link.open();
      return link;
    } catch (CannotStart e) {
      throw new Unavailable(of.startText(String.valueOf(e.getMessage())));
    } catch (OutOfMemoryError e) {
      throw cannotStart(of, link, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      throw cannotStart(of, link, "a defect in Belay: " + e);
    } finally {
      life.started();
    }
  }

  private Unavailable cannotStart(Server of, @Nullable UpstreamConnection link, String reason) {
    var why = "The server \"" + of.name() + "\" could not be started: " + reason;
    if (link != null) {
      retire(link, stopped(why), Grace.none());
    }
    return new Unavailable(of.startText(why));
  }

  private void lost(UpstreamConnection link, Loss why) {
    perform(life.lost(link, why));
  }

  private static Loss stopped(String why) {
    return new Loss(Loss.Kind.STOPPED, why);
  }

  /**
   * {@return why the server does not run, and will not before the next request; null if it does}
   */
  public @Nullable String trouble() {
    return life.standing().trouble();
  }

  /** Hands a delivery to the serving process, now or once there is one. */
  public void deliver(Delivery delivery) {
    perform(life.deliver(delivery));
  }

  /** Withdraws a delivery, if it still waits. */
  void takeBack(Delivery delivery) {
    life.takeBack(delivery);
  }

  /**
   * {@return the right to run one call, once a process can take it}
   *
   * <p>The process is the serving one, or under {@code isolation: call} an exclusive one.
   *
   * @param principal of the caller
   * @throws Unavailable if there is no process, and none will come soon
   */
  public Lease lease(String principal) throws InterruptedException, Unavailable {
    if (server().settings().isolation() == Isolation.CALL) {
      if (isOpenedByBelay() && snapshot().era() == null) {
        // The serving process, which handles all other requests, determines the era.
        var _ = Arrival.of(this).await();
      }
      return ownProcesses.lease(principal);
    }
    var link = Arrival.of(this).await();
    while (!life.lease(link)) {
      // It was lost or replaced since.
      link = Arrival.of(this).await();
    }
    return Lease.shared(this, link);
  }

  /** A call on a shared process has ended or was stopped. */
  void leaseEnded(UpstreamConnection link) {
    perform(life.leaseEnded(link));
  }

  /** {@return how many requests wait for an answer of any of its processes, as health shows it} */
  public int openRequests() {
    return life.alive().stream().mapToInt(UpstreamConnection::openRequests).sum();
  }

  /** {@return its condition, as health shows it} */
  public Standing standing() {
    return life.standing();
  }

  /** {@return its processes, the oldest first} */
  public List<ServerProcess> processes() {
    return life.processes();
  }

  /**
   * {@return the last lines on standard error of its newest process that has written any; of one
   * that has ended, if no living one has}
   */
  public List<String> lastErrorLines() {
    for (var link : life.alive().reversed()) {
      var lines = link.transport().lastErrorLines();
      if (!lines.isEmpty()) {
        return lines;
      }
    }
    return life.lastWords();
  }

  /**
   * Has a new process serve new calls, as a person wants; the present one retires with its calls.
   *
   * @return why that is not done, as what goes on after "since"; null if it has begun
   */
  public @Nullable String restart() {
    return switch (life.restart()) {
      case LifeCycle.Restarted.Begun(var effects) -> {
        perform(effects);
        ownProcesses.discardBefore(restarts.last().number());
        yield null;
      }
      case LifeCycle.Restarted.Refused(var why) -> why;
    };
  }

  /** {@return the processes that survive the stop of a call they belong to} */
  public List<LeftBehind> leftBehind() {
    return life.alive().stream().flatMap(link -> link.leftBehind().stream()).toList();
  }

  /** Kills the chosen processes among those left behind, and returns them. */
  public List<ProcessInfo> killLeftBehind(Predicate<LeftBehind> chosen) {
    return life.alive().stream().flatMap(link -> link.killLeftBehind(chosen).stream()).toList();
  }

  int waiting() {
    return life.waiting();
  }

  /** {@return an explanation to add for a call that waited in vain; empty if there is none} */
  public String waitingText() {
    return server().settings().isolation() == Isolation.CALL ? OwnProcesses.WAITING : "";
  }

  /** Gives up on a process that did not answer the client's opening in time. */
  public void startTimedOut(UpstreamConnection link, Duration limit) {
    var text =
        "The server \""
            + server().name()
            + "\" did not answer initialize within "
            + Seconds.text(limit)
            + "s (startup_timeout). Raise "
            + server().settings().lever("startup_timeout")
            + " if it needs longer.";
    retire(link, stopped(server().startText(text)), Grace.none());
  }

  /**
   * A process ignored a stop. As settings decide, this is reported, or the process is replaced and
   * ends after its running calls (C34).
   *
   * @param what the predicate of a sentence about the server
   */
  void ignoredStop(UpstreamConnection link, String what) {
    var advice = advice();
    perform(life.ignoredStop(link, what, advice == null ? "" : " " + advice));
  }

  /** {@return whether a process retires, or was ended while it did} */
  boolean isRetiring(UpstreamConnection link) {
    return life.isRetiring(link);
  }

  /** {@return a sentence about how to enforce its stops; null if there is no way} */
  public @Nullable String advice() {
    var server = server();
    boolean startsProcesses =
        server.host() == null && server.settings().start() instanceof Start.Command;
    return startsProcesses && server.settings().isolation() != Isolation.CALL
        ? "With isolation: call a stop ends the process of that call alone."
        : null;
  }

  /** Takes a process out of service and stops its tree in the background. */
  void retire(UpstreamConnection link, Loss why, Grace grace) {
    link.lose(why);
    server().background("stop", () -> link.stop(grace));
  }

  /** {@return the part of such a text about the server that clients receive} */
  public String client(String text) {
    return server().client(text);
  }

  Server server() {
    return life.server();
  }

  @Nullable OwnOpening opening() {
    return life.opening();
  }

  /** {@return the serving connection; null if there is none} */
  @Nullable UpstreamConnection current() {
    return life.current();
  }

  /** Checks the era of an idle server, if its record has expired. */
  public void lookAgain() {
    perform(life.used());
  }

  /**
   * The server has refused a request on {@code link} in a way typical of another era; the result
   * reports whether a connection of another era serves by then, on which to repeat it.
   */
  public CompletableFuture<Boolean> refused(UpstreamConnection link) {
    var doubt = life.doubted(link);
    perform(doubt.effects());
    return doubt.isOther();
  }

  private void askEra(UpstreamConnection link, CompletableFuture<Boolean> changed)
      throws InterruptedException {
    boolean isOther = false;
    try {
      isOther = new EraCheck(this).look(link);
    } finally {
      life.eraAsked(isOther);
      changed.complete(isOther);
    }
  }

  /**
   * Replaces {@code last} by {@code next}, which speaks another era, as the serving connection;
   * false if {@code last} does not serve any more.
   *
   * @param why a sentence for requests that do not complete on {@code last}
   */
  boolean changeOver(UpstreamConnection last, UpstreamConnection next, String why) {
    var effects = life.changeOver(last, next, why);
    if (effects == null) {
      return false;
    }
    perform(effects);
    return true;
  }

  OwnProcesses ownProcesses() {
    return ownProcesses;
  }

  Restarts restarts() {
    return restarts;
  }

  /** Forgets a caller that will not come back, and needs no notice of restarts. */
  public void forget(UpstreamUser user) {
    restarts.forget(user);
  }

  StateRestore restore() {
    var server = server();
    return new StateRestore(server.snapshot(), server.time(), server.settings().startupTimeout());
  }

  /** Begins to close it, without blocking. */
  public void closeLater(Grace grace) {
    server().background("close", () -> close(grace));
  }

  /**
   * Stops every process and its tree, all at once; blocks until that is done, or {@code grace} is
   * long over.
   */
  public void close(Grace grace) throws InterruptedException {
    perform(life.close(grace));
    ownProcesses.close();
    var time = server().time();
    var limit = grace.total().plus(STOP_SLACK);
    // A process that has just been started is known only once its connection is made.
    var _ = time.await(life.allStarted(), limit);
    var gone =
        life.alive().stream().map(UpstreamConnection::gone).toArray(CompletableFuture<?>[]::new);
    var _ = time.await(CompletableFuture.allOf(gone), limit);
  }
}
