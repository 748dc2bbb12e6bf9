package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.job.Job;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.gateway.job.TaskText.Task;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells clients of their open tasks as these change, and asks them what the tasks wait for. A task
 * is looked at once a second, so that what changes more often is told as it is then.
 *
 * <p>Safe for use by many threads.
 *
 * <p>Concurrency: a timer looks at the watched tasks once a second, and rests while there are none;
 * each look has a thread of its own, and one is at work at a time.
 */
final class TaskNews {
  /** How often a task is looked at. */
  static final Duration PACE = Duration.ofSeconds(1);

  /** How many may hear of one task. */
  private static final int MOST_READERS = 64;

  private static final int MOST_LISTENINGS = 1_024;

  /** One who hears of one task. No method may block. */
  interface Reader {
    /** The task is another than it was, or this has just begun to hear of it. */
    void hear(Task task);

    /** {@return whether the client is asked that from now on} */
    default boolean asks(String key, PendingInput.Question question) {
      return false;
    }

    /** {@return whether it is asked before others are: its client waits for the end of the task} */
    default boolean isFirst() {
      return false;
    }

    /** The answer to a question that its client is asked is no longer wanted. */
    default void withdrawn(String key) {}
  }

  /** All of a task that is told when it is another. */
  private record Seen(
      TaskText.Status status,
      Job.@Nullable Step step,
      @Nullable String waitsFor,
      @Nullable Heartbeat word,
      Set<String> asked) {
    static final Seen NOTHING = new Seen(TaskText.Status.WORKING, null, null, null, Set.of());

    static Seen of(Task task) {
      var status = task.status(Era.LEGACY);
      var asked = Set.copyOf(task.asked().keySet());
      return task.job().state() instanceof Job.State.Open open
          ? new Seen(status, open.step(), open.waitsFor(), open.word(), asked)
          : new Seen(status, null, null, null, asked);
    }

    /** {@return the same, as far as who made the task has heard of it: that it is at work} */
    Seen created() {
      return new Seen(TaskText.Status.WORKING, step, waitsFor, word, Set.of());
    }
  }

  private static final class Watched {
    final Supplier<Job> now;
    final Map<Reader, Seen> readers = new ConcurrentHashMap<>();

    /** Who is asked each question; only the thread that looks uses it. */
    final Map<String, Reader> asked = new HashMap<>();

    Watched(Supplier<Job> now) {
      this.now = now;
    }

    List<Reader> inOrder() {
      var all = List.copyOf(readers.keySet());
      return all.stream()
          .sorted((one, other) -> Boolean.compare(other.isFirst(), one.isFirst()))
          .toList();
    }
  }

  private final Jobs jobs;
  private final JobHandoff handoff;
  private final Time time;
  private final Map<CallId, Watched> watched = new ConcurrentHashMap<>();
  private final AtomicBoolean looks = new AtomicBoolean();
  private final AtomicBoolean isLooking = new AtomicBoolean();
  private final Set<TaskListening> listenings = ConcurrentHashMap.newKeySet();
  private volatile boolean hasEnded;

  TaskNews(Jobs jobs, JobHandoff handoff, Time time) {
    this.jobs = jobs;
    this.handoff = handoff;
    this.time = time;
  }

  /**
   * {@return the state of an open task at each moment, also after its end; null where no task of
   * that id is open, or it is another's}
   */
  @Nullable Supplier<Job> find(String principal, CallId id) {
    return jobs.watch(principal, id);
  }

  /**
   * Has {@code reader} hear of a task until its end, which may have come already; false if too many
   * hear of it.
   *
   * @param now as {@link #find} gave it
   * @param isToldNow whether it hears of it first as it is now
   */
  boolean watch(CallId id, Supplier<Job> now, Reader reader, boolean isToldNow) {
    var seen = isToldNow ? Seen.NOTHING : Seen.of(Task.of(now.get(), handoff)).created();
    var added = new AtomicBoolean();
    watched.compute(
        id,
        (_, known) -> {
          var one = known == null ? new Watched(now) : known;
          if (one.readers.size() < MOST_READERS) {
            one.readers.put(reader, seen);
            added.set(true);
          }
          return one;
        });
    if (looks.compareAndSet(false, true)) {
      var _ = time.repeat(PACE, this::tick);
    }
    return added.get();
  }

  /** A reader hears no more of a task. */
  void forget(CallId id, Reader reader) {
    watched.computeIfPresent(
        id,
        (_, one) -> {
          one.readers.remove(reader);
          return one.readers.isEmpty() ? null : one;
        });
  }

  /** {@return whether there is room for one more subscription} */
  boolean mayListen() {
    return listenings.size() < MOST_LISTENINGS;
  }

  /** A subscription begins. */
  void begins(TaskListening listening) {
    listenings.add(listening);
    // Races with the end, which may have read the subscriptions just before.
    if (hasEnded) {
      listening.finish();
    }
  }

  /** A subscription is over. */
  void ended(TaskListening listening) {
    listenings.remove(listening);
  }

  /** Ends every subscription with its result. */
  void end() {
    hasEnded = true;
    List.copyOf(listenings).forEach(TaskListening::finish);
  }

  private @Nullable Duration tick() {
    if (isLooking.compareAndSet(false, true)) {
      Thread.ofVirtual()
          .name("belay-tasks")
          .start(() -> {
            try {
              watched.forEach(this::look);
            } finally {
              isLooking.set(false);
            }
          });
    }
    if (!watched.isEmpty()) {
      return PACE;
    }
    looks.set(false);
    // Races with watch, which puts a task there and then finds that somebody looks.
    return !watched.isEmpty() && looks.compareAndSet(false, true) ? PACE : null;
  }

  private void look(CallId id, Watched one) {
    var task = Task.of(one.now.get(), handoff);
    ask(one, task);
    var now = Seen.of(task);
    one.readers.forEach((reader, before) -> {
      if (!now.equals(before) && one.readers.replace(reader, before, now)) {
        reader.hear(task);
      }
    });
    if (task.job().hasEnded()) {
      // Not one that came meanwhile, and has not heard of the end.
      watched.computeIfPresent(
          id, (_, same) -> same.readers.values().stream().allMatch(now::equals) ? null : same);
    }
  }

  private static void ask(Watched one, Task task) {
    one.asked
        .entrySet()
        .removeIf(entry -> {
          boolean isOver = !task.asked().containsKey(entry.getKey());
          if (isOver) {
            entry.getValue().withdrawn(entry.getKey());
          }
          return isOver || !one.readers.containsKey(entry.getValue());
        });
    task.asked()
        .forEach((key, question) -> {
          if (!one.asked.containsKey(key)) {
            one.inOrder().stream()
                .filter(reader -> reader.asks(key, question))
                .findFirst()
                .ifPresent(reader -> one.asked.put(key, reader));
          }
        });
  }
}
