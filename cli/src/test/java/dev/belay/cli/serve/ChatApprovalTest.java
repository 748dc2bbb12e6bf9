package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Longer than other files: one terminal, and each thing that a person or a gateway may do while it
 * asks.
 */
@DisplayName("belay chat asks the person at its terminal about the calls of the agent's turn")
@Tag("process")
final class ChatApprovalTest {
  private static final String PROMPT = "Allow? [y]es once, [n]o [reason]: ";

  private FakeShell shell = new FakeShell();

  @BeforeEach
  void plug() throws IOException {
    shell = new FakeShell().withKeyboard();
  }

  private static Serve asking() throws IOException, InterruptedException {
    return Serve.puppet()
        .tool("*echo", "{\"approval\":\"ask\",\"approval_reason\":\"it speaks\"}")
        .agent(
            "main",
            "rules:",
            "  - when: '^two'",
            "    steps:",
            "      - call: [{name: echo, input: {text: one}}, {name: echo, input: {text: two}}]",
            "      - say: '{{result.0}} and {{result.1}}'",
            "  - when: '^ask'",
            "    steps:",
            "      - call: [{name: sessions_ask, input: {agent: other, message: speak}}]",
            "      - say: 'Told: {{result.0}}'",
            "  - when: '^speak'",
            "    steps:",
            "      - say: I would speak.",
            "        call: [{name: echo, input: {text: \"h\\u202ei\"}}]",
            "      - say: '{{result.0}}'",
            "otherwise: {say: I hear you.}")
        .agent(
            "other",
            "rules:",
            "  - when: '^speak'",
            "    steps:",
            "      - call: [{name: echo, input: {text: below}}]",
            "      - say: '{{result.0}}'",
            "otherwise: {say: never}");
  }

  private CompletableFuture<ExitCode> chat(Served served, String message) {
    return served.start(shell, "chat", message);
  }

  @Test
  @DisplayName("All arguments are shown with the reason, on a line of their own; a yes runs it")
  void allowed() throws Exception {
    shell.onTerminal();
    try (var served = asking().start()) {
      var ended = chat(served, "speak");
      shell.awaitPrompts(1);
      Patience.await(() -> shell.out().contains("I would speak.\n"), shell::out);
      assertThat(shell.out()).isEqualTo("I would speak.\n");
      assertThat(shell.err())
          .contains("tool        echo\n", "asked for   it speaks\n", "  \"text\": \"h⟦U+202E⟧i\"\n")
          .contains("note        Has characters without a shape: U+202E.")
          .containsPattern("Refused in (2m00s|1m\\d\\ds) without an answer; Ctrl-C cancels.\n")
          .endsWith(PROMPT);
      assertThat(served.log("call")).isEmpty();
      shell.type("y\n");
      assertThat(ended.join()).as(shell.err()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).startsWith("I would speak.\nh");
      assertThat(served.log("call")).containsExactly("echo");
    }
  }

  @Test
  @DisplayName("Calls of parallel tools are asked about one after another")
  void parallel() throws Exception {
    shell.onTerminal();
    try (var served = asking().start()) {
      var ended = chat(served, "two");
      shell.awaitPrompts(1);
      Patience.await(() -> openCalls(served) == 2, () -> "the calls do not wait together");
      assertThat(shell.prompts()).isEqualTo(1);
      boolean isFirst = shell.err().contains("\"text\": \"one\"");
      shell.type("y\n");
      shell.awaitPrompts(2);
      shell.type("n\n");
      assertThat(ended.join()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).containsOnlyOnce("[DENIED] A person did not allow this call (local)");
      assertThat(shell.out().startsWith("one and [")).isEqualTo(isFirst);
      assertThat(served.log("call")).containsExactly("echo");
    }
  }

  private static long openCalls(Served served) throws InterruptedException {
    var list = served.modern();
    return list.send(list.bare("GET").to("/api/calls").with("Authorization", token(served)))
            .body()
            .split("\"held\":\"approval\"", -1)
            .length
        - 1;
  }

