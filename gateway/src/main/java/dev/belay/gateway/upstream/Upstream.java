package dev.belay.gateway.upstream;

import dev.belay.config.Isolation;
import dev.belay.config.Start;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.call.Seconds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.era.Era;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One MCP server behind Belay: always one process that serves, started again when it crashes and
 * replaced when it does not obey.
 *
 * <p>The first process is opened by the client itself; every later one by {@link Handshake}, so
 * that the client need not notice. All traffic but that of calls with a process of their own goes
 * to the process that serves (design: isolation).
 *
 * <p>Its whole life is here: every step decides the next. What serves is in {@link Serving}.
 */
public final class Upstream {
  /** How much longer than its grace a stop may take on a busy machine before it is given up. */
  private static final Duration STOP_SLACK = Duration.ofSeconds(5);

  /** With what is known of it; replaced where that turns out to be of another era. */
  private volatile Server server;

  private final Deliveries deliveries = new Deliveries();
  private final RestartPolicy crashes = new RestartPolicy();

  /** Apart from crashes: stops that are ignored must never keep the server down. */
  private final RestartPolicy replacements = new RestartPolicy();

  private final AtomicLong ids = new AtomicLong(1);
  private final Restarts restarts = new Restarts();

  /** How Belay opens the server; null where the server's one client does that. */
  private final AtomicReference<@Nullable OwnOpening> ownOpening = new AtomicReference<>();

  private final Set<ServerLink> alive = ConcurrentHashMap.newKeySet();
  private final OwnProcesses ownProcesses = new OwnProcesses(this);
  private final Serving serving = new Serving();
  private final Retirements retirements = new Retirements();

  /** How many processes went on with a call that had been stopped. */
  private final AtomicInteger ignoredStops = new AtomicInteger();

  private final EraCheck eras;

  /** A server that its one client opens. Starts nothing yet. */
  public Upstream(Server server) {
    this.server = server;
    eras = new EraCheck(this);
  }

  /** A server that Belay opens, for clients to come. Starts nothing yet. */
  public Upstream(Server server, OwnOpening own) {
    this(server);
    ownOpening.set(own);
  }

  /** {@return whether Belay opens the server, so that openings of clients never reach it} */
  public boolean isOpenedByBelay() {
    return ownOpening.get() != null;
  }

  /**
   * Opens the server in the stead of its client, which speaks as the server does not; what comes
   * meanwhile waits.
   */
  public void openInstead(OwnOpening own) {
    if (ownOpening.compareAndSet(null, own)) {
      deliveries.hold();
      server.background("open", () -> introduceServing(own));
    }
  }

  /** The server has shown itself as a modern one, which nobody has to open. */
  public void adopt(Envelope welcome, OwnOpening own) {
    if (ownOpening.compareAndSet(null, own)) {
      replay().opened(Era.MODERN, welcome);
      replay().forgetOpening();
    }
  }

  private void introduceServing(OwnOpening own) throws InterruptedException {
    var link = serving.current();
    if (link != null) {
      try {
        new Greeting(server, own).performLegacy(link);
        deliveries.open(link);
      } catch (Unavailable e) {
        retire(link, new Loss(Loss.Kind.STOPPED, server.startText(e.text())), Grace.none());
      }
    }
  }

  /** {@return what the client has told the server, for processes to come} */
  public Replay replay() {
    return server.replay();
  }

  /** Starts the first process; a failure is the answer to whoever needs the server. */
  public void start() {
    try {
      var link = spawn();
      var own = ownOpening.get();
      if (own == null) {
        serve(link);
      } else {
        server.background("open", () -> introduce(link, own));
      }
    } catch (CannotStart e) {
      waitForDemand(server.startText(String.valueOf(e.getMessage())));
    }
  }

  private void serve(ServerLink link) {
    eras.found();
    serving.begin(link);
    deliveries.open(link);
    endedAlready(link);
  }

  private void introduce(ServerLink started, OwnOpening own) throws InterruptedException {
    var greeting = new Greeting(server, own);
    var link = started;
    try {
      if (greeting.perform(link) == Greeting.End.LOST_WHILE_ASKED) {
        // Some legacy servers end when they are asked what they do not know before they are open.
        link = spawn();
        greeting.performLegacy(link);
      }
      serve(link);
    } catch (CannotStart e) {
      waitForDemand(server.startText(String.valueOf(e.getMessage())));
    } catch (Unavailable e) {
      var text = "The server \"" + server.name() + "\" could not be opened: " + e.text();
      retire(link, new Loss(Loss.Kind.STOPPED, text), Grace.none());
      waitForDemand(link.endText(text));
    }
  }

  /** {@return why the server does not run, and will not before somebody asks; null if it does} */
  public @Nullable String trouble() {
    return deliveries.down();
  }

