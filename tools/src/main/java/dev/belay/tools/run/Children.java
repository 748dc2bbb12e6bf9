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
 * The programs that one call runs now, and the last one that it ran: they are stopped with the
 * call, and what they have written is told in its error. Safe for use by many threads.
 */
final class Children implements Stopping {
  /** How much of a stopped program's output a model is shown. */
  private static final int SHOWN = 4_000;

  /** What a running program has written, as {@code name} and two streams. */
  record Written(String name, KeptOutput output, KeptOutput errors) {}

  private final Map<Child, Written> running = new ConcurrentHashMap<>();
  private final Grace grace;
  private volatile @Nullable Written last;

  Children(Duration grace) {
    // Its input is at its end already: that is no hint to end, so TERM comes at once.
    this.grace = new Grace(Duration.ZERO, grace);
  }

  /** One is about to begin; what it writes may come before it is known that it runs. */
  void begins(Written written) {
    last = written;
  }

  void began(Child child, Written written) {
    running.put(child, written);
  }

  /** Ends what the child has left behind, or the child itself. */
  void end(Child child) {
    try {
      var _ = child.stop(grace);
    } finally {
      running.remove(child);
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

  /** {@return what the last program had written, as a model is told; empty if nothing} */
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
