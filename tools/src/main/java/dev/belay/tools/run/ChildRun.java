package dev.belay.tools.run;

import dev.belay.core.time.Time;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.ChildEnvironment;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Spawner;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandResult;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * One program within a call, from its start to the end of its tree.
 *
 * <p>Concurrency: pipes are read and written on platform threads, since a virtual one would hold
 * its carrier; the call's own thread waits, and can be interrupted.
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
      // Said after it began: where the stop came first, this is what ends it.
      context.stopWith(children);
      Thread.ofPlatform().daemon().name("belay-out-" + label).start(() -> read(child));
      Thread.ofPlatform().daemon().name("belay-in-" + label).start(() -> write(child.stdin()));
      boolean isTimedOut = !endsInTime(child);
      if (isTimedOut) {
        children.end(child);
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
      children.end(child);
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
      // It is being stopped; what was read is kept.
    } finally {
      drained.complete(true);
    }
  }

  private void write(OutputStream stdin) {
    try (stdin) {
      stdin.write(command.input());
    } catch (IOException _) {
      // It does not want to know more.
    }
  }
}
