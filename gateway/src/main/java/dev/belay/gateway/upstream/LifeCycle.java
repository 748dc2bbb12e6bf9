package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.config.ServerSettings.EraPolicy;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The life cycle of one upstream: the serving connection, the deliveries that wait for it, the next
 * start, and the retiring connections. It is one class, however long: each transition depends on
 * the effects of the others.
 *
 * <p>Each transition is one method. It changes the state under the lock and returns the effects,
 * which {@link Upstream} performs outside the lock. Nothing is sent, started, stopped or reported
 * under it. Timers are armed and closed under it, which only queues, so that a state and its timer
 * change together.
 *
 * <p>The loss of a connection ({@link UpstreamConnection#isLost}) is set under the connection's own
 * lock, which is acquired after this one, never before it. Deliveries between the loss and {@link
 * #lost} wait for the successor.
 */
final class LifeCycle {
  /** The maximum number of retiring connections; above it, one is ended (C34). */
  static final int MOST_RETIRING = 4;

  /** The interval between checks of a retiring connection. */
  static final Duration TICK = Duration.ofSeconds(5);

  /**
   * How long a retiring connection that ignored a stop may show no sign of life, and how long one
   * without calls may keep other requests open, which have no limits. Counted in ticks: a stall of
   * Belay, during which no sign was requested, is no silence.
   */
  static final Duration SILENCE = Duration.ofSeconds(30);

  /** How long the recorded era of the server is valid. */
  static final Duration FRESH = Duration.ofMinutes(10);

  /** How long after an unfounded doubt about the era no other is checked. */
  static final Duration TRUSTED = Duration.ofSeconds(10);

  private static final int MOST_WAITING = 10_000;
  private static final int MOST_TICKS = (int) (SILENCE.toSeconds() / TICK.toSeconds());

  /** Why nothing is started any more. */
  static final String ENDING = "Belay is ending.";

  /** How an upstream treats deliveries. */
  sealed interface State {
    /**
     * Nothing serves yet; deliveries wait.
     *
     * @param next the timer that starts it after a pause; null during a start and before the first
     */
    record Starting(Deque<Delivery> waiting, Time.@Nullable Timer next) implements State {}

    /**
     * A connection serves.
     *
     * @param leases the number of calls on it that were not stopped
     * @param waiting deliveries queued behind others
     */
    record Open(UpstreamConnection link, int leases, Handing handing, Deque<Delivery> waiting)
        implements State {
      Open with(int count) {
        return new Open(link, count, handing, waiting);
      }

      Open with(Handing other) {
        return new Open(link, leases, other, waiting);
      }
    }

    /**
     * Nothing serves, and deliveries are refused.
     *
     * @param next the timer that starts it after a pause; null if the next delivery that wakes it
     *     does
     */
    record Down(String why, Time.@Nullable Timer next) implements State {}

    /** Nothing serves, and nothing ever will. */
    record Closed(String why) implements State {}
  }

  /** How deliveries reach a connection that serves. */
  enum Handing {
    /** At once. */
    DIRECT,
    /** After the queued ones, which are being handed over. */
    DRAINING,
    /** Only after Belay has opened the server in place of its client. */
    HELD
  }

  /** Why a connection retires. */
  enum Reason {
    /** It continued a stopped call, or showed no sign of life. */
    IGNORED_STOP,
    /** Its server speaks another era by now; the connection itself is sound. */
    OTHER_ERA,
    /** A person wants another process; the connection itself is sound. */
    ASKED
  }

  /**
   * The state of a connection that takes no new calls: open calls run to their own ends and limits,
   * then it is ended (C34). One that ignored a stop is probed for a sign of life each {@link
   * #TICK}, and ended with its calls after {@link #SILENCE} without one.
   *
   * @param why a sentence
   * @param leases the number of calls on it that were not stopped
   * @param silent the number of ticks without a sign of life
   * @param idle the number of ticks without calls
   * @param next the next tick; null once it is being ended
   */
  private record Retiring(
      Reason reason, String why, int leases, int silent, int idle, Time.@Nullable Timer next) {
    Retiring with(int count) {
      return new Retiring(reason, why, count, silent, idle, next);
    }

    Retiring over(String end) {
      if (next != null) {
        next.close();
      }
      return new Retiring(reason, end, 0, 0, 0, null);
    }
  }

  /** An action that follows a transition; the actions of one list are performed in order. */
  sealed interface Effect {
    /** Hands one delivery over. */
    record HandOver(Delivery delivery, UpstreamConnection link) implements Effect {}

    /** Hands over the queued deliveries, taken from {@link #next}, until none is left. */
    record Drain(UpstreamConnection link) implements Effect {}

    /** Refuses deliveries. */
    record Refuse(List<Delivery> deliveries, String why) implements Effect {}

    /** Starts the server; {@link #opened} or {@link #failed} follows. */
    record Begin() implements Effect {}

    /** Opens a connection that serves already; {@link #introduced} or its loss follows. */
    record Introduce(UpstreamConnection link, OwnOpening opening) implements Effect {}

    /** Ends a connection. */
    record Stop(UpstreamConnection link, Loss why, Grace grace) implements Effect {}

    /** Requests a sign of life from a retiring connection. */
    record AskForSign(UpstreamConnection link) implements Effect {}

    /** Checks the era of the server; {@link #eraAsked} follows. */
    record AskEra(UpstreamConnection link, CompletableFuture<Boolean> changed) implements Effect {}

    /** Notifies the listener that a connection takes no new requests. */
    record TellRetiring(UpstreamConnection link) implements Effect {}

    /** Notifies the listener that the era has changed. */
    record TellEraChanged() implements Effect {}

    /** Reports a line to people. */
    record Say(String line) implements Effect {}
  }

  private final Consumer<List<Effect>> onTimer;
  private final Time time;
  private final Restarts restarts;
  private final boolean mayChangeEra;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Replaced under the lock, with a new snapshot, when the era changes; read by every call without
   * the lock.
   */
  private volatile Server server;

  /**
   * How Belay opens the server; null if the server's only client does. Written under the lock, read
   * without it.
   */
  private volatile @Nullable OwnOpening opening;

  @GuardedBy("lock") private State state = new State.Starting(new ArrayDeque<>(), null);

  /** All connections that are not known to be gone, exclusive ones included. */
  @GuardedBy("lock") private final Set<UpstreamConnection> alive = new LinkedHashSet<>();

  /** How many processes are being started, and have no connection yet. */
  @GuardedBy("lock") private int starting;

  private final CompletableFuture<@Nullable Void> allStarted = new CompletableFuture<>();

  /** The oldest first. */
  @GuardedBy("lock") private final Map<UpstreamConnection, Retiring> retiring = new LinkedHashMap<>();

  /** The last words of a connection that is gone. */
  private volatile List<String> lastWords = List.of();

  /** Connections that still serve after ignoring a stop. */
  @GuardedBy("lock") private final Set<UpstreamConnection> disobedient = new HashSet<>();

  /** The number of connections that ignored a stop. */
  @GuardedBy("lock") private int ignoredStops;

  @GuardedBy("lock") private final RestartPolicy crashes = new RestartPolicy();

  /** Separate from crashes: ignored stops must never keep the server down. */
  @GuardedBy("lock") private final RestartPolicy replacements = new RestartPolicy();

  /** The time of the last era check. */
  @GuardedBy("lock") private long eraAskedAt;

  /** The time until which doubts about the era are not checked; null if they are. */
  @GuardedBy("lock") private @Nullable Long eraTrustedUntil;

  /** The era check under way, if any. */
  @GuardedBy("lock") private @Nullable CompletableFuture<Boolean> eraAsked;

  /**
   * Creates the life cycle, with nothing started.
   *
   * @param onTimer performs the effects of a timer
   */
  LifeCycle(
      Server server,
      @Nullable OwnOpening opening,
      Restarts restarts,
      Consumer<List<Effect>> onTimer) {
    this.server = server;
    this.opening = opening;
    this.restarts = restarts;
    this.onTimer = onTimer;
    time = server.time();
    mayChangeEra =
        server.host() == null
            && server.settings().era() == EraPolicy.AUTO
            && server.settings().start() instanceof Start.Url url
            && switch (url.transport()) {
              case HTTP -> true;
              case SSE -> false;
            };
  }

  /** Accepts a delivery for the serving connection, now or once there is one. */
  List<Effect> deliver(Delivery delivery) {
    long now = time.nanos();
    lock.lock();
    try {
      switch (state) {
        case State.Starting(var waiting, _) -> {
          return waitLocked(waiting, delivery);
        }
        case State.Open open -> {
          if (open.handing() != Handing.DIRECT || open.link().isLost()) {
            return waitLocked(open.waiting(), delivery);
          }
          var effects = usedLocked(now);
          effects.add(new Effect.HandOver(delivery, open.link()));
          return effects;
        }
        case State.Down(var why, var next) -> {
          if (next != null || !delivery.wakes()) {
            return refused(List.of(delivery), why);
          }
          state = new State.Starting(new ArrayDeque<>(List.of(delivery)), null);
          return List.of(new Effect.Begin());
        }
        case State.Closed(var why) -> {
          return refused(List.of(delivery), why);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static List<Effect> waitLocked(Deque<Delivery> waiting, Delivery delivery) {
    if (waiting.size() >= MOST_WAITING) {
      return refused(
          List.of(delivery),
          "More than " + MOST_WAITING + " messages wait for the server already. Try again later.");
    }
    waiting.add(delivery);
    return List.of();
  }

  private static List<Effect> refused(List<Delivery> deliveries, String why) {
    return List.of(new Effect.Refuse(deliveries, why));
  }

  /** Withdraws a delivery, if it still waits. */
  void takeBack(Delivery delivery) {
    lock.lock();
    try {
      waitingLocked().remove(delivery);
    } finally {
      lock.unlock();
    }
  }

  /** {@return how many deliveries wait} */
  int waiting() {
    lock.lock();
    try {
      return waitingLocked().size();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private Deque<Delivery> waitingLocked() {
    return switch (state) {
      case State.Starting(var waiting, _) -> waiting;
      case State.Open open -> open.waiting();
      case State.Down _, State.Closed _ -> new ArrayDeque<>();
    };
  }

  /**
   * {@return whether one more call may run on the connection, which then owes {@link #leaseEnded}}
   */
  boolean lease(UpstreamConnection link) {
    lock.lock();
    try {
      var open = servingLocked(link);
      if (open == null || link.isLost()) {
        return false;
      }
      state = open.with(open.leases() + 1);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** A call on the connection has ended or was stopped. */
  List<Effect> leaseEnded(UpstreamConnection link) {
    lock.lock();
    try {
      var open = servingLocked(link);
      var one = retiring.get(link);
      if (open != null) {
        state = open.with(open.leases() - 1);
      } else if (one != null && one.next() != null) {
        var left = one.with(one.leases() - 1);
        retiring.put(link, left);
        if (left.leases() == 0 && link.askers().isEmpty()) {
          return List.of(endLocked(link, left, left.why()));
        }
      }
      return List.of();
    } finally {
      lock.unlock();
    }
  }

  /** {@return the state in which the connection serves; null if it does not} */
  @GuardedBy("lock") private State.@Nullable Open servingLocked(UpstreamConnection link) {
    return state instanceof State.Open open && open.link() == link ? open : null;
  }

  /**
   * Announces the start of a process, which the end waits for.
   *
   * @return false if nothing may start any more; otherwise {@link #started} must follow
   */
  boolean starts() {
    lock.lock();
    try {
      if (state instanceof State.Closed) {
        return false;
      }
      starting++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** The connection to a process is {@link #made}, or there is none. */
  void started() {
    boolean wasLast;
    lock.lock();
    try {
      starting--;
      wasLast = starting == 0 && state instanceof State.Closed;
    } finally {
      lock.unlock();
    }
    if (wasLast) {
      allStarted.complete(null);
    }
  }

  /** {@return completes after {@link #close}, once no start is under way} */
  CompletableFuture<@Nullable Void> allStarted() {
    return allStarted;
  }

  /** Adds a new connection, which ends with the upstream. */
  List<Effect> made(UpstreamConnection link) {
    lock.lock();
    try {
      alive.add(link);
      return state instanceof State.Closed
          ? List.of(new Effect.Stop(link, new Loss(Loss.Kind.STOPPED, ENDING), Grace.none()))
          : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** Removes a connection whose stop is complete. */
  void gone(UpstreamConnection link) {
    var words = link.transport().lastErrorLines();
    if (!words.isEmpty()) {
      lastWords = words;
    }
    lock.lock();
    try {
      alive.remove(link);
      disobedient.remove(link);
      var one = retiring.remove(link);
      if (one != null) {
        var _ = one.over(one.why());
      }
    } finally {
      lock.unlock();
    }
  }

  /** The start has produced a connection that can serve. */
  List<Effect> opened(UpstreamConnection link) {
    long now = time.nanos();
    lock.lock();
    try {
      if (!(state instanceof State.Starting(var waiting, _))) {
        return List.of(
            new Effect.Stop(link, new Loss(Loss.Kind.STOPPED, "It was not needed."), Grace.none()));
      }
      return serveLocked(link, waiting, now);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private List<Effect> serveLocked(UpstreamConnection link, Deque<Delivery> waiting, long now) {
    eraAskedAt = now;
    var loss = link.loss();
    if (loss != null) {
      return lostLocked(waiting, loss, now);
    }
    state = new State.Open(link, 0, Handing.DRAINING, waiting);
    return List.of(new Effect.Drain(link));
  }

  /**
   * {@return the queued deliveries to hand over next; empty once new ones are handed over directly}
   */
  List<Delivery> next(UpstreamConnection link) {
    lock.lock();
    try {
      var open = servingLocked(link);
      if (open == null || open.handing() != Handing.DRAINING || link.isLost()) {
        return List.of();
      }
      var batch = List.copyOf(open.waiting());
      open.waiting().clear();
      if (batch.isEmpty()) {
        state = open.with(Handing.DIRECT);
      }
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** The start has failed. */
  List<Effect> failed(String why) {
    long now = time.nanos();
    lock.lock();
    try {
      return state instanceof State.Starting(var waiting, var next) && next == null
          ? afterEndLocked(waiting, why, now)
          : List.of();
    } finally {
      lock.unlock();
    }
  }

  /** A connection will not answer any more. */
  List<Effect> lost(UpstreamConnection link, Loss loss) {
    long now = time.nanos();
    lock.lock();
    try {
      var one = retiring.get(link);
      if (one != null) {
        retiring.put(link, one.over(loss.text()));
      }
      var open = servingLocked(link);
      return open == null ? List.of() : lostLocked(open.waiting(), loss, now);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private List<Effect> lostLocked(Deque<Delivery> waiting, Loss loss, long now) {
    var effects = new ArrayList<Effect>();
    if (server.snapshot().isEstablished()) {
      effects.add(new Effect.Say(loss.text()));
      restarts.happened(server.client(loss.text()));
    }
    effects.addAll(afterEndLocked(waiting, loss.text(), now));
    return effects;
  }

  /** Restarts a server that has served, as the policy decides; any other starts on demand. */
  @GuardedBy("lock") private List<Effect> afterEndLocked(Deque<Delivery> waiting, String why, long now) {
    if (!server.snapshot().isEstablished()) {
      state = new State.Down(why, null);
      return refused(List.copyOf(waiting), why);
    }
    return switch (crashes.crashed(now)) {
      case RestartPolicy.Verdict.Again(Duration pause) -> startLocked(waiting, pause);
      case RestartPolicy.Verdict.StayDown(Duration pause) -> {
        var text =
            why
                + "\nIt ended "
                + RestartPolicy.CRASHES
                + " times within a minute and stays down; it is tried again "
                + pause.toSeconds()
                + "s after its last end.";
        state = new State.Down(text, time.after(pause, this::pauseOver));
        yield refused(List.copyOf(waiting), text);
      }
    };
  }

  @GuardedBy("lock") private List<Effect> startLocked(Deque<Delivery> waiting, Duration pause) {
    boolean isNow = pause.isZero();
    state = new State.Starting(waiting, isNow ? null : time.after(pause, this::pauseOver));
    return isNow ? List.of(new Effect.Begin()) : List.of();
  }

  private void pauseOver() {
    boolean starts;
    lock.lock();
    try {
      starts =
          switch (state) {
            case State.Starting(var waiting, var next) -> next != null;
            case State.Down(_, var next) -> next != null;
            case State.Open _, State.Closed _ -> false;
          };
      if (starts) {
        state = new State.Starting(waitingLocked(), null);
      }
    } finally {
      lock.unlock();
    }
    if (starts) {
      onTimer.accept(List.of(new Effect.Begin()));
    }
  }

  /** Has Belay open the server in place of its client, which speaks another era. */
  List<Effect> openInstead(OwnOpening own) {
    lock.lock();
    try {
      if (opening != null) {
        return List.of();
      }
      opening = own;
      if (!(state instanceof State.Open open)) {
        return List.of();
      }
      state = open.with(Handing.HELD);
      return List.of(new Effect.Introduce(open.link(), own));
    } finally {
      lock.unlock();
    }
  }

  /** Belay has opened a connection that served already. */
  List<Effect> introduced(UpstreamConnection link) {
    lock.lock();
    try {
      var open = servingLocked(link);
      if (open == null) {
        return List.of();
      }
      state = open.with(Handing.DRAINING);
      return List.of(new Effect.Drain(link));
    } finally {
      lock.unlock();
    }
  }

  /** {@return whether this call transfers the opening from the client to Belay} */
  boolean adopt(OwnOpening own) {
    lock.lock();
    try {
      boolean isFirst = opening == null;
      opening = isFirst ? own : opening;
      return isFirst;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A connection ignored a stop. As settings decide, this is reported, or the connection retires
   * and is replaced (C34).
   *
   * @param what the predicate of a sentence about the server
   * @param advice a remedy to report; empty if there is none
   */
  List<Effect> ignoredStop(UpstreamConnection link, String what, String advice) {
    long now = time.nanos();
    lock.lock();
    try {
      var did = "The server \"" + server.name() + "\" " + what;
      return switch (server.settings().onIgnoredCancel()) {
        case TELL -> {
          if (!alive.contains(link) || !disobedient.add(link)) {
            yield List.of();
          }
          ignoredStops++;
          yield List.of(new Effect.Say(did + ". It serves on (on_ignored_cancel: tell)." + advice));
        }
        case REPLACE -> {
          var open = servingLocked(link);
          if (open == null || link.isLost()) {
            yield List.of();
          }
          ignoredStops++;
          var text = did + ", so it was replaced.";
          var effects = new ArrayList<Effect>(List.of(new Effect.Say(text + advice)));
          restarts.happened(server.client(text));
          // A client whose stops are ignored repeatedly must not start processes in a loop.
          effects.addAll(startLocked(open.waiting(), replacements.replaced(now)));
          effects.addAll(retireLocked(open, Reason.IGNORED_STOP, text));
          effects.add(new Effect.TellRetiring(link));
          yield effects;
        }
      };
    } finally {
      lock.unlock();
    }
  }

  /** What came of the wish for another process. */
  sealed interface Restarted {
    /** A start follows, or has been brought forward. */
    record Begun(List<Effect> effects) implements Restarted {}

    /** Nothing was done; {@code why} goes on after "since". */
    record Refused(String why) implements Restarted {}
  }

  /**
   * A person wants another process: one is started for new calls, and the serving connection
   * retires. A start that waits is brought forward. No call is ended for it.
   */
  Restarted restart() {
    lock.lock();
    try {
      return switch (state) {
        case State.Starting(var waiting, var next) -> {
          if (next == null) {
            yield new Restarted.Refused(
                alive.isEmpty() && restarts.last().number() == 0
                    ? "it does not run, and is started when it is needed"
                    : "it is being started");
          }
          next.close();
          yield new Restarted.Begun(startLocked(waiting, Duration.ZERO));
        }
        case State.Down(_, var next) -> {
          if (next != null) {
            next.close();
          }
          yield new Restarted.Begun(startLocked(new ArrayDeque<>(), Duration.ZERO));
        }
        case State.Open open -> replaceLocked(open);
        case State.Closed(var why) -> new Restarted.Refused("it is over: " + why);
      };
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private Restarted replaceLocked(State.Open open) {
    if (open.link().isLost()
        || open.handing() == Handing.HELD
        || !server.snapshot().isEstablished()) {
      return new Restarted.Refused("it is being started");
    }
    if (retiring.values().stream().filter(one -> one.next() != null).count() >= MOST_RETIRING) {
      return new Restarted.Refused(
          MOST_RETIRING
              + " of its processes retire, and one of them would be ended with its calls");
    }
    var text = "The server \"" + server.name() + "\" was replaced, as a person wanted.";
    var effects = new ArrayList<Effect>(List.of(new Effect.Say(text)));
    restarts.happened(server.client(text));
    effects.addAll(startLocked(open.waiting(), Duration.ZERO));
    effects.addAll(retireLocked(open, Reason.ASKED, text));
    effects.add(new Effect.TellRetiring(open.link()));
    return new Restarted.Begun(effects);
  }

  /**
   * Replaces {@code last} by {@code next}, which speaks another era, as the serving connection.
   *
   * @param why a sentence for requests that do not complete on {@code last}
   * @return null if {@code last} does not serve any more
   */
  @Nullable List<Effect> changeOver(UpstreamConnection last, UpstreamConnection next, String why) {
    long now = time.nanos();
    lock.lock();
    try {
      var open = servingLocked(last);
      if (open == null) {
        return null;
      }
      server = next.server();
      // Deliveries of the listener queue behind those that wait already.
      var effects = new ArrayList<Effect>(List.of(new Effect.TellEraChanged()));
      effects.addAll(serveLocked(next, open.waiting(), now));
      effects.addAll(retireLocked(open, Reason.OTHER_ERA, why));
      return effects;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private List<Effect> retireLocked(State.Open open, Reason reason, String why) {
    var link = open.link();
    if (link.isLost()) {
      return List.of();
    }
    var effects = new ArrayList<Effect>();
    var present =
        retiring.entrySet().stream().filter(one -> one.getValue().next() != null).toList();
    if (present.size() >= MOST_RETIRING) {
      var text = "It was ended with them as one of more than " + MOST_RETIRING + " like it.";
      effects.addAll(endWithCallsLocked(surplus(present), text));
    }
    var _ = link.takeSignOfLife();
    var one = new Retiring(reason, why, open.leases(), 0, 0, time.after(TICK, () -> tick(link)));
    retiring.put(link, one);
    if (one.leases() == 0 && link.askers().isEmpty()) {
      effects.add(endLocked(link, one, why));
    } else {
      effects.addAll(askedForSign(link, reason));
    }
    return effects;
  }

  private static List<Effect> askedForSign(UpstreamConnection link, Reason reason) {
    return switch (reason) {
      case IGNORED_STOP -> List.of(new Effect.AskForSign(link));
      case OTHER_ERA, ASKED -> List.of();
    };
  }

  /**
   * {@return the oldest connection with calls only of the principal that has calls on most of them,
   * so that its end affects no other principal; else the oldest (C34)}
   */
  private static Map.Entry<UpstreamConnection, Retiring> surplus(
      List<Map.Entry<UpstreamConnection, Retiring>> all) {
    var held = new HashMap<String, Integer>();
    for (var one : all) {
      one.getKey().ownership().principals().forEach(who -> held.merge(who, 1, Integer::sum));
    }
    int most = held.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return all.stream()
        .filter(one -> {
          var principals = one.getKey().ownership().principals();
          return principals.size() <= 1
              && principals.stream().allMatch(who -> held.getOrDefault(who, 0) == most);
        })
        .findFirst()
        .orElse(all.getFirst());
  }

  private void tick(UpstreamConnection link) {
    List<Effect> effects;
    lock.lock();
    try {
      effects = tickLocked(link);
    } finally {
      lock.unlock();
    }
    onTimer.accept(effects);
  }

  @GuardedBy("lock") private List<Effect> tickLocked(UpstreamConnection link) {
    var one = retiring.get(link);
    if (one == null || one.next() == null) {
      return List.of();
    }
    boolean isFine = link.takeSignOfLife() || one.reason() != Reason.IGNORED_STOP;
    int silent = isFine ? 0 : one.silent() + 1;
    int idle = one.leases() > 0 ? 0 : one.idle() + 1;
    if (one.leases() == 0 && (link.askers().isEmpty() || idle > MOST_TICKS)) {
      return List.of(endLocked(link, one, one.why()));
    }
    if (silent >= MOST_TICKS) {
      return endWithCallsLocked(
          Map.entry(link, one),
          "It then answered neither pings nor calls for "
              + SILENCE.toSeconds()
              + "s and was ended with them.");
    }
    var next = time.after(TICK, () -> tick(link));
    retiring.put(link, new Retiring(one.reason(), one.why(), one.leases(), silent, idle, next));
    return askedForSign(link, one.reason());
  }

  @GuardedBy("lock") private List<Effect> endWithCallsLocked(
      Map.Entry<UpstreamConnection, Retiring> one, String reason) {
    var text = one.getValue().why() + " " + reason;
    return List.of(endLocked(one.getKey(), one.getValue(), text), new Effect.Say(text));
  }

  @GuardedBy("lock") private Effect endLocked(UpstreamConnection link, Retiring one, String text) {
    retiring.put(link, one.over(text));
    var grace =
        switch (one.reason()) {
          case IGNORED_STOP, OTHER_ERA -> Grace.none();
          case ASKED -> Grace.normal();
        };
    return new Effect.Stop(link, new Loss(Loss.Kind.REPLACED, text), grace);
  }

  /** The server is used: its recorded era may have expired. */
  List<Effect> used() {
    long now = time.nanos();
    lock.lock();
    try {
      return usedLocked(now);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private List<Effect> usedLocked(long now) {
    var effects = new ArrayList<Effect>(2);
    if (mayChangeEra
        && eraAsked == null
        && now - eraAskedAt >= FRESH.toNanos()
        && state instanceof State.Open open
        && open.link().era() != null) {
      eraAsked = new CompletableFuture<>();
      effects.add(new Effect.AskEra(open.link(), eraAsked));
    }
    return effects;
  }

  /**
   * The result that a refused request waits for.
   *
   * @param isOther whether a connection of another era serves by then, on which to repeat the
   *     request
   */
  record Doubt(CompletableFuture<Boolean> isOther, List<Effect> effects) {
    private static Doubt settled(boolean isOther) {
      return new Doubt(CompletableFuture.completedFuture(isOther), List.of());
    }
  }

  /** The server has refused a request on the connection in a way typical of another era. */
  Doubt doubted(UpstreamConnection link) {
    long now = time.nanos();
    lock.lock();
    try {
      if (!mayChangeEra || link.era() == null) {
        return Doubt.settled(false);
      }
      if (state instanceof State.Open open && open.link() != link) {
        return Doubt.settled(open.link().era() != link.era());
      }
      if (eraAsked != null) {
        return new Doubt(eraAsked, List.of());
      }
      boolean isTrusted = eraTrustedUntil != null && now - eraTrustedUntil < 0;
      if (servingLocked(link) == null || isTrusted) {
        return Doubt.settled(false);
      }
      eraAsked = new CompletableFuture<>();
      return new Doubt(eraAsked, List.of(new Effect.AskEra(link, eraAsked)));
    } finally {
      lock.unlock();
    }
  }

  /** The era check is complete. */
  void eraAsked(boolean changed) {
    long now = time.nanos();
    lock.lock();
    try {
      eraAsked = null;
      eraAskedAt = now;
      eraTrustedUntil = changed ? null : Long.valueOf(now + TRUSTED.toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** Ends the upstream for good. */
  List<Effect> close(Grace grace) {
    lock.lock();
    try {
      var waiting = List.copyOf(waitingLocked());
      var timer =
          switch (state) {
            case State.Starting(_, var next) -> next;
            case State.Down(_, var next) -> next;
            case State.Open _, State.Closed _ -> null;
          };
      if (timer != null) {
        timer.close();
      }
      state = new State.Closed(ENDING);
      var effects = new ArrayList<Effect>(refused(waiting, ENDING));
      for (var link : alive) {
        effects.add(new Effect.Stop(link, new Loss(Loss.Kind.STOPPED, ENDING), grace));
      }
      if (starting == 0) {
        allStarted.complete(null);
      }
      return effects;
    } finally {
      lock.unlock();
    }
  }

  Server server() {
    return server;
  }

  @Nullable OwnOpening opening() {
    return opening;
  }

  /** {@return the serving connection; null if there is none} */
  @Nullable UpstreamConnection current() {
    lock.lock();
    try {
      return state instanceof State.Open open ? open.link() : null;
    } finally {
      lock.unlock();
    }
  }

  /** {@return all connections that are not known to be gone} */
  List<UpstreamConnection> alive() {
    lock.lock();
    try {
      return List.copyOf(alive);
    } finally {
      lock.unlock();
    }
  }

  /** {@return the processes of those connections, as people are to see them} */
  List<ServerProcess> processes() {
    lock.lock();
    try {
      var processes = new ArrayList<ServerProcess>();
      for (var link : alive) {
        if (link.pid() != 0) {
          processes.add(processLocked(link));
        }
      }
      return processes;
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private ServerProcess processLocked(UpstreamConnection link) {
    if (link.isLost()) {
      return new ServerProcess(link, ServerProcess.Role.ENDING, 0);
    }
    var open = servingLocked(link);
    if (open != null) {
      return new ServerProcess(link, ServerProcess.Role.SERVING, open.leases());
    }
    var one = retiring.get(link);
    return one == null
        ? new ServerProcess(link, ServerProcess.Role.OTHER, link.askers().size())
        : new ServerProcess(link, ServerProcess.Role.RETIRING, one.leases());
  }

  /** {@return the last words of a connection that is gone} */
  List<String> lastWords() {
    return lastWords;
  }

  /** {@return whether the connection retires, or was ended while it did} */
  boolean isRetiring(UpstreamConnection link) {
    lock.lock();
    try {
      return retiring.containsKey(link);
    } finally {
      lock.unlock();
    }
  }

  Standing standing() {
    lock.lock();
    try {
      int number = restarts.last().number();
      boolean isIdle = number == 0 && alive.isEmpty();
      var ending = new ArrayList<RetiringProcess>();
      retiring.forEach(
          (link, one) -> ending.add(new RetiringProcess(link.pid(), one.leases(), one.why())));
      return switch (state) {
        case State.Starting _ -> {
          var condition = isIdle ? Standing.Condition.IDLE : Standing.Condition.STARTING;
          yield new Standing(condition, null, number, ending, ignoredStops);
        }
        case State.Open _ ->
            new Standing(Standing.Condition.UP, null, number, ending, ignoredStops);
        case State.Down(var why, _) ->
            new Standing(Standing.Condition.DOWN, why, number, ending, ignoredStops);
        case State.Closed(var why) ->
            new Standing(Standing.Condition.DOWN, why, number, ending, ignoredStops);
      };
    } finally {
      lock.unlock();
    }
  }
}
