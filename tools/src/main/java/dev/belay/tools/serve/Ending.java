package dev.belay.tools.serve;

import dev.belay.tools.run.RunningTool;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * End of a server, caused by its client, a signal, or a tool that calls {@code System.exit}.
 * Cancels and answers calls, then ends their processes; leaves the exit code as it is.
 *
 * <p>{@code Runtime.halt} and KILL are beyond its reach: the watchdog ends the processes then, and
 * calls get no answer.
 */
final class Ending {
  private final ServedTools served;
  private final LastWords lastWords;
  private final AtomicBoolean began = new AtomicBoolean();
  private final CompletableFuture<Boolean> over = new CompletableFuture<>();

  /** Writes pending output, for a short time at most. */
  @FunctionalInterface
  interface LastWords {
    void write() throws InterruptedException;
  }

  Ending(ServedTools served, LastWords lastWords) {
    this.served = served;
    this.lastWords = lastWords;
  }

  /** Ends the server at the exit of the process. */
  void atExit() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::exiting, "belay-shutdown"));
  }

  private void exiting() {
    var by = "";
    if (!began.get()) {
      by = ExitCaller.find(served.host().running());
      var running = served.host().running();
      if (!running.isEmpty()) {
        served.report(
            (by.isEmpty() ? "this program is ending" : by + " ended this program")
                + " while calls ran of "
                + running.stream().map(one -> one.tool()).sorted().collect(Collectors.joining(", "))
                + "; they are cancelled.");
      } else if (!by.isEmpty()) {
        served.report(by + " ended this program.");
      }
    }
    try {
      end(by);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the server, and returns once it has ended. Safe to call more than once. */
  void end(String by) throws InterruptedException {
    if (began.compareAndSet(false, true)) {
      try {
        served.cancelAll(by);
        lastWords.write();
        served.endChildren();
      } finally {
        over.complete(true);
      }
    }
    over.join();
  }

  /** {@return the ids of the live threads} */
  static Set<Long> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::threadId)
        .collect(Collectors.toSet());
  }

  /**
   * Reports threads that keep the program alive after the end of the server.
   *
   * @param before the ids of threads that existed before
   */
  void reportThreads(Set<Long> before) {
    var left =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !thread.isDaemon() && !before.contains(thread.threadId()))
            .filter(thread -> !thread.equals(Thread.currentThread()))
            .filter(thread -> !thread.getName().startsWith("belay-"))
            .map(Thread::getName)
            .sorted()
            .toList();
    if (!left.isEmpty()) {
      served.report(
          "the client has left, but threads that a tool began keep this program alive: "
              + String.join(", ", left)
              + ". Make them daemons, or end them with the call.");
    }
  }

  /** Finds the code that called for the exit of the program. */
  static final class ExitCaller {
    private ExitCaller() {}

    /**
     * {@return a tool or a thread with its line, for people; empty if the exit came from elsewhere}
     */
    static String find(List<RunningTool> running) {
      for (var tool : running) {
        var line = tool.exitCaller();
        if (line.isPresent()) {
          return "The tool \"" + tool.tool() + "\", by System.exit at " + line.get() + ",";
        }
      }
      for (var thread : Thread.getAllStackTraces().entrySet()) {
        var line = RunningTool.exitCaller(List.of(thread.getValue()));
        if (line.isPresent()) {
          return "The thread \""
              + thread.getKey().getName()
              + "\", by System.exit at "
              + line.get()
              + ",";
        }
      }
      return "";
    }
  }
}
