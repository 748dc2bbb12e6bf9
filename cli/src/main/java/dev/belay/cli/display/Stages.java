package dev.belay.cli.display;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.cli.display.View.Snapshot;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The current activities by key, running ones before waiting ones.
 *
 * <p>Safe for use by many threads.
 */
final class Stages {
  /** The key of an activity that is the only one. */
  static final String ONLY = "";

  private record Stage(String what, boolean waits, long since, @Nullable ShownProgress progress) {}

  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, Stage> stages = new LinkedHashMap<>();

  Stages(Time time) {
    this.time = time;
  }

  void begin(String key, String what, boolean waits, Duration ago) {
    var stage = new Stage(what, waits, time.nanos() - ago.toNanos(), null);
    lock.lock();
    try {
      stages.put(key, stage);
    } finally {
      lock.unlock();
    }
  }

  void progress(String key, ShownProgress newest) {
    lock.lock();
    try {
      stages.computeIfPresent(
          key, (_, was) -> new Stage(was.what(), was.waits(), was.since(), newest));
    } finally {
      lock.unlock();
    }
  }

  void end(String key) {
    lock.lock();
    try {
      stages.remove(key);
    } finally {
      lock.unlock();
    }
  }

  void clear() {
    lock.lock();
    try {
      stages.clear();
    } finally {
      lock.unlock();
    }
  }

  /** {@return a snapshot of the activities} */
  List<Snapshot> now() {
    lock.lock();
    try {
      var all = new ArrayList<Snapshot>(stages.size());
      for (boolean waits : new boolean[] {false, true}) {
        for (var stage : stages.values()) {
          if (stage.waits() == waits) {
            var elapsed = Duration.ofNanos(time.nanos() - stage.since());
            all.add(new Snapshot(stage.what(), elapsed, stage.progress()));
          }
        }
      }
      return all;
    } finally {
      lock.unlock();
    }
  }
}
