package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What waits for an upstream to be ready, in the order it came, whoever brings it.
 *
 * <p>Concurrency: while what waited is being handed over, newcomers queue behind it; {@code lock}
 * is not held during a hand-over.
 */
final class Deliveries {
  private static final int MOST = 10_000;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private List<Delivery> waiting = new ArrayList<>();

  @GuardedBy("lock") private @Nullable ServerLink ready;

  @GuardedBy("lock") private @Nullable String down;

  @GuardedBy("lock") private boolean closed;

  /** Hands over at once where a process is ready, says no where none will be, else keeps it. */
  void add(Delivery delivery) {
    ServerLink link;
    String why;
    lock.lock();
    try {
      link = ready;
      why = down;
      if (link == null && why == null) {
        if (waiting.size() < MOST) {
          waiting.add(delivery);
          return;
        }
        why = "More than " + MOST + " messages wait for the server already. Try again later.";
      }
    } finally {
      lock.unlock();
    }
    if (link != null) {
      delivery.to(link);
    } else if (why != null) {
      delivery.unavailable(why);
    }
  }

  @Nullable String down() {
    lock.lock();
    try {
      return down;
    } finally {
      lock.unlock();
    }
  }

  /** It need not be handed over any more. */
  void remove(Delivery delivery) {
    lock.lock();
    try {
      waiting.remove(delivery);
    } finally {
      lock.unlock();
    }
  }

  /** {@return how many wait} */
  int waiting() {
    lock.lock();
    try {
      return waiting.size();
    } finally {
      lock.unlock();
    }
  }

  /** From now on things wait. */
  void hold() {
    lock.lock();
    try {
      if (!closed) {
        ready = null;
        down = null;
      }
    } finally {
      lock.unlock();
    }
  }

  /** From now on {@code link} serves, beginning with what has waited. */
  void open(ServerLink link) {
    while (true) {
      List<Delivery> next;
      lock.lock();
      try {
        if (closed || !link.isFit()) {
          // It was lost or found suspect meanwhile: the rest waits for its successor. Whoever
          // found that says hold or refuse after it, so this cannot undo that.
          return;
        }
        if (waiting.isEmpty()) {
          ready = link;
          down = null;
          return;
        }
        next = waiting;
        waiting = new ArrayList<>();
      } finally {
        lock.unlock();
      }
      next.forEach(delivery -> delivery.to(link));
    }
  }

  /** From now on the answer is no, also for what has waited. */
  void refuse(String why) {
    refuse(why, /* forGood= */ false);
  }

  /** The answer is no, and stays so. */
  void close(String why) {
    refuse(why, /* forGood= */ true);
  }

  private void refuse(String why, boolean forGood) {
    List<Delivery> next;
    lock.lock();
    try {
      closed |= forGood;
      ready = null;
      down = why;
      next = waiting;
      waiting = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    next.forEach(delivery -> delivery.unavailable(why));
  }
}