  /** Hands something to the process that serves, now or when there is one. */
  public void deliver(Delivery delivery) {
    if (delivery.wakes() && serving.takeDemand()) {
      deliveries.hold();
      server.background("start", this::start);
    }
    eras.used();
    deliveries.add(delivery);
  }

  /** Something handed in that may still wait need not be handed over any more. */
  void takeBack(Delivery delivery) {
    deliveries.remove(delivery);
  }

  /**
   * {@return the right to run one call, once a process can take it}
   *
   * <p>It is the one that serves, or under {@code isolation: call} one of its own.
   *
   * @param principal of the caller
   * @throws Unavailable if there is no process, and none will come soon
   */
  public Lease lease(String principal) throws InterruptedException, Unavailable {
    if (server.settings().isolation() == Isolation.CALL) {
      if (isOpenedByBelay() && replay().era() == null) {
        // Its era is found out by the one that serves what is no call.
        var _ = Arrival.of(this).await();
      }
      return ownProcesses.lease(principal);
    }
    while (true) {
      var link = Arrival.of(this).await();
      link.goodCalls().incrementAndGet();
      var lease = Lease.shared(this, link);
      if (link.isFit()) {
        return lease;
      }
      // The other party: it was lost or replaced after it had been handed to us.
      lease.close();
    }
  }

  /** {@return how many requests wait for an answer of any of its processes, as health shows it} */
  public int openRequests() {
    return alive.stream().mapToInt(ServerLink::openRequests).sum();
  }

  /** {@return how it does, as health shows it} */
  public Standing standing() {
    var condition =
        Standing.condition(
            deliveries.down(), serving.current(), restarts.last().number(), !alive.isEmpty());
    return new Standing(
        condition,
        deliveries.down(),
        restarts.last().number(),
        alive.stream().map(ServerLink::retiring).filter(Objects::nonNull).toList(),
        ignoredStops.get());
  }

  /** {@return what lives on though a call that it belongs to was stopped} */
  public List<LeftBehind> leftBehind() {
    return alive.stream().flatMap(link -> link.leftBehind().stream()).toList();
  }

  /** Kills what is left behind and chosen; returns what that was. */
  public List<ProcessInfo> killLeftBehind(Predicate<LeftBehind> chosen) {
    return alive.stream().flatMap(link -> link.killLeftBehind(chosen).stream()).toList();
  }

  int waiting() {
    return deliveries.waiting();
  }

  /** {@return what a call that waited in vain is told besides: empty, or whom it waited for} */
  public String waitingText() {
    return server.settings().isolation() == Isolation.CALL ? OwnProcesses.WAITING : "";
  }

  /** Gives up on a process that did not answer the client's opening in time. */
  public void startTimedOut(ServerLink link, Duration limit) {
    var text =
        "The server \""
            + server.name()
            + "\" did not answer initialize within "
            + Seconds.text(limit)
            + "s (startup_timeout). Raise "
            + server.settings().lever("startup_timeout")
            + " if it needs longer.";
    retire(link, new Loss(Loss.Kind.STOPPED, server.startText(text)), Grace.none());
  }

  /**
   * A process did not obey a stop. As settings have it, that is all, or another takes its place and
   * it ends when the calls under way on it have (C34).
   *
   * @param what it did
   */
  void ignoredStop(ServerLink link, String what) {
    var did = "The server \"" + server.name() + "\" " + what;
    switch (server.settings().onIgnoredCancel()) {
      case TELL -> {
        if (link.noteIgnoredStop()) {
          ignoredStops.incrementAndGet();
          server.report().say(did + ". It serves on (on_ignored_cancel: tell)." + after(advice()));
        }
      }
      case REPLACE -> {
        if (serving.end(link)) {
          ignoredStops.incrementAndGet();
          deliveries.hold();
          var text = did + ", so it was replaced.";
          server.report().say(text + after(advice()));
          restarts.happened(client(text));
          // A client that has stop after stop ignored must not start processes in a loop.
          restartIn(replacements.replaced(server.time().nanos()));
          retirements.begin(this, link, Retirement.Reason.IGNORED_STOP, text);
          server.listener().retiring(link);
        }
      }
    }
  }

  /** {@return how its stops can be made to hold, as a sentence; null where there is no such way} */
  public @Nullable String advice() {
    boolean startsProcesses =
        server.host() == null && server.settings().start() instanceof Start.Command;
    return startsProcesses && server.settings().isolation() != Isolation.CALL
        ? "With isolation: call a stop ends the process of that call alone."
        : null;
  }

  private static String after(@Nullable String advice) {
    return advice == null ? "" : " " + advice;
  }

  /** Takes a process out of service and stops its tree in the background. */
  void retire(ServerLink link, Loss why, Grace grace) {
    link.lose(why);
    server.background("stop", () -> link.stop(grace));
  }

  /** {@return what clients are told of such a text about the server} */
  public String client(String text) {
    return server.client(text);
  }

  Server server() {
    return server;
  }

  @Nullable OwnOpening opening() {
    return ownOpening.get();
  }

