package dev.belay.process.spawn;

import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/**
 * A process below a child that forks itself anew and exits, over and over, and ignores TERM.
 *
 * <p>All its descendants hold one pipe, so the end of that pipe is the end of them all.
 */
final class SelfForker implements AutoCloseable {
  private static final String PROGRAM =
      """
      use POSIX;
      my ($pipe, $leave, $millis, $session) = @ARGV;
      $SIG{$_} = 'IGNORE' for qw(TERM HUP INT);
      open(my $hold, '>', $pipe) or die;
      open(STDOUT, '>', '/dev/null');
      open(STDERR, '>', '/dev/null');
      while (-e $leave) {
        my $child = fork;
        POSIX::_exit(0) if $child;
        POSIX::setsid() if $session;
        select(undef, undef, undef, $millis / 1000);
      }
      """;

  private final Path directory;
  private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
  private final CompletableFuture<Integer> end = new CompletableFuture<>();

  /** Prepares a forker in an empty directory; {@link #launch} starts it. */
  SelfForker(Path directory) throws IOException, InterruptedException {
    this.directory = directory;
    Files.writeString(directory.resolve("fork.pl"), PROGRAM);
    Files.createFile(leave());
    new ProcessBuilder("mkfifo", pipe().toString()).start().waitFor();
    Thread.ofPlatform().name("forker-end").daemon().start(this::read);
  }

  private Path pipe() {
    return directory.resolve("pipe");
  }

  private Path leave() {
    return directory.resolve("leave");
  }

  private void read() {
    try (var pipe = Files.newInputStream(pipe())) {
      begun.complete(true);
      end.complete(pipe.read());
    } catch (IOException e) {
      end.completeExceptionally(e);
    }
  }

  /** {@return a parent that ends with its stdin, and the forker below it} */
  static Launch launch(Path directory, int millis, boolean newSessions) {
    return Real.sh(
        "cd %s && { perl fork.pl pipe leave %d %d & exec cat; }"
            .formatted(directory, millis, newSessions ? 1 : 0));
  }

  /** Blocks until it runs. */
  void awaitBegin() {
    begun.join();
  }

  /** {@return whether all of them are gone; the wait only ends a test that has already failed} */
  boolean hasEnded() throws InterruptedException {
    return Time.system().await(end, Patience.LIMIT);
  }

  /** Lets them end by themselves. */
  @Override
  public void close() throws IOException {
    Files.delete(leave());
    end.join();
  }
}
