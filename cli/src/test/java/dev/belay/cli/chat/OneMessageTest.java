package dev.belay.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Patience;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("belay chat MESSAGE: the answer on standard output, all else beside it")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class OneMessageTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CompletableFuture<Runnable> ctrlC = new CompletableFuture<>();
  private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
  private FakeAgents agents;
  private final PipedOutputStream keyboard = new PipedOutputStream();
  private boolean onTerminal;
  private boolean types;

  @BeforeEach
  void open() throws IOException {
    agents = new FakeAgents();
  }

  @AfterEach
  void close() {
    // Without its gateway, a chat of a test that has failed ends too.
    agents.close();
    executor.close();
  }

  private Future<ExitCode> chat(String piped, String... words) {
    return executor.submit(() -> said(piped, words));
  }

  private ExitCode said(String piped, String... words) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", agents.url().toString()));
    var shell =
        new Shell(
            Map.of("BELAY_TOKEN", "t", "TERM", "xterm", "LANG", "C.UTF-8"),
            types
                ? new PipedInputStream(keyboard)
                : new ByteArrayInputStream(piped.getBytes(StandardCharsets.UTF_8)),
            types ? err : out,
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () -> types,
            () -> onTerminal,
            () -> onTerminal,
            ctrlC::complete,
            _ -> {});
    return Objects.requireNonNull(Subcommands.run("chat", all, shell));
  }

  private String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static FakeAgents.Played begun(FakeAgents.Talk talk) {
    return talk.events().send(0, "turn_start", "{\"turnId\":\"" + FakeAgents.TURN + "\"}");
  }

  @Test
  void textAndToolsGoTheirOwnWays() throws InterruptedException, ExecutionException {
    var running = chat("", "hello", "--agent", "writer", "--session", "s7");
    var talk = agents.heard();
    assertThat(talk.body().raw())
        .isEqualTo("{\"agentId\":\"writer\",\"sessionId\":\"s7\",\"message\":\"hello\"}");
    begun(talk)
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

    assertThat(running.get()).as(err()).isEqualTo(ExitCode.OK);
    assertThat(out()).isEqualTo("I look it up. \nNothing.\n");
    assertThat(err()).isEqualTo("belay: ✗ search 12.3s failed: no such page\n");
  }

  @Test
  @DisplayName("A model that is asked again is told of, with the pause and the reason")
  void retry() throws InterruptedException, ExecutionException {
    var running = chat("", "hello");
    begun(agents.heard())
        .send(
            1,
            "model_retry",
            "{\"attempt\":2,\"waitMs\":1500,\"reason\":\"Overloaded.\\u001b[2J\"}")
        .send(2, "text_delta", "{\"text\":\"Done.\"}")
        .send(3, "turn_complete", "{\"toolCallCount\":0}")
        .end();

    assertThat(running.get()).as(err()).isEqualTo(ExitCode.OK);
    assertThat(out()).isEqualTo("Done.\n");
    assertThat(err()).isEqualTo("belay: Asking the model again in 1.5 s: Overloaded. [2J\n");
  }

  @Test
  @DisplayName("S1-69: on one screen nothing is drawn over the text, and no tool over the time")
  void onOneScreen() throws InterruptedException, ExecutionException {
    onTerminal = true;
    var running = chat("", "hello");
    begun(agents.heard())
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

    assertThat(running.get()).isEqualTo(ExitCode.OK);
    assertThat(out()).isEqualTo("I look?[2J? it up.\nDone.\n");
    assertThat(err())
        .startsWith(
            "belay: Talking to main (scripted demo) at " + agents.url() + ", conversation chat-")
        .contains("✓ search \u001b[31m31.0s\u001b[0m\n");
  }

  @Test
  @DisplayName("Nothing is shown of the agent's words while a person is asked, nor is any lost")
  void paused() throws IOException, InterruptedException, ExecutionException {
    onTerminal = true;
    types = true;
    var running = chat("", "hello");
    var events = begun(agents.heard()).send(1, "text_delta", "{\"text\":\"I look\"}");
    awaitErr("I look", 1);
    agents.await("speak");
    awaitPrompts(1);
    assertThat(err()).containsOnlyOnce("I look\ncall        local-1\n");
    events
        .send(2, "text_delta", "{\"text\":\"Allow? Yes.\"}")
        .send(3, "tool_start", "{\"toolId\":\"a\",\"toolName\":\"search\"}");
    // For longer than the text waits for a screen that is not given back.
    for (int prompts = 2; prompts < 60; prompts++) {
      type("\n");
      awaitPrompts(prompts);
    }
    assertThat(err()).doesNotContain("Yes.", "search");
    type("y\n");
    assertThat(agents.awaitApproval()).isEqualTo("/api/approvals/local-1/approve");
    events.send(4, "turn_complete", "{\"toolCallCount\":1}").end();

    assertThat(running.get()).isEqualTo(ExitCode.OK);
    assertThat(err()).contains("Allow? Yes.\n");
  }

  private void type(String keys) throws IOException {
    keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
    keyboard.flush();
  }

  private void awaitPrompts(int count) throws InterruptedException {
    awaitErr("[reason]: ", count);
  }

  private void awaitErr(String part, int count) throws InterruptedException {
    Patience.await(
        () -> err().split(Pattern.quote(part), -1).length - 1 >= count,
        () -> "not %s times %s in: %s".formatted(count, part, err()));
  }

  @Test
  @DisplayName("S1-2, S1-49: Ctrl-C aborts the turn, and its last event is waited for")
  void ctrlC() throws InterruptedException, ExecutionException {
    var running = chat("", "hello");
    var events = begun(agents.heard()).send(1, "text_delta", "{\"text\":\"I\"}");
    ctrlC.get().run();
    assertThat(agents.awaitAbort()).isEqualTo("/api/turns/main%3As%3A1-1/abort");
    events.send(2, "turn_abort", "{\"reason\":\"user\",\"detail\":\"user\"}").end();

    assertThat(running.get()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(err()).isEqualTo("belay: Turn cancelled\n");
  }

  @Test
  @DisplayName("A connection that breaks is taken up again behind the last event")
  void aBrokenConnection() throws InterruptedException, ExecutionException {
    var running = chat("what?\n");
    var talk = agents.heard();
    assertThat(talk.body().at("message").text()).isEqualTo("what?");
    begun(talk).send(7, "text_delta", "{\"text\":\"one \"}").end();
    var again = agents.cameBack();
    assertThat(again.after()).isEqualTo("7");
    again.end();
    var last = agents.cameBack();
    assertThat(last.after()).isEqualTo("7");
    last.send(8, "text_delta", "{\"text\":\"two\"}").send(9, "turn_complete", "{}").end();

    assertThat(running.get()).isEqualTo(ExitCode.OK);
    assertThat(out()).isEqualTo("one two\n");
  }

  @Test
  @DisplayName("A gateway that is gone in mid-answer: that it broke off, below what came of it")
  void aGatewayThatIsKilled() throws InterruptedException, ExecutionException {
    var running = chat("", "hello");
    var events = begun(agents.heard()).send(1, "text_delta", "{\"text\":\"I look\"}");
    events.end();
    var again = agents.cameBack();
    agents.close();
    again.end();

    assertThat(running.get()).isEqualTo(ExitCode.ERROR);
    assertThat(out()).isEqualTo("I look\n");
    assertThat(err())
        .startsWith("belay: the answer broke off, its gateway is gone: nothing listens at ");
  }

  @Test
  @DisplayName("Each line of an error is a line")
  void anErrorOfManyLines() throws InterruptedException, ExecutionException {
    var running = chat("", "hello");
    begun(agents.heard())
        .send(1, "error", "{\"message\":\"a.yaml:1: x\\na.yaml:2: y\"}")
        .send(2, "turn_abort", "{\"reason\":\"error\",\"detail\":\"error\"}")
        .end();

    assertThat(running.get()).isEqualTo(ExitCode.ERROR);
    assertThat(err()).startsWith("belay: a.yaml:1: x\nbelay: a.yaml:2: y\n");
  }

  @Test
  void nothingIsNoMessage() throws IOException, InterruptedException {
    assertThat(said("", "")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("the message is empty");
  }

  @Test
  void anEndThatIsNeverHeardIsTrouble() throws InterruptedException, ExecutionException {
    var running = chat("", "hello");
    agents.heard().events().end();

    assertThat(running.get()).isEqualTo(ExitCode.ERROR);
    assertThat(err()).contains("the connection broke, and the end of the turn is not known");
  }

  @Test
  void aTurnThatTookTooLong() throws InterruptedException, ExecutionException {
    var running = chat("", "hello");
    begun(agents.heard())
        .send(1, "error", "{\"message\":\"the limit of 5 s is over\"}")
        .send(2, "turn_abort", "{\"reason\":\"timeout\",\"detail\":\"timeout\"}")
        .end();

    assertThat(running.get()).isEqualTo(ExitCode.TIMED_OUT);
    assertThat(err()).contains("belay: the limit of 5 s is over\n", "took too long");
  }

  @Test
  void whatTheGatewayRefusesIsSaid() throws IOException, InterruptedException {
    agents.refuse(404, "no agent 'x'; there are main, writer");
    assertThat(said("", "hello", "--agent", "x")).isEqualTo(ExitCode.ERROR);
    assertThat(err()).isEqualTo("belay: no agent 'x'; there are main, writer\n");
    agents.refuse(409, "session s is busy");
    assertThat(said("", "hello")).isEqualTo(ExitCode.ERROR);
    assertThat(err()).endsWith("belay: session s is busy\n");
    assertThat(said("  \n")).isEqualTo(ExitCode.USAGE);
    assertThat(err()).contains("standard input is empty");
  }
}
