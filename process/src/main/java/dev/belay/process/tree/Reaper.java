package dev.belay.process.tree;

import dev.belay.core.time.Time;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes this process the parent of orphaned descendants and reaps the zombies among them.
 *
 * <p>Woken by the system when a child ends; idle in between. Safe for use by many threads.
 */
public final class Reaper {
  /** The JDK reaps its own children within this time; a zombie that stays longer was adopted. */
  private static final Duration SECOND_LOOK = Duration.ofSeconds(1);

  private final Time time;
  private final ProcessTable table;
  private final Instance self;
  private final AtomicBoolean isWoken = new AtomicBoolean();
  private volatile boolean isActive;

  /** Creates a reaper that is idle until {@link #activate()}. */
  public Reaper(Time time, ProcessTable table, Instance self) {
    this.time = time;
    this.table = table;
    this.self = self;
  }

  /**
   * Adopts orphans from now on, if the system and the JVM's flags allow it.
   *
   * <p>Slow at first: binds native calls.
   */
  public void activate() {
    if (!Posix.isAllowed()) {
      return;
    }
    Posix.warmUp();
    if (onEachChild(this::wake) && Posix.becomeSubReaper()) {
      isActive = true;
      wake();
    }
  }

  /** {@return true if this process adopts orphans} */
  public boolean isActive() {
    return isActive;
  }

  /** Looks for adopted zombies soon, on a thread of its own. */
  public void wake() {
    if (isActive && isWoken.compareAndSet(false, true)) {
      Thread.ofVirtual().name("belay-reaper").start(this::reap);
    }
  }

  /** {@return the number of zombies not yet reaped, for the health report} */
  public int count() {
    return zombies().size();
  }

  private void reap() {
    isWoken.set(false); // before the scan: a later end must wake it again
    var seen = zombies();
    // Where it was woken meanwhile, that thread sees them all. What ends in the pause wakes nobody.
    if (seen.isEmpty() || !isWoken.compareAndSet(false, true)) {
      return;
    }
    try {
      time.sleep(SECOND_LOOK);
    } catch (InterruptedException e) {
      isWoken.set(false);
      Thread.currentThread().interrupt();
      return;
    }
    isWoken.set(false); // before the scan, as above
    boolean isMore = false;
    for (var zombie : zombies()) {
      if (seen.contains(zombie)) {
        var _ = Posix.reap(zombie.pid());
      } else {
        isMore = true;
      }
    }
    if (isMore) {
      wake();
    }
  }

  private List<TreeMember> zombies() {
    var zombies = new ArrayList<TreeMember>();
    for (var row : table.rows(Long.MAX_VALUE)) {
      if (row.isZombie()
          && row.parent() == self.member().pid()
          && !DirectChildren.contains(row.pid())) {
        zombies.add(row.member());
      }
    }
    return zombies;
  }

  /**
   * Runs {@code action} after each end of a child, on a thread of the JVM's, since the JDK itself
   * does not listen to the signal of it; false if this JVM cannot tell.
   *
   * <p>By reflection: the type is exported, but naming it is a warning that cannot be silenced.
   */
  private static boolean onEachChild(Runnable action) {
    try {
      // Sets the handler back when it loads, so before ours.
      Class.forName("java.lang.ProcessImpl");
      var signal = Class.forName("sun.misc.Signal");
      var handler = Class.forName("sun.misc.SignalHandler");
      var ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, _, _) -> {
                action.run();
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance("CHLD"), ours);
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
