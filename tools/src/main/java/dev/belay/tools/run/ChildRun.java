package dev.belay.tools.run;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.cancel.StoppedException;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.ChildEnvironment;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Spawner;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.call.Heartbeats;
import dev.belay.tools.call.ToolCall;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One program within a call, from its start to the end of its process tree.
 *
 * <p>Concurrency: pipes are read and written on platform threads, since a virtual one would pin its
 * carrier; the call's own thread waits, and can be interrupted.
 */
final class ChildRun {
  private static final int CHUNK = 8 * 1024;

  private final ToolCall call;
  private final Children children;
  private final Command command;
  private final Time time;
  private final String label;
  private final Children.Written written;
  private final OutputBeats beats;
  private final CompletableFuture<Boolean> drained = new CompletableFuture<>();

  ChildRun(ToolCall call, Children children, Command command, Time time) {
    this.call = call;
    this.children = children;
    this.command = command;
    this.time = time;
    label = "exec-" + call.context().info().id().brief();
    written =
        new Children.Written(
            command.words().getFirst(),
            new KeptOutput(command.keptBytes()),
            new KeptOutput(command.keptBytes()));
    beats = new OutputBeats(call, time);
  }

  CommandResult run(Spawner spawner) throws IOException, InterruptedException {
    var context = call.context();
    context.cancellation().throwIfCancelled();
    children.begins(written);
    var child = start(spawner);
    children.began(child, written);
    try {
      // Registered after the start: if the stop came first, registration ends the program.
      context.stopWith(children);
      Thread.ofPlatform().daemon().name("belay-out-" + label).start(() -> read(child));
      Thread.ofPlatform().daemon().name("belay-in-" + label).start(() -> write(child.stdin()));
      boolean isTimedOut = !endsInTime(child);
      if (isTimedOut) {
        children.end(child, /* isStopped= */ false);
      }
      var exit = child.exited().toCompletableFuture().get();
      if (!isTimedOut) {
        var _ = drained.get();
      }
      return new CommandResult(
          exit.code(), written.output().text(), written.errors().text(), isTimedOut);
    } catch (ExecutionException e) {
      throw new IOException("lost sight of " + written.name(), e.getCause());
    } finally {
      children.end(child, context.cancellation().isCancelled());
    }
  }

  private boolean endsInTime(Child child) throws InterruptedException {
    return command.limit().isZero()
        || time.await(
            CompletableFuture.allOf(child.exited().toCompletableFuture(), drained),
            command.limit());
  }

  private Child start(Spawner spawner) throws IOException {
    try {
      return spawner.start(
          new Launch(
              command.words(),
              environment(),
              Optional.ofNullable(command.directory()),
              label,
              this::error));
    } catch (CannotStart e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Map<String, String> environment() {
    var variables =
        new HashMap<String, String>(
            command.hasBase() ? ChildEnvironment.base(System.getenv()) : Map.<String, String>of());
    variables.putAll(command.environment());
    return variables;
  }

  private void error(byte[] chunk) {
    written.errors().add(chunk, chunk.length);
    beats.add(chunk, chunk.length);
  }

  private void read(Child child) {
    var chunk = new byte[CHUNK];
    try (var stdout = child.stdout()) {
      for (int read = stdout.read(chunk); read >= 0; read = stdout.read(chunk)) {
        written.output().add(chunk, read);
        beats.add(chunk, read);
      }
    } catch (IOException _) {
      // It is being stopped; the output so far is kept.
    } finally {
      drained.complete(true);
    }
  }

  private void write(OutputStream stdin) {
    try (stdin) {
      stdin.write(command.input());
    } catch (IOException _) {
      // The program has closed its input.
    }
  }

  /**
   * Turns a program's output into heartbeats: all output counts, and up to ten lines a second are
   * reported.
   *
   * <p>Concurrency: {@code lock} guards the fields; output and errors arrive on two threads.
   */
  static final class OutputBeats {
    private static final Duration BETWEEN = Duration.ofMillis(100);
    private static final int LONGEST = 200;

    private final ReentrantLock lock = new ReentrantLock();
    private final Heartbeats call;
    private final Time time;

    @GuardedBy("lock") private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @GuardedBy("lock") private boolean hasTold;

    @GuardedBy("lock") private long toldAt;

    OutputBeats(Heartbeats call, Time time) {
      this.call = call;
      this.time = time;
    }

    void add(byte[] bytes, int length) {
      var word = word(bytes, length);
      try {
        if (word == null) {
          call.heartbeat();
        } else {
          call.heartbeat(word);
        }
      } catch (StoppedException _) {
        // The program is being ended, and its further output is not reported.
      }
    }

    /** {@return the last whole line, if one is due; null otherwise} */
    private @Nullable String word(byte[] bytes, int length) {
      lock.lock();
      try {
        String last = null;
        for (int i = 0; i < length; i++) {
          if (bytes[i] != '\n') {
            if (line.size() < LONGEST) {
              line.write(bytes[i]);
            }
          } else {
            last = line.size() == 0 ? last : line.toString(StandardCharsets.UTF_8).strip();
            line.reset();
          }
        }
        long now = time.nanos();
        if (last == null || last.isEmpty() || (hasTold && now - toldAt < BETWEEN.toNanos())) {
          return null;
        }
        hasTold = true;
        toldAt = now;
        return last;
      } finally {
        lock.unlock();
      }
    }
  }
}
