package dev.belay.core.approval;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way from the rules in memory to those in a store, which may fail or never answer.
 *
 * <p>One thread at a time makes the store agree with the memory, rule by rule, as the memory is at
 * that moment. So a rule that is revoked while it is being stored is removed after it, and the
 * order of requests does not matter.
 *
 * <p>Concurrency: {@code lock} guards what is due; the store is never asked under it.
 */
final class KeptRules {
  /** How long anybody waits for the store. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  /** How long after a failure the rules are loaded again. */
  static final Duration AGAIN = Duration.ofMinutes(1);

  /** Stands for the rules that are to be loaded, where others stand for one rule. */
  private static final String ALL = "";

  private final ReentrantLock lock = new ReentrantLock();
  private final RuleStore store;
  private final Memory memory;
  private final ThreadFactory threads;
  private final Time time;
  private final Consumer<String> report;
  private volatile boolean isLoaded;

  /** What the store is to agree with, by the ids of rules; completed with why it does not. */
  @GuardedBy("lock") private final Map<String, CompletableFuture<String>> due = new LinkedHashMap<>();

  @GuardedBy("lock") private boolean runs;

  @GuardedBy("lock") private @Nullable CompletableFuture<String> loading;

  @GuardedBy("lock") private long began;

  /** The rules as the program knows them. Never blocks. */
  interface Memory {
    /** {@return the rule of that id; null if it holds no longer} */
    @Nullable ApprovalRule find(String id);

    /** The store has that rule. */
    void stored(String id);

    /** The store has no such rule. */
    void removed(String id);

    /** The store has these rules from earlier programs. */
    void loaded(List<ApprovalRule> rules);
  }

  KeptRules(
      RuleStore store, Memory memory, ThreadFactory threads, Time time, Consumer<String> report) {
    this.store = store;
    this.memory = memory;
    this.threads = threads;
    this.time = time;
    this.report = report;
  }

  /** Has the rules loaded the first time, and waits for that, but not for long. */
  void load() throws InterruptedException {
    if (isLoaded) {
      return;
    }
    CompletableFuture<String> loads;
    long left;
    lock.lock();
    try {
      long now = time.nanos();
      loads = loading;
      if (loads == null || (loads.isDone() && now - began >= AGAIN.toNanos())) {
        began = now;
        loads = settleLocked(ALL);
        loading = loads;
      }
      left = PATIENCE.toNanos() - (now - began);
    } finally {
      lock.unlock();
    }
    if (left > 0) {
      var _ = time.await(loads, Duration.ofNanos(left));
    }
  }

  /** Has the store agree with the memory about a rule. */
  void settle(String id) {
    lock.lock();
    try {
      var _ = settleLocked(id);
    } finally {
      lock.unlock();
    }
  }

  /** {@return why the store does not agree with the memory about a rule; empty if it does} */
  String settled(String id) throws InterruptedException {
    CompletableFuture<String> done;
    lock.lock();
    try {
      done = settleLocked(id);
    } finally {
      lock.unlock();
    }
    return time.await(done, PATIENCE)
        ? done.join()
        : "The store has not answered for " + PATIENCE.toSeconds() + " s.";
  }

  @GuardedBy("lock") private CompletableFuture<String> settleLocked(String id) {
    var done = due.computeIfAbsent(id, _ -> new CompletableFuture<>());
    if (!runs) {
      runs = true;
      threads.newThread(this::run).start();
    }
    return done;
  }

  private void run() {
    while (true) {
      String id;
      CompletableFuture<String> done;
      lock.lock();
      try {
        var first = due.entrySet().iterator();
        if (!first.hasNext()) {
          runs = false;
          return;
        }
        var next = first.next();
        id = next.getKey();
        done = next.getValue();
        first.remove();
      } finally {
        lock.unlock();
      }
      done.complete(made(id));
    }
  }

  private String made(String id) {
    var what = "earlier decisions are not known";
    try {
      if (!isLoaded) {
        loadNow();
      }
      if (id.equals(ALL)) {
        return "";
      }
      var rule = memory.find(id);
      if (rule == null) {
        what = "a decision that was revoked holds again after a restart";
        store.remove(id);
        memory.removed(id);
      } else if (rule.lasting() == ApprovalRule.Lasting.UNSTORED) {
        what = "a decision is not stored";
        store.put(rule);
        memory.stored(id);
      }
      return "";
    } catch (RuleStoreException | RuntimeException e) {
      var why = e.getMessage() == null ? e.toString() : e.getMessage();
      report.accept(what + ": " + why);
      return why;
    }
  }

  private void loadNow() throws RuleStoreException {
    var now = time.wall();
    var sound = new ArrayList<ApprovalRule>();
    for (var rule : store.load()) {
      if (rule.isSound(now)) {
        sound.add(rule);
      } else {
        report.accept("a stored decision is dropped, since it is not one that a person can make");
        store.remove(rule.id());
      }
    }
    memory.loaded(sound);
    isLoaded = true;
  }
}
