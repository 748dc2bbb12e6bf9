package dev.belay.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.Launch;
import dev.belay.tools.call.Command;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolBody;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("S1-81, S1-102: a tool runs programs in its call's own tree")
@Tag("process")
final class ExecTest {
  private final Governor governor =
      new Governor(GovernorOptions.system().withGrace(Duration.ofMillis(300)));
  private final ToolRunner runner =
      new ToolRunner(RunnerOptions.of(governor, Time.system(), new PlainContract(), new Random(1)));
  private final Beats client = new Beats();

  /** Waits for the heartbeats of a call. */
  private static final class Beats extends Heard {
    final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    @Override
    public void progress(@Nullable Double done, @Nullable Double total, @Nullable String message) {
      if (message != null) {
        said.add(message);
      }
    }
  }

  @AfterEach
  void close() {
    governor.close();
    runner.close();
    assertThat(runner.spawner().children()).isEmpty();
  }

  private ToolRun start(ToolBody body) {
    NativeTool tool = Rig.tool(body);
    return runner.start(tool, Rig.request("{}"), client);
  }

  private static String text(ToolEnd end) {
    return ((dev.belay.tools.result.Content.Text) end.result().content().getFirst()).text();
  }

  private String run(ToolBody body) throws InterruptedException {
    return text(start(body).join());
  }

  /** A dead process that still has an entry in the process table counts as gone. */
  private static boolean isGone(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/stat")).contains(") Z ");
    } catch (IOException _) {
      // It has none any more, or has just lost it.
      return true;
    }
  }

  @Test
  @DisplayName("output, errors and exit code come back; input and variables go in")
  void plain(@TempDir Path here) throws InterruptedException {
    assertThat(
            run(call ->
                call.exec(
                    Command.of(
                            "sh", "-c", "read line; echo \"$line $SAY $(pwd)\"; echo e >&2; exit 3")
                        .in(here)
                        .with("SAY", "you")
                        .reading("hello\n"))))
        .isEqualTo(
            "CommandResult[exitCode=3, output=hello you "
                + here
                + "\n, errors=e\n, isTimedOut=false]");
  }

  @Test
  @DisplayName("a program that fails can fail the call, with its exit code and what it wrote")
  void orThrow() throws InterruptedException {
    assertThat(run(call -> call.exec("sh", "-c", "echo half; echo why >&2; exit 7").orThrow()))
        .isEqualTo("The command ended with exit code 7.\nIt wrote:\nhalf\nIts errors:\nwhy");
  }

  @Test
  @DisplayName("a program that is not there is named")
  void missing() throws InterruptedException {
    assertThat(run(call -> call.exec("no-such-program-here")))
        .contains("cannot start", "no-such-program-here");
  }

  @Test
  @DisplayName("what it writes is kept only up to a bound, its beginning and its end")
  void bounded() throws InterruptedException {
    var text =
        run(call ->
            call.exec(
                    Command.of(
                            "sh",
                            "-c",
                            "echo first; i=0; while [ $i -lt 2000 ]; do echo line $i; i=$((i+1));"
                                + " done")
                        .keeping(200))
                .output());

    assertThat(text)
        .startsWith("first\nline 0\n")
        .contains("bytes left out …")
        .endsWith("line 1999\n");
    assertThat(text.length()).isLessThan(300);
  }

  @Test
  @DisplayName("each line is a heartbeat")
  void beats() throws InterruptedException {
    assertThat(run(call -> call.exec("sh", "-c", "echo working").exitCode())).isEqualTo("0");
    assertThat(client.said.take()).isEqualTo("working");
  }

  @Test
  @DisplayName(
      "taking the call back ends the whole tree, one that ignores TERM too; what it wrote is told")
  void cancelled(@TempDir Path here) throws IOException, InterruptedException {
    var started =
        start(call ->
            call.exec(
                "sh",
                "-c",
                "trap '' TERM; sleep 300 & echo $! > '"
                    + here
                    + "/child'; echo half done; wait; wait; wait"));
    assertThat(client.said.take()).isEqualTo("half done");
    started.call().cancel(Cause.USER, "me");
    var end = started.join();

    assertThat(text(end))
        .isEqualTo("[CANCELLED] Call cancelled by user. (me)\nsh had written:\nhalf done");
    runner.close();
    var child = Long.parseLong(Files.readString(here.resolve("child")).strip());
    assertThat(isGone(child)).isTrue();
  }

  @Test
  @DisplayName("a limit ends it likewise, and the error has what it wrote by then")
  void timedOut() throws InterruptedException {
    var started =
        start(call ->
            call.exec(
                "sh", "-c", "while :; do echo begun; sleep 0.2; echo oops >&2; sleep 0.2; done"));
    var open = new HashSet<>(Set.of("begun", "oops"));
    while (!open.isEmpty()) {
      open.remove(client.said.take());
    }
    started.call().replaceLimits(new Limits(Duration.ofNanos(1), Duration.ZERO), "the test");

    assertThat(text(started.join()))
        .startsWith("Tool exceeded wall-clock limit of ")
        .contains("\nsh had written:\nbegun\n")
        .contains("\nsh had written to its standard error:\noops");
  }

  @Test
  @DisplayName("what a program leaves behind ends with it")
  void leftBehind(@TempDir Path here) throws IOException, InterruptedException {
    assertThat(
            run(call ->
                call.exec("sh", "-c", "sleep 300 >/dev/null 2>&1 & echo $! > '" + here + "/child'")
                    .exitCode()))
        .isEqualTo("0");

    var child = Long.parseLong(Files.readString(here.resolve("child")).strip());
    assertThat(isGone(child)).isTrue();
  }

  @Test
  @DisplayName("only the variables that it is given, where that is what is asked for")
  void environment() throws InterruptedException {
    assertThat(
            run(call ->
                call.exec(
                        Command.of("sh", "-c", "echo ${HOME:-none} $A")
                            .withOnly(Map.of("A", "1", "PATH", "/usr/bin:/bin")))
                    .output()))
        .isEqualTo("none 1\n");
  }

  @ParameterizedTest
  @CsvSource({"true, KILLED", "false, INTERRUPTED"})
  @DisplayName("What the call's own thread ended is killed, if that was because of the stop")
  void theThreadOfTheCallIsFirst(boolean isStopped, StopStep step) throws Exception {
    var children = new Children(Duration.ofSeconds(2));
    var launch = new Launch(List.of("sleep", "1000"), Map.of(), Optional.empty(), "sleep", _ -> {});
    var child = runner.spawner().start(launch);
    children.began(child, new Children.Written("sleep", new KeptOutput(1), new KeptOutput(1)));
    children.end(child, isStopped);
    assertThat(children.stop(new Stop.Cancelled(Cause.USER, "test"))).isEqualTo(step);
  }
}
