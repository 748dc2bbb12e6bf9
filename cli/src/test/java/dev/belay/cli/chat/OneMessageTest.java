package dev.belay.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("belay chat MESSAGE: the answer on standard output, all else beside it")
@Tag("process")
final class OneMessageTest {
  private final FakeShell shell =
      new FakeShell().with("BELAY_TOKEN", "t").with("TERM", "xterm").with("LANG", "C.UTF-8");
  private FakeAgents agents;

  @BeforeEach
  void open() throws IOException {
    agents = new FakeAgents();
  }

  @AfterEach
  void close() {
    // Without its gateway, a chat of a test that has failed ends too.
    agents.close();
  }

  private CompletableFuture<ExitCode> chat(String... words) {
    return shell.start("chat", here(words));
  }

  private ExitCode said(String... words) throws IOException, InterruptedException {
    return shell.run("chat", here(words));
  }

  private List<String> here(String... words) {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", agents.url().toString()));
    return all;
  }

  private FakeShell pipe(String message) {
    return shell.typing(new ByteArrayInputStream(message.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void textAndToolsGoTheirOwnWays() throws InterruptedException {
    var running = chat("hello", "--agent", "writer", "--session", "s7");
    var talk = agents.heard();
    assertThat(talk.body().raw())
        .isEqualTo("{\"agentId\":\"writer\",\"sessionId\":\"s7\",\"message\":\"hello\"}");
    talk.begin()
        .send(1, "text_delta", "{\"text\":\"I look \"}")
        .send(2, "text_delta", "{\"text\":\"it up. \"}")
        .send(3, "tool_start", "{\"toolId\":\"a\",\"toolName\":\"search\"}")
        .send(
            4,
            "tool_result",
            "{\"toolId\":\"a\",\"toolName\":\"search\",\"result\":\"no such page\\nat all\","
                + "\"isError\":true,\"durationMs\":12300}")
        .send(5, "text_delta", "{\"text\":\"Nothing.\"}")
        .send(6, "turn_complete", "{\"toolCallCount\":1}")
        .end();

    assertThat(running.join()).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("I look it up. \nNothing.\n");
    assertThat(shell.err()).isEqualTo("belay: ✗ search 12.3s failed: no such page\n");
  }

  @Test
  @DisplayName("A model that is asked again is told of, with the pause and the reason")
  void retry() throws InterruptedException {
    var running = chat("hello");
    agents
        .heard()
        .begin()
        .send(
            1,
            "model_retry",
            "{\"attempt\":2,\"waitMs\":1500,\"reason\":\"Overloaded.\\u001b[2J\"}")
        .send(2, "text_delta", "{\"text\":\"Done.\"}")
        .send(3, "turn_complete", "{\"toolCallCount\":0}")
        .end();

    assertThat(running.join()).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("Done.\n");
    assertThat(shell.err()).isEqualTo("belay: Asking the model again in 1.5 s: Overloaded. [2J\n");
  }

  @Test
  @DisplayName("S1-69: on one screen nothing is drawn over the text, and no tool over the time")
  void onOneScreen() throws InterruptedException {
    shell.onTerminal();
    var running = chat("hello");
    agents
        .heard()
        .begin()
        .send(1, "text_delta", "{\"text\":\"I look\\u001b[2J\\u202e it up.\"}")
        .send(2, "tool_start", "{\"toolId\":\"a\",\"toolName\":\"search\"}")
        .send(
            3,
            "tool_result",
            "{\"toolId\":\"a\",\"toolName\":\"search\",\"result\":\"x\",\"isError\":false,"
                + "\"durationMs\":31000}")
        .send(4, "text_delta", "{\"text\":\"Done.\"}")
        .send(5, "turn_complete", "{\"toolCallCount\":1}")
        .end();

    assertThat(running.join()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("I look?[2J? it up.\nDone.\n");
    assertThat(shell.err())
        .startsWith(
            "belay: Talking to main (scripted demo) at " + agents.url() + ", conversation chat-")
        .contains("✓ search \u001b[31m31.0s\u001b[0m\n");
  }

  @Test
  @DisplayName("Nothing is shown of the agent's words while a person is asked, nor is any lost")
  void paused() throws IOException, InterruptedException {
    shell.withKeyboard().onOneScreen();
    var running = chat("hello");
    var events = agents.heard().begin().send(1, "text_delta", "{\"text\":\"I look\"}");
    shell.awaitErr("I look");
    agents.await("speak");
    shell.awaitPrompts(1);
    assertThat(shell.err()).containsOnlyOnce("I look\ncall        local-1\n");
    events
        .send(2, "text_delta", "{\"text\":\"Allow? Yes.\"}")
        .send(3, "tool_start", "{\"toolId\":\"a\",\"toolName\":\"search\"}");
    // For longer than the text waits for a screen that is not given back.
    for (int prompts = 2; prompts < 60; prompts++) {
      shell.type("\n");
      shell.awaitPrompts(prompts);
    }
    assertThat(shell.err()).doesNotContain("Yes.", "search");
    shell.type("y\n");
    assertThat(agents.awaitApproval()).isEqualTo("/api/approvals/local-1/approve");
    events.send(4, "turn_complete", "{\"toolCallCount\":1}").end();

    assertThat(running.join()).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).contains("Allow? Yes.\n");
  }

  @Test
  @DisplayName("S1-2, S1-49: Ctrl-C aborts the turn, and its last event is waited for")
  void ctrlC() throws InterruptedException {
    var running = chat("hello");
    var events = agents.heard().begin().send(1, "text_delta", "{\"text\":\"I\"}");
    shell.interrupt();
    assertThat(agents.awaitAbort()).isEqualTo("/api/turns/main%3As%3A1-1/abort");
    events.send(2, "turn_abort", "{\"reason\":\"user\",\"detail\":\"user\"}").end();

    assertThat(running.join()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(shell.err()).isEqualTo("belay: Turn cancelled\n");
  }

  @Test
  @DisplayName("A connection that breaks is taken up again behind the last event")
  void aBrokenConnection() throws InterruptedException {
    var running = pipe("what?\n").start("chat", here());
    var talk = agents.heard();
    assertThat(talk.body().at("message").text()).isEqualTo("what?");
    talk.begin().send(7, "text_delta", "{\"text\":\"one \"}").end();
    var again = agents.cameBack();
    assertThat(again.after()).isEqualTo("7");
    again.end();
    var last = agents.cameBack();
    assertThat(last.after()).isEqualTo("7");
    last.send(8, "text_delta", "{\"text\":\"two\"}").send(9, "turn_complete", "{}").end();

    assertThat(running.join()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("one two\n");
  }

  @Test
  @DisplayName("A gateway that is gone in mid-answer: that it broke off, below what came of it")
  void aGatewayThatIsKilled() throws InterruptedException {
    var running = chat("hello");
    var events = agents.heard().begin().send(1, "text_delta", "{\"text\":\"I look\"}");
    events.end();
    var again = agents.cameBack();
    agents.close();
    again.end();

    assertThat(running.join()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).isEqualTo("I look\n");
    assertThat(shell.err())
        .startsWith("belay: the answer broke off, its gateway is gone: nothing listens at ");
  }

  @Test
  @DisplayName("Each line of an error is a line")
  void anErrorOfManyLines() throws InterruptedException {
    var running = chat("hello");
    agents
        .heard()
        .begin()
        .send(1, "error", "{\"message\":\"a.yaml:1: x\\na.yaml:2: y\"}")
        .send(2, "turn_abort", "{\"reason\":\"error\",\"detail\":\"error\"}")
        .end();

    assertThat(running.join()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).startsWith("belay: a.yaml:1: x\nbelay: a.yaml:2: y\n");
  }

  @Test
  void nothingIsNoMessage() throws IOException, InterruptedException {
    assertThat(said("")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("the message is empty");
  }

  @Test
  void anEndThatIsNeverHeardIsTrouble() throws InterruptedException {
    var running = chat("hello");
    agents.heard().events().end();

    assertThat(running.join()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("the connection broke, and the end of the turn is not known");
  }

  @Test
  void aTurnThatTookTooLong() throws InterruptedException {
    var running = chat("hello");
    agents
        .heard()
        .begin()
        .send(1, "error", "{\"message\":\"the limit of 5 s is over\"}")
        .send(2, "turn_abort", "{\"reason\":\"timeout\",\"detail\":\"timeout\"}")
        .end();

    assertThat(running.join()).isEqualTo(ExitCode.TIMED_OUT);
    assertThat(shell.err()).contains("belay: the limit of 5 s is over\n", "took too long");
  }

  @Test
  void whatTheGatewayRefusesIsSaid() throws IOException, InterruptedException {
    agents.refuse(404, "no agent 'x'; there are main, writer");
    assertThat(said("hello", "--agent", "x")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).isEqualTo("belay: no agent 'x'; there are main, writer\n");
    agents.refuse(409, "session s is busy");
    assertThat(said("hello")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).endsWith("belay: session s is busy\n");
    assertThat(pipe("  \n").run("chat", here())).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("standard input is empty");
  }
}
