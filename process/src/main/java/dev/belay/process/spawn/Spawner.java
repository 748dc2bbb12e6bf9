package dev.belay.process.spawn;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.Reaper;
import dev.belay.process.tree.Signals;
import dev.belay.process.tree.StopReport;
import dev.belay.process.watchdog.Watchdog;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Starts children, each the root of a tree that can be stopped as a whole, and never loses one.
 *
 * <p>Opening it costs next to nothing; the machine is examined at the first start, native calls are
 * bound by {@link #warmUp()}. Safe for use by many threads.
 *
 * <p>Concurrency: {@code starter}, {@code reaper} and {@code watchdog} belong to its thread and are
 * volatile only for reports.
 */
public final class Spawner implements AutoCloseable {
  private static final Duration SWEEP_LIMIT = Duration.ofSeconds(5);

  private final Time time;
  private final @Nullable Machine given;
  private final SpawnerThread thread = new SpawnerThread();
  private final Map<Child, Starter.Started> living = new ConcurrentHashMap<>();
  private volatile @Nullable Starter starter;
  private volatile @Nullable Reaper reaper;
  private volatile @Nullable Watchdog watchdog;
  private volatile boolean isClosed;

  private Spawner(Time time, @Nullable Machine given) {
    this.time = time;
    this.given = given;
  }

  /**
   * Prepares the first start of a process, on a thread of its own; for programs that are about to
   * make one, as early as possible. At its first start of a process the JDK looks for a logger, and
   * opens every jar of the class path for it: 14 ms before anybody can talk to the process.
   */
  public static void prepare() {
    Thread.ofPlatform()
        .name("belay-loggers")
        .daemon()
        .start(() -> {
          var _ = System.getLogger(ProcessBuilder.class.getName()).isLoggable(Level.DEBUG);
        });
  }

  /** Opens a spawner; examines nothing yet. */
  public static Spawner open(Time time) {
    return new Spawner(time, null);
  }

  static Spawner open(Time time, Machine machine) {
    return new Spawner(time, machine);
  }

  /**
   * Starts a child and returns as soon as it runs.
   *
   * @throws CannotStart if the command is not found, cannot be executed, or the system refuses
   */
  public Child start(Launch launch) throws CannotStart {
    if (!Machine.isSupported()) {
      throw new CannotStart(
          "cannot start "
              + launch.command()
              + ": Belay runs on Linux and macOS; on Windows, use WSL");
    }
    try {
      return thread.call(() -> startHere(launch));
    } catch (CompletionException e) {
      if (e.getCause() instanceof CannotStart cause) {
        throw cause;
      }
      throw e;
    }
  }

  private Child startHere(Launch launch) throws CannotStart {
    if (isClosed) {
      throw new CannotStart("cannot start " + launch.command() + ": Belay is stopping");
    }
    var started = starter().start(launch, this::gone);
    living.put(started.child(), started);
    thread.execute(() -> guard(started)); // right after the start, without delaying the caller
    return started.child();
  }

  private Starter starter() {
    var ready = starter;
    if (ready == null) {
      var here = given == null ? Machine.probe() : given;
      ready = new Starter(time, here);
      reaper = new Reaper(time, here.table(), ready.self());
      starter = ready;
    }
    return ready;
  }

  private void guard(Starter.Started started) {
    var guard = watchdog;
    if (guard == null || !guard.isAlive()) {
      try {
        guard = starter().watchdog();
      } catch (IOException e) {
        return; // reported by means()
      }
      watchdog = guard;
      for (var other : living.values()) {
        guard.tree(other.root(), other.group());
      }
    } else if (living.containsKey(started.child())) {
      guard.tree(started.root(), started.group());
    }
  }

  /**
   * Does slow initial work that is not needed for the first answer: binds native calls and adopts
   * orphans from then on. To be called once, in the background.
   */
  public void warmUp() {
    thread.call(this::starter);
    var ready = reaper;
    if (ready != null) {
      ready.activate();
    }
  }

  /**
   * Ends the processes left by dead instances of Belay on this machine (P10). Blocks; for the
   * background.
   */
  public StopReport sweepDead() throws InterruptedException {
    var ready = thread.call(this::starter);
    return ready.leftovers().kill(time, Signals.ofThisMachine(), SWEEP_LIMIT);
  }

  /** {@return the means in use; none before the first start} */
  public Set<Means> means() {
    var means = EnumSet.noneOf(Means.class);
    var ready = starter;
    if (ready != null) {
      means.addAll(ready.means());
    }
    var orphans = reaper;
    if (orphans != null && orphans.isActive()) {
      means.add(Means.SUB_REAPER);
    }
    var guard = watchdog;
    if (guard != null && guard.isAlive()) {
      means.add(Means.WATCHDOG);
    }
    return means;
  }

  /** {@return the number of ended orphans not reaped yet; 0 before the first start} */
  public int zombies() {
    var orphans = reaper;
    return orphans == null ? 0 : orphans.count();
  }

  /** {@return the children whose trees may still have living processes} */
  public List<Child> children() {
    return List.copyOf(living.keySet());
  }

  /** Stops all children at the same time; blocks until each tree is gone or abandoned. */
  public List<StopReport> stopAll(Grace grace) {
    for (var child : living.keySet()) {
      var _ = child.stopping(grace);
    }
    var reports = new ArrayList<StopReport>();
    for (var child : children()) {
      reports.add(child.stop(grace));
    }
    return reports;
  }

  /**
   * Stops the remaining children within 1.8 s and ends the thread; no child can be started after
   * that.
   */
  @Override
  public void close() {
    isClosed = true;
    thread.call(() -> isClosed); // waits for an earlier start to finish
    var _ = stopAll(Grace.brisk());
    thread.execute(this::dismiss);
    thread.end();
  }

  private void dismiss() {
    var guard = watchdog;
    if (guard == null) {
      return;
    }
    if (living.isEmpty()) {
      guard.farewell();
    } else {
      guard.leave(); // the watchdog continues with the rest
    }
  }

  private void gone(Child child) {
    var started = living.remove(child);
    if (started != null) {
      thread.execute(() -> release(started));
    }
  }

  private void release(Starter.Started started) {
    var guard = watchdog;
    if (guard != null) {
      guard.gone(started.root());
    }
    if (started.group() != null) {
      started.group().remove();
    }
  }
}
