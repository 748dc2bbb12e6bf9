package dev.belay.gateway.notice;

import dev.belay.config.NotifySettings.Recipient;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.ChildEnvironment;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Runs a program for each notice, which it gets on its standard input; its output is dropped. Its
 * whole process tree is ended with it, or once its time is up. Used by one thread.
 *
 * @param environment of this program, of which children get a part
 */
record ProgramDelivery(Spawner spawner, Map<String, String> environment, Time time) {
  static final Duration LIMIT = Duration.ofSeconds(10);

  private static final String LABEL = "notify";

  /** Its input has ended already, and so is no hint to exit: TERM comes at once. */
  private static final Grace GRACE = new Grace(Duration.ZERO, Duration.ofSeconds(1));

  void run(Recipient.Program program, Notice notice) throws Undelivered, InterruptedException {
    var child = start(program);
    boolean isOver;
    try {
      daemon("belay-out-" + LABEL, () -> drop(child.stdout()));
      daemon("belay-in-" + LABEL, () -> write(child.stdin(), notice));
      isOver = time.await(child.exited(), LIMIT);
    } finally {
      // Also what it has left behind.
      var _ = child.stop(GRACE);
    }
    var name = program.words().getFirst();
    if (!isOver) {
      throw new Undelivered(
          name + " did not end within " + LIMIT.toSeconds() + " s, and was ended", false);
    }
    var exit = child.exited().toCompletableFuture().join();
    if (exit.code() != 0) {
      var lines = child.lastErrorLines();
      throw new Undelivered(
          name
              + " failed ("
              + exit.describe()
              + ")"
              + (lines.isEmpty() ? "" : ": " + lines.getLast()),
          false);
    }
  }

  private Child start(Recipient.Program program) throws Undelivered {
    try {
      return spawner.start(
          new Launch(
              program.words(),
              ChildEnvironment.forConfig(environment, program.env()),
              Optional.empty(),
              LABEL,
              _ -> {}));
    } catch (CannotStart e) {
      throw new Undelivered(String.valueOf(e.getMessage()), false);
    }
  }

  private static void daemon(String name, Runnable task) {
    Thread.ofPlatform().daemon().name(name).start(task);
  }

  private static void drop(InputStream output) {
    try {
      output.transferTo(OutputStream.nullOutputStream());
    } catch (IOException _) {
      // It has ended.
    }
  }

  private static void write(OutputStream input, Notice notice) {
    try (input) {
      input.write(notice.json().getBytes(StandardCharsets.UTF_8));
      input.write('\n');
    } catch (IOException _) {
      // It need not read all of it.
    }
  }
}
