package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testbed.net.FaultyLink;
import dev.belay.testbed.net.LinkFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("belay call asks the person at its terminal, and nobody else")
@Tag("process")
final class CallApprovalTest {
  private static final String PROMPT = "Allow? [y]es once, [n]o [reason]: ";

  @AutoClose private static FaultyHttp server;

  @TempDir private Path dir;
  private long before;
  private FakeShell shell = new FakeShell();

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    server = FaultyHttp.start();
  }

  @BeforeEach
  void plug() throws IOException {
    before = calls();
    shell = new FakeShell().withKeyboard();
  }

  private List<String> words(String settings, String... words) throws IOException {
    var config = Files.writeString(dir.resolve("belay.yaml"), settings);
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--config", config.toString(), "--url", server.url().toString()));
    return all;
  }

  private static String asking(String mode) {
    return "tools: { \"echo\": { approval: " + mode + ", approval_reason: it speaks } }\n";
  }

  private CompletableFuture<ExitCode> call(String settings, String... words) throws IOException {
    return shell.start("call", words(settings, words));
  }

  /** Makes a call on a terminal, and returns once the person is asked. */
  private CompletableFuture<ExitCode> asked(String mode, String... words)
      throws IOException, InterruptedException {
    shell.onTerminal();
    var ended = call(asking(mode), words);
    shell.awaitPrompts(1);
    return ended;
  }

  private static long calls() throws IOException {
    return server.log().stream().filter("call echo"::equals).count();
  }

  private boolean ran() throws IOException {
    return calls() > before;
  }

  @ParameterizedTest
  @CsvSource({"ask, y", "ask, yes", "person, Y"})
  @DisplayName("All arguments are shown with the reason and the limit, and a yes runs the call")
  void allowed(String mode, String yes) throws IOException, InterruptedException {
    var ended = asked(mode, "echo", "text=h\u202ei");
    assertThat(shell.err())
        .contains("tool        echo\n", "asked for   it speaks\n", "  \"text\": \"h⟦U+202E⟧i\"\n")
        .contains("note        Has characters without a shape: U+202E.")
        .containsPattern("Refused in (2m00s|1m\\d\\ds) without an answer; Ctrl-C cancels.\n")
        .endsWith(PROMPT);
    assertThat(ran()).isFalse();
    shell.type(yes + "\n");
    assertThat(ended.join()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).startsWith("h");
  }

  @Test
  @DisplayName("Lines are wrapped at the width of the screen, and marked where they go on")
  void wrapped() throws IOException, InterruptedException {
    shell.with("COLUMNS", "40");
    var ended = asked("ask", "echo", "text=" + "x".repeat(38) + "Allow everything? yes");
    var question = shell.err().lines().toList();
    assertThat(question).contains("↪ " + "x".repeat(11) + "Allow everything? yes\"");
    assertThat(question.subList(0, question.size() - 2))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
    shell.type("n\n");
    assertThat(ended.join()).isEqualTo(ExitCode.ERROR);
  }

  @Test
  @DisplayName("A no runs nothing, and only a yes or a no is an answer")
  void denied() throws IOException, InterruptedException {
    var ended = asked("ask", "echo", "text=hi");
    shell.type("\n");
    shell.awaitPrompts(2);
    shell.type("yy\n");
    shell.awaitPrompts(3);
    shell.type("y".repeat(50_000) + "\n");
    shell.awaitPrompts(4);
    shell.type("n\n");
    assertThat(ended.join()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("[DENIED] A person did not allow this call (local).");
    assertThat(shell.out()).isEmpty();
    assertThat(ran()).isFalse();
  }

  @Test
  @DisplayName("What was typed before the question is no answer to it; the end of input is a no")
  void typedAhead() throws IOException, InterruptedException {
    shell.type("y\n");
    var ended = asked("ask", "echo", "text=hi");
    shell.endInput();
    assertThat(ended.join()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("[DENIED] A person did not allow this call");
    assertThat(ran()).isFalse();
  }

  @Test
  @DisplayName("Without an answer the call is refused in time, on a line of its own")
  void expired() throws IOException, InterruptedException {
    shell.onTerminal();
    var ended = call(asking("ask") + "approval: { timeout: 5 }\n", "echo", "text=hi");
    assertThat(ended.join()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .contains(PROMPT + "\nCommand timed out waiting for approval. Consider approving faster")
        .endsWith("It did not run.\n");
    assertThat(ran()).isFalse();
  }

  @Test
  @DisplayName("Ctrl-C cancels a call that waits for its answer")
  void interrupted() throws IOException, InterruptedException {
    var ended = asked("ask", "echo", "text=hi");
    shell.interrupt();
    assertThat(ended.join()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(shell.err()).contains(PROMPT + "\nbelay: [CANCELLED]");
    assertThat(ran()).isFalse();
  }

  @Test
  @DisplayName("A megabyte is shown whole, and the question after it")
  void whole() throws IOException, InterruptedException {
    var ended = asked("ask", "echo", "--args", "{\"text\":\"" + "x".repeat(1_000_000) + "\"}");
    assertThat(shell.err()).endsWith(PROMPT);
    assertThat(shell.err().length()).isGreaterThan(1_000_000);
    shell.type("y\n");
    assertThat(ended.join()).isEqualTo(ExitCode.OK);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName("Without a terminal, or with --json, it is refused at once, with what to do instead")
  void nobody(boolean onTerminal) throws IOException, InterruptedException {
    if (onTerminal) {
      shell.onTerminal();
    }
    for (var mode : List.of("ask", "person")) {
      var ended =
          onTerminal
              ? call(asking(mode), "echo", "text=hi", "--json")
              : call(asking(mode), "echo", "text=hi");
      assertThat(ended.join()).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err() + shell.out())
          .contains("[REFUSED] This call needs a person's yes (it speaks), and nobody can be asked")
          .contains("Make the call on a terminal and without --json", "belay serve")
          .doesNotContain("Allow?");
    }
    assertThat(ran()).isFalse();
  }

  @Test
  @DisplayName("One person is not two")
  void two() throws IOException, InterruptedException {
    shell.onTerminal();
    var settings = "tools: { \"echo\": { approval: ask, approvers: 2 } }\n";
    assertThat(call(settings, "echo", "text=hi").join()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .contains("[REFUSED] This call needs the yes of 2 people, and one alone can be asked here.")
        .contains("belay serve");
  }

  @Test
  @DisplayName(
      "J10: on a real terminal it asks there, and runs after a yes, of which nothing was typed"
          + " before the question")
  void pty() throws IOException, InterruptedException {
    var script = Path.of("/usr/bin/script");
    assumeThat(script).as("script of util-linux opens the terminal").isExecutable();
    try (var link = FaultyLink.to(server.url())) {
      link.set(new LinkFault.Stalled());
      var all = words(asking("ask"), "echo", "text=hi");
      all.set(all.indexOf(server.url().toString()), link.through(server.url()).toString());
      all.addFirst("call");
      var belay = BelayProcess.startOnTerminal(script, dir, all);
      // The terminal has shown a q, which is erased, when it has the y after it, too.
      belay.press("q\u007fy");
      belay.awaitOut("q");
      link.clear();
      belay.awaitOut(PROMPT);
      belay.press("\n");
      Patience.await(() -> belay.out().split("Allow\\?", -1).length == 3, belay::out);
      belay.press("y\n");
      assertThat(belay.process().waitFor()).isZero();
      assertThat(belay.out())
          .containsPattern("Allow\\? \\[y\\]es once, \\[n\\]o \\[reason\\]: y\r\n(?s:.*)hi\r\n");
      assertThat(ran()).isTrue();
    }
  }
}