  private static String token(Served served) {
    var file = Path.of(served.environment().get("XDG_STATE_HOME"), "belay/token");
    try {
      return "Bearer " + Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("Ctrl-C at the question cancels the turn, and nothing ran")
  void ctrlC() throws Exception {
    shell.onTerminal();
    try (var served = asking().start()) {
      var ended = chat(served, "speak");
      shell.awaitPrompts(1);
      shell.interrupt();
      assertThat(ended.join()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(shell.err()).contains(PROMPT + "\n").endsWith("belay: Turn cancelled\n");
      assertThat(shell.prompts()).isEqualTo(1);
      assertThat(openCalls(served)).as("calls that wait").isZero();
      assertThat(served.log("call")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"approve", "deny"})
  @DisplayName("Where another person decides first, the question is void, and it says who")
  void decidedElsewhere(String verdict) throws Exception {
    shell.onTerminal();
    try (var served = asking().start()) {
      var ended = chat(served, "speak");
      shell.awaitPrompts(1);
      var id = shell.err().lines().filter(line -> line.startsWith("call  ")).findFirst();
      assertThat(
              served.run(
                  new FakeShell(), "approvals", verdict, id.orElseThrow().substring(12).strip()))
          .isEqualTo(ExitCode.OK);
      assertThat(ended.join()).isEqualTo(ExitCode.OK);
      var how = verdict.equals("approve") ? "allowed" : "denied";
      assertThat(shell.err()).contains("belay: the call is " + how + " by local via api\n");
      assertThat(served.log("call")).hasSize(verdict.equals("approve") ? 1 : 0);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName(
      "Without an answer the call is refused in time, and the turn goes on; who may not decide is"
          + " told so once, and the call waits for another person")
  void expired(boolean mayDecide) throws Exception {
    var time = new HandTime();
    var serve = asking().on(time).outside("BELAY_TOKENS", "ada: adas-token-0123456789");
    shell.onTerminal();
    if (!mayDecide) {
      serve.auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}");
      shell.with("BELAY_TOKEN", "adas-token-0123456789");
    }
    try (var served = serve.start()) {
      var ended = chat(served, "two");
      shell.awaitPrompts(1);
      if (!mayDecide) {
        shell.type("y\n");
        shell.awaitErr("belay: deciding on calls needs the scope admin");
        shell.awaitErr("waits for a person: belay approvals show");
      }
      Patience.await(time, Duration.ofSeconds(1), ended::isDone, shell::err);
      assertThat(ended.join()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("Command timed out waiting for approval.");
      if (mayDecide) {
        assertThat(shell.err()).contains(PROMPT, "belay: the call is expired");
      } else {
        assertThat(shell.prompts()).isEqualTo(1);
      }
      assertThat(served.log("call")).isEmpty();
    }
  }

  @Test
  @DisplayName("A call of an agent that was asked by the agent is asked about as well")
  void below() throws Exception {
    shell.onTerminal();
    try (var served = asking().start()) {
      var ended = chat(served, "ask");
      shell.awaitPrompts(1);
      assertThat(shell.err()).contains("\"text\": \"below\"");
      shell.type("y\n");
      assertThat(ended.join()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("Told: below");
    }
  }

  @Test
  @DisplayName(
      "The calls of others are not asked about; the model reads the reason of a no, and only a yes"
          + " or a no is an answer")
  void denied() throws Exception {
    shell.onTerminal();
    try (var served = asking().start()) {
      var _ = Served.call(served.modern(), "1", "echo", "{\"text\":\"of another\"}");
      Patience.await(() -> openCalls(served) == 1, () -> "it does not wait");
      var ended = chat(served, "speak");
      shell.awaitPrompts(1);
      shell.type("yy\n");
      shell.awaitPrompts(2);
      shell.type("no wrong words\n");
      assertThat(ended.join()).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains("[DENIED] A person did not allow this call (local: wrong words).");
      assertThat(shell.err()).doesNotContain("of another");
      assertThat(openCalls(served)).isEqualTo(1);
      assertThat(served.log("call")).isEmpty();
    }
  }

  @Test
  @DisplayName("Without a terminal it says where the call is seen, and waits for that decision")
  void nobody() throws Exception {
    try (var served = asking().start()) {
      var ended = chat(served, "speak");
      shell.awaitErr(" waits for a person: belay approvals show ");
      assertThat(shell.err())
          .contains(
              "belay: faulty echo waits for a person",
              " --url http://127.0.0.1:" + served.url().getPort())
          .doesNotContain("Allow?");
      var id = shell.err().replaceAll("(?s).*approvals show (\\w+) .*", "$1");
      assertThat(served.run(new FakeShell(), "approvals", "approve", id)).isEqualTo(ExitCode.OK);
      assertThat(ended.join()).isEqualTo(ExitCode.OK);
      assertThat(served.log("call")).containsExactly("echo");
    }
  }

  /** The configuration of a gateway of the command's own. */
  private static List<String> own(Path dir) throws IOException {
    Files.writeString(
        dir.resolve("demo.yaml"),
        """
        rules:
          - when: '^speak'
            steps:
              - say: I would speak.
                call: [{name: echo, input: {text: aloud}}]
              - say: 'It is {{result.0}}.'
        otherwise: {say: I hear you.}
        """);
    var config =
        Files.writeString(
            dir.resolve("belay.yaml"),
            """
            models: { script: { provider: scripted, script: demo.yaml } }
            agents: { main: { instructions: "Be brief." } }
            tools: { "*echo": { approval: person } }
            """);
    var words = new ArrayList<>(List.of("--config", config.toString(), "--"));
    words.addAll(FaultyServers.command("--log", dir.resolve("log").toString()));
    return words;
  }

  @Test
  @DisplayName("J10: on a real terminal it asks in the conversation, which goes on after it")
  void pty(@TempDir Path dir) throws Exception {
    var script = Path.of("/usr/bin/script");
    assumeThat(script).as("script of util-linux opens the terminal").isExecutable();
    var words = new ArrayList<>(List.of("chat"));
    words.addAll(own(dir));
    var belay = BelayProcess.startOnTerminal(script, dir, words);
    try {
      belay.awaitOut("main> ");
      belay.press("speak\r");
      belay.awaitOut(PROMPT);
      belay.press("n not now\n");
      belay.awaitOut("(local: not now)");
      belay.press("speak\r");
      Patience.await(
          () -> belay.out().lastIndexOf(PROMPT) > belay.out().indexOf("not now)"), belay::out);
      belay.press("y\n");
      belay.awaitOut("It is aloud.");
      belay.press("hello\r");
      belay.awaitOut("I hear you.");
      belay.press("/quit\r");
      assertThat(belay.process().waitFor()).isZero();
    } finally {
      belay.process().destroy();
    }
    assertThat(Files.readAllLines(dir.resolve("log")).stream().filter("call echo"::equals))
        .hasSize(1);
  }
}