  /** {@return what serves; null where nothing does} */
  @Nullable ServerLink current() {
    return serving.current();
  }

  /** Looks whether a server that nobody needs just now still is what it was. */
  public void lookAgain() {
    eras.used();
  }

  /**
   * The server has refused a request on {@code link} as one of another era does; the result says
   * whether another link serves by then, on which it is worth making again.
   */
  public CompletableFuture<Boolean> refused(ServerLink link) {
    return eras.doubted(link);
  }

  /**
   * Has {@code next} serve, which speaks another era, and no longer {@code last}; false if that
   * does not serve any more.
   *
   * @param why a sentence for what does not end on {@code last} in its own time
   */
  boolean changeOver(ServerLink last, ServerLink next, String why) {
    if (!serving.end(last)) {
      return false;
    }
    deliveries.hold();
    server = next.server();
    server.listener().eraChanged();
    last.retire(why);
    serve(next);
    retirements.begin(this, last, Retirement.Reason.OTHER_ERA, why);
    return true;
  }

  OwnProcesses ownProcesses() {
    return ownProcesses;
  }

  Restarts restarts() {
    return restarts;
  }

  /** The caller will not come back: it need not hear of restarts any more. */
  public void forget(UpstreamUser user) {
    restarts.forget(user);
  }

  Handshake handshake() {
    return new Handshake(server.replay(), server.time(), server.settings().startupTimeout());
  }

  ServerLink spawn() throws CannotStart {
    return spawn(server);
  }

  ServerLink spawn(Server of) throws CannotStart {
    var link = new ServerLink(of, ids, restarts.last(), this::ended);
    alive.add(link);
    var _ = link.gone().thenAccept(_ -> alive.remove(link));
    if (serving.isClosed()) {
      // The other party: close, which may have looked at what is alive just before.
      retire(link, new Loss(Loss.Kind.STOPPED, "Belay is ending."), Grace.none());
    }
    link.open();
    return link;
  }

  private void waitForDemand(String why) {
    serving.waitForDemand();
    deliveries.refuse(why);
  }

  /** Called again for a process that ended before it served, when nobody missed it. */
  private void endedAlready(ServerLink link) {
    var why = link.loss();
    if (why != null) {
      ended(link, why);
    }
  }

  private void ended(ServerLink link, Loss why) {
    if (!serving.end(link)) {
      return;
    }
    if (!replay().isEstablished()) {
      waitForDemand(why.text());
      return;
    }
    deliveries.hold();
    server.report().say(why.text());
    restarts.happened(client(why.text()));
    restartAfter(why.text());
  }

  private void restartAfter(String why) {
    switch (crashes.crashed(server.time().nanos())) {
      case RestartPolicy.Verdict.Again(Duration pause) -> restartIn(pause);
      case RestartPolicy.Verdict.StayDown(Duration pause) -> {
        deliveries.refuse(
            why
                + "\nIt ended "
                + RestartPolicy.CRASHES
                + " times within a minute and stays down; it is tried again "
                + pause.toSeconds()
                + "s after its last end.");
        restartIn(pause);
      }
    }
  }

  private void restartIn(Duration pause) {
    if (pause.isZero()) {
      server.background("restart", this::replace);
      return;
    }
    serving.startsBy(server.time().after(pause, () -> server.background("restart", this::replace)));
  }

  private void replace() throws InterruptedException {
    if (serving.isClosed()) {
      return;
    }
    deliveries.hold();
    try {
      var link = spawn();
      try {
        handshake().perform(link);
      } catch (Unavailable e) {
        retire(link, new Loss(Loss.Kind.STOPPED, e.text()), Grace.none());
        throw e;
      } catch (InterruptedException e) {
        var why = new Loss(Loss.Kind.STOPPED, "Its start was interrupted.");
        retire(link, why, Grace.none());
        throw e;
      }
      serve(link);
      handshake().compareLists(link, server.listener());
    } catch (CannotStart e) {
      restartAfter(server.startText(String.valueOf(e.getMessage())));
    } catch (Unavailable e) {
      restartAfter("The server \"" + server.name() + "\" could not be started: " + e.text());
    }
  }

  /** Begins to end it, without waiting for that. */
  public void closeLater(Grace grace) {
    server.background("close", () -> close(grace));
  }

  /**
   * Stops every process and its tree, all at once; blocks until that is done, or {@code grace} is
   * long over.
   */
  public void close(Grace grace) throws InterruptedException {
    serving.close();
    ownProcesses.spares().close();
    deliveries.close("Belay is ending.");
    for (var link : alive) {
      retire(link, new Loss(Loss.Kind.STOPPED, "Belay is ending."), grace);
    }
    var gone = alive.stream().map(ServerLink::gone).toArray(CompletableFuture<?>[]::new);
    var _ = server.time().await(CompletableFuture.allOf(gone), grace.total().plus(STOP_SLACK));
  }
}
