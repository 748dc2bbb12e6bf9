package dev.belay.testbed.fault;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Messages of one legacy stream in order, kept for a client that resumes it.
 *
 * <p>{@code turn} is held over writes, like that of {@link Reply}.
 */
final class EventHistory {
  private static final int KEPT = 10_000;

  private final ReentrantLock turn = new ReentrantLock();
  private final Deque<Told> told = new ArrayDeque<>();
  private final String name;
  private long forgotten;
  private long delivered;
  private boolean finished;
  private @Nullable Reply reader;

  /** The fault that a resuming client meets; null for none. */
  volatile @Nullable HttpFault onResume;

  EventHistory(String name) {
    this.name = name;
  }

  /** Writes the messages after event {@code last} to {@code reply}, followed by new ones. */
  void play(Reply reply, long last) {
    turn.lock();
    try {
      var index = forgotten;
      for (var message : told) {
        if (++index > last && message.writeTo(reply, id(index))) {
          delivered = Math.max(delivered, index);
        }
      }
      if (finished) {
        reply.endChunks();
      } else {
        reader = reply;
      }
    } finally {
      turn.unlock();
    }
  }

  /**
   * Begins an event stream of messages not sent to any client yet, followed by new ones.
   *
   * @return false if another stream reads it already
   */
  boolean playUnread(Reply reply) {
    turn.lock();
    try {
      if (reader != null && !reader.over().isDone()) {
        return false;
      }
      reply.beginEvents();
      play(reply, delivered);
      return true;
    } finally {
      turn.unlock();
    }
  }

  void tell(Told message) {
    turn.lock();
    try {
      told.add(message);
      if (told.size() > KEPT) {
        told.remove();
        forgotten++;
      }
      var index = forgotten + told.size();
      if (reader != null && message.writeTo(reader, id(index))) {
        delivered = index;
      } else {
        reader = null;
      }
    } finally {
      turn.unlock();
    }
  }

  void finish() {
    turn.lock();
    try {
      finished = true;
      if (reader != null) {
        reader.endChunks();
      }
    } finally {
      turn.unlock();
    }
  }

  /** {@return the id of the event at {@code index}, where 0 is before the first} */
  String id(long index) {
    return name + "-" + index;
  }
}
