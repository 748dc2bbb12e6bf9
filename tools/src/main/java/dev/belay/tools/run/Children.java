package dev.belay.tools.run;

import dev.belay.core.call.StopStep;
import dev.belay.core.call.Stopping;
import dev.belay.core.cancel.Stop;
import dev.belay.process.spawn.Child;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Running programs of one call, and its last one. They are stopped with the call, and their output
 * is included in its error. Safe for use by many threads.
 */
final class Children implements Stopping {
  /** The part of a stopped program's output that a model sees. */
  private static final int SHOWN = 4_000;

  /** Output of a running program, as its {@code name} and two streams. */
  record Written(String name, KeptOutput output, KeptOutput errors) {}

  private final Map<Child, Written> running = new ConcurrentHashMap<>();
  private final Grace grace;
  private volatile @Nullable Written last;

  Children(Duration grace) {
    // Its input has ended already, and so is no hint to exit: TERM comes at once.
    this.grace = new Grace(Duration.ZERO, grace);
  }

  /** Registers a program before its start, since output may arrive before the start is known. */
  void begins(Written written) {
    last = written;
  }

  void began(Child child, Written written) {
    running.put(child, written);
  }

  /**
   * Ends the child, or the processes that it has left behind.
   *
   * @param isStopped whether the call is being stopped; its thread may be here before that stop,
   *     which then still reports what was ended here
   */
  void end(Child child, boolean isStopped) {
    boolean isDone = true;
    try {
      var endedBy = child.stop(grace).endedBy();
      isDone = isStopped ? endedBy == Step.EOF : endedBy != Step.ABANDONED;
    } finally {
      if (isDone) {
        running.remove(child);
      }
    }
  }

  @Override
  public boolean endsProcesses() {
    return !running.isEmpty();
  }

  @Override
  public StopStep stop(Stop why) throws InterruptedException {
    var children = List.copyOf(running.keySet());
    for (var child : children) {
      Thread.ofVirtual().name("belay-exec-stop").start(() -> child.stop(grace));
    }
    var step = StopStep.INTERRUPTED;
    for (var child : children) {
      // A second stop joins the first.
      var report = child.stop(grace);
      if (report.endedBy() == Step.ABANDONED) {
        return StopStep.ABANDONED;
      }
      step = StopStep.KILLED;
    }
    return step;
  }

  /** {@return the last program's output as a model sees it; empty if there is none} */
  String partial() {
    var written = last;
    if (written == null) {
      return "";
    }
    var text = new StringBuilder();
    append(text, written.name() + " had written", written.output().text());
    append(text, written.name() + " had written to its standard error", written.errors().text());
    return text.toString();
  }

  private static void append(StringBuilder text, String what, String all) {
    var said = all.strip();
    if (said.isEmpty()) {
      return;
    }
    text.append("\n").append(what);
    if (said.length() > SHOWN) {
      text.append(" (the end of it)");
    }
    text.append(":\n").append(said.substring(Math.max(0, said.length() - SHOWN)));
  }
}
