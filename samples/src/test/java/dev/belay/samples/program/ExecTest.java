package dev.belay.samples.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Time;
import dev.belay.samples.LiveCalls;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.inject.ProtectedFiles;
import dev.belay.tools.result.Content;
import dev.belay.tools.run.ToolEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("S1-81, S1-102: exec runs programs in its call's own tree")
@Tag("process")
final class ExecTest {
  @TempDir Path temp;
  private Path root;
  private final Hurried time = new Hurried();
  @AutoClose private LiveCalls calls;
  private final Queue<String> heard = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void tools() throws IOException {
    root = Files.createDirectory(temp.toRealPath().resolve("root"));
    Files.createDirectory(root.resolve("sub"));
    calls =
        new LiveCalls(
            Tools.of(new Exec(new AllowedRoots(List.of(root), new ProtectedFiles()))), time);
  }

  /** The system's clock, except that the longest timeout passes when the test says so. */
  private static final class Hurried implements Time {
    static final int LONGEST_MS = 1_800_000;
    private static final Duration LONGEST = Duration.ofMillis(LONGEST_MS);

    private final CompletableFuture<Boolean> over = new CompletableFuture<>();

    void passLongest() {
      over.complete(true);
    }

    @Override
    public long nanos() {
      return Time.system().nanos();
    }

    @Override
    public Instant wall() {
      return Time.system().wall();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
      return Time.system().after(delay, action);
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
      Time.system().sleep(delay);
    }

    @Override
    public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
      if (!limit.equals(LONGEST)) {
        return Time.system().await(stage, limit);
      }
      var whole = stage.toCompletableFuture();
      Time.system().await(CompletableFuture.anyOf(whole, over), limit);
      return whole.isDone();
    }
  }

  private static String text(ToolEnd end) {
    return ((Content.Text) end.result().content().getFirst()).text();
  }

  private String run(String directory, String... command) throws InterruptedException {
    var arguments = Map.of("command", List.of(command), "directory", directory);
    return text(calls.start("exec", arguments, (_, line) -> heard.add(line)).join());
  }

  @Test
  @DisplayName("what it writes comes back, and its lines are heard on the way")
  void output() throws InterruptedException {
    assertThat(run(".", "echo", "one")).isEqualTo("one\n");
    assertThat(heard).containsExactly("one");
    assertThat(run(".", "pwd")).isEqualTo(root + "\n");
    assertThat(run("sub", "pwd")).isEqualTo(root.resolve("sub") + "\n");
    assertThat(run(".", "sh", "-c", "echo out; echo err >&2"))
        .isEqualTo("out\n\n[standard error]\nerr\n");
  }

  @Test
  @DisplayName("SEC-M2: it has the environment of any child, and no key or token of Belay's own")
  void environment() throws InterruptedException {
    assertThat(System.getenv()).as("without which this shows nothing").containsKey("JAVA_HOME");
    assertThat(run(".", "env").lines())
        .isNotEmpty()
        .allMatch(line ->
            line.matches(
                "(PATH|HOME|LANG|LANGUAGE|TZ|TMPDIR|TMP|TEMP|LC_[A-Z]+|BELAY_ROPE_\\w+)=.*"));
  }

  @Test
  @DisplayName("no shell reads the words")
  void noShell() throws InterruptedException {
    assertThat(run(".", "echo", "$HOME; ls")).isEqualTo("$HOME; ls\n");
  }

  @Test
  @DisplayName("a program that fails, or cannot begin, is an error that says why")
  void errors() throws InterruptedException {
    assertThat(run(".", "sh", "-c", "echo half; exit 3"))
        .isEqualTo("The command ended with exit code 3.\nIt wrote:\nhalf");
    assertThat(run(".", "no-such-program-here")).contains("no-such-program-here");
    assertThat(run("..", "pwd")).contains("is outside of");
    assertThat(run("none", "pwd")).contains("none does not exist");
    assertThat(run(".", " ")).contains("command must begin with the name of a program");
    var none = calls.start("exec", Map.of("command", List.of()), (_, _) -> {}).join();
    assertThat(text(none)).contains("command must begin with the name of a program");
  }

  @ParameterizedTest
  @CsvSource({"0, cancelled", Hurried.LONGEST_MS + ", failed"})
  @DisplayName(
      "S1-78, S1-81: as it is stopped, or at its own timeout, its whole tree ends, and what it"
          + " wrote is told")
  void ends(int timeout, String outcome) throws InterruptedException {
    var child = new AtomicLong();
    // If the program itself ends first, Java may consider its pipe ended, too.
    var command = List.of("sh", "-c", "sleep 300 & echo begun $!; wait");
    var end =
        calls
            .start(
                "exec",
                timeout == 0
                    ? Map.of("command", command)
                    : Map.of("command", command, "timeout", timeout),
                (call, line) -> {
                  if (line.startsWith("begun ")) {
                    child.set(Long.parseLong(line.substring("begun ".length())));
                    if (timeout == 0) {
                      call.cancel(Cause.USER, "the test");
                    } else {
                      time.passLongest();
                    }
                  }
                })
            .join();
    // Gone by then, or soon: one wait suffices.
    ProcessHandle.of(child.get()).ifPresent(process -> process.onExit().join());
    assertThat(end.outcome().word()).isEqualTo(outcome);
    assertThat(end.result().isError()).isTrue();
    assertThat(text(end)).contains("begun ");
    if (timeout > 0) {
      assertThat(text(end))
          .startsWith("The command ran into its own timeout. Its processes were ended.")
          .contains("It wrote:\nbegun ");
    }
    assertThat(run(".", "echo", "next")).isEqualTo("next\n");
  }
}
