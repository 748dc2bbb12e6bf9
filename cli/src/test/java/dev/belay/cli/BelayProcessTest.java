package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@EnabledOnOs(OS.LINUX)
@Tag("process")
final class BelayProcessTest {
  @TempDir private Path dir;

  @ParameterizedTest
  @CsvSource({"INT,130", "TERM,143"})
  @DisplayName("Ctrl-C cancels the call, and the tree is gone before the prompt is back")
  void aSignalLeavesNothingBehind(String signal, int exit)
      throws IOException, InterruptedException {
    var log = dir.resolve("log");
    var belay =
        BelayProcess.start(
            dir, List.of(), call(log, "spawn_and_hang", "kind=setsid", "--idle-timeout", "0"));
    await(log, "spawned ");

    kill(signal, belay);

    assertThat(belay.process().waitFor()).isEqualTo(exit);
    assertThat(LiveProcesses.aliveWithCommand(log.toString())).isEmpty();
    assertThat(pids(log, "pid ", "spawned "))
        .hasSizeGreaterThan(1)
        .noneMatch(LiveProcesses::isAlive);
    assertThat(belay.out()).isEmpty();
    assertThat(belay.err()).contains("[CANCELLED] ");
  }

  @Test
  void aSecondCtrlCDoesNotWait() throws IOException, InterruptedException {
    var log = dir.resolve("log");
    var belay =
        BelayProcess.start(
            dir, List.of(), call(log, "hang", "--cancel-grace=50", "--", "--ignore-term"));
    await(log, "call hang");

    kill("INT", belay);
    kill("INT", belay);

    assertThat(belay.process().waitFor()).isEqualTo(130);
    LiveProcesses.awaitGone(pids(log, "pid "));
  }

  @Test
  @DisplayName("Only the result reaches standard output, and the exit code is the shell's")
  void aCallIsAProgramLikeAnyOther() throws IOException, InterruptedException {
    var belay = BelayProcess.start(dir, List.of(), call(dir.resolve("log"), "echo", "text=hello"));

    assertThat(belay.process().waitFor()).isZero();
    assertThat(belay.out()).isEqualTo("hello\n");
    assertThat(belay.err()).isEmpty();
  }

  @Test
  void aReaderThatLeavesIsNoDefect() throws IOException, InterruptedException {
    var belay =
        BelayProcess.start(
            dir, List.of(), call(dir.resolve("log"), "big_result", "bytes=2000000"), "/dev/full");

    assertThat(belay.process().waitFor()).isEqualTo(1);
    assertThat(belay.err()).startsWith("belay: cannot write: ").doesNotContain("Exception");
  }

  @Test
  @DisplayName("wrap is parsed without a command-line library; call is not")
  void wrapLoadsNoLibraryOfCommandLines() throws IOException, InterruptedException {
    assertThat(classesOf("wrap", "--", "true"))
        .contains("dev.belay.cli.wrap.WrapCommand")
        .doesNotContain("picocli", "snakeyaml");
    assertThat(classesOf("wrap", "--help")).doesNotContain("picocli");
    assertThat(classesOf("call", "--help")).contains("picocli");
  }

  private String classesOf(String... args) throws IOException, InterruptedException {
    var classes = dir.resolve("classes.txt");
    var belay = BelayProcess.start(dir, List.of("-Xlog:class+load:file=" + classes), List.of(args));
    belay.process().getOutputStream().close();
    assertThat(belay.process().waitFor()).isZero();
    return Files.readString(classes);
  }

  /** Words after a lone {@code --} are options of the server. */
  private static List<String> call(Path log, String... words) {
    var all = new ArrayList<>(List.of("call"));
    var options = new ArrayList<>(List.of("--log", log.toString()));
    var own = List.of(words);
    int end = own.indexOf("--");
    all.addAll(end < 0 ? own : own.subList(0, end));
    options.addAll(end < 0 ? List.of() : own.subList(end + 1, own.size()));
    all.add("--");
    all.addAll(FaultyServers.command(options.toArray(String[]::new)));
    return all;
  }

  private static void kill(String signal, BelayProcess belay)
      throws IOException, InterruptedException {
    var pid = Long.toString(belay.process().pid());
    assertThat(new ProcessBuilder("kill", "-" + signal, pid).start().waitFor()).isZero();
  }

  private static void await(Path log, String part) throws InterruptedException {
    Patience.await(() -> read(log).contains(part), () -> "no '" + part + "' in " + read(log));
  }

  private static String read(Path log) {
    try {
      return Files.exists(log) ? Files.readString(log) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Long> pids(Path log, String... words) throws IOException {
    var pids = new ArrayList<Long>();
    for (var line : Files.readAllLines(log)) {
      for (var word : words) {
        if (line.startsWith(word)) {
          pids.add(Long.valueOf(line.substring(word.length()).strip()));
        }
      }
    }
    return pids;
  }
}
