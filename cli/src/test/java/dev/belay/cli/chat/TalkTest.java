package dev.belay.cli.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.ExitCode;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("belay chat in a terminal: line after line, Ctrl-C cancels, a second one leaves")
@Tag("process")
final class TalkTest {
  private final ExecutorService executor = Executors.newSingleThreadExecutor();
  private final Screen screen = new Screen();
  private final PipedOutputStream keyboard = new PipedOutputStream();
  private FakeAgents agents;
  private RunningGateway gateway;
  private ExternalTerminal terminal;
  private Future<ExitCode> talking = new CompletableFuture<>();

  @BeforeEach
  void open() throws IOException {
    agents = new FakeAgents();
    gateway = new RunningGateway(agents.url(), Map.of("BELAY_TOKEN", "t"));
    terminal =
        new ExternalTerminal(
            "screen", "xterm", new PipedInputStream(keyboard), screen, StandardCharsets.UTF_8);
    terminal.setSize(new Size(120, 24));
  }

  @AfterEach
  void close() throws IOException {
    executor.close();
    terminal.close();
    gateway.close();
    agents.close();
  }

  private void begin(Partner partner) {
    talking =
        executor.submit(() ->
            Talk.on(
                terminal,
                new ChatGateway(
                    new GatewayTurns(gateway), new GatewayApprovals(gateway), List.of()),
                partner,
                Map.of("TERM", "xterm", "LANG", "C.UTF-8"),
                Time.system()));
  }

  private void begin() throws InterruptedException {
    begin(new Partner("main", "s1"));
    screen.await("main> ");
  }

  private void endBy(String key) throws IOException, InterruptedException, ExecutionException {
    screen.await("main> ");
    type(key);
    assertThat(talking.get()).isEqualTo(ExitCode.OK);
  }

  private void type(String keys) throws IOException {
    keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
    keyboard.flush();
  }

  private static void answer(FakeAgents.Talk talk, String text) {
    talk.begin()
        .send(1, "text_delta", "{\"text\":\"" + text + "\"}")
        .send(2, "turn_complete", "{\"toolCallCount\":0}")
        .end();
  }

  /** Sends a message during whose turn a person is asked. */
  private FakeAgents.Played question(String message) throws IOException, InterruptedException {
    agents.await("speak");
    type(message + "\r");
    var events = agents.heard().begin();
    screen.await("[n]o [reason]: ");
    return events;
  }

  private void abort(FakeAgents.Played events) throws InterruptedException {
    var _ = agents.awaitAbort();
    events.send(1, "turn_abort", "{\"reason\":\"user\",\"detail\":\"user\"}").end();
    screen.await("Turn cancelled");
  }

  @Test
  void aConversationHasOneSessionUntilItBeginsAfresh()
      throws IOException, InterruptedException, ExecutionException {
    begin(new Partner(null, "s1"));
    screen.await("Talking to main (scripted demo) at " + agents.url() + ", conversation s1.");
    screen.await("main> ");
    type("hello 'you\\ !!\r");
    var first = agents.heard();
    assertThat(first.body().raw())
        .isEqualTo("{\"agentId\":\"main\",\"sessionId\":\"s1\",\"message\":\"hello 'you\\\\ !!\"}");
    answer(first, "Good day.");
    screen.await("Good day.");
    screen.await("main> ");
    type("and more\r");
    var second = agents.heard();
    assertThat(second.body().at("sessionId").text()).isEqualTo("s1");
    answer(second, "More.");
    screen.await("main> ");
    type("/new\r");
    screen.await("Begun afresh: conversation chat-");
    type("/agent wroter\r");
    screen.await("did you mean writer?");
    type("/agent writer\r");
    screen.await("writer> ");
    type("you?\r");
    var third = agents.heard();
    assertThat(third.body().at("agentId").text()).isEqualTo("writer");
    assertThat(third.body().at("sessionId").text()).startsWith("chat-");
    answer(third, "Me.");
    screen.await("writer> ");
    type("/quit\r");
    assertThat(talking.get()).isEqualTo(ExitCode.OK);
  }

  @Test
  @DisplayName("Several lines that are pasted are one message")
  void paste() throws IOException, InterruptedException, ExecutionException {
    begin();
    type("\u001b[200~one\ntwo\n\u001b[201~three\r");
    var talk = agents.heard();
    assertThat(talk.body().at("message").text()).isEqualTo("one\ntwo\nthree");
    answer(talk, "Three lines.");
    screen.await("Three lines.");
    // Ctrl-C at the prompt.
    endBy("\u0003");
  }

  @Test
  @DisplayName("S1-2: Ctrl-C cancels the turn, and the next message is heard")
  void ctrlCCancels() throws IOException, InterruptedException, ExecutionException {
    begin();
    type("hello\r");
    var events =
        agents
            .heard()
            .begin()
            .send(1, "text_delta", "{\"text\":\"I look.\"}")
            .send(2, "tool_start", "{\"toolId\":\"a\",\"toolName\":\"search\"}");
    screen.await("search");
    type("\u0003");
    var _ = agents.awaitAbort();
    events
        .send(3, "tool_cancelled", "{\"toolId\":\"a\",\"toolName\":\"search\",\"reason\":\"x\"}")
        .send(
            4,
            "tool_result",
            "{\"toolId\":\"a\",\"toolName\":\"search\",\"result\":\"x\",\"isError\":true,"
                + "\"durationMs\":500}")
        .send(5, "error", "{\"message\":\"The turn was stopped by a person.\"}")
        .send(6, "turn_abort", "{\"reason\":\"user\",\"detail\":\"user\"}")
        .end();
    screen.await("✗ search");
    assertThat(screen.before("Turn cancelled"))
        .as("HOUR-14: one line")
        .doesNotContain("stopped by a person");
    screen.await("main> ");
    type("again\r");
    answer(agents.heard(), "Here.");
    screen.await("Here.");
    endBy("\u0004");
  }

  @Test
  @DisplayName("A question is answered in between, and what is typed at it is no message")
  void question() throws IOException, InterruptedException, ExecutionException {
    begin();
    var events = question("hello");
    type("np\u007f\u007fy\r");
    screen.await("np\b \b\b \by\r\n");
    var _ = agents.awaitApproval();
    events.send(1, "turn_complete", "{\"toolCallCount\":1}").end();
    screen.await("main> ");
    events = question("again");
    type("y\u0003");
    abort(events);
    endBy("\u0004");
  }

  @Test
  @DisplayName("What is typed at a question as it ends is no beginning of the next message")
  void typedAtTheEnd() throws IOException, InterruptedException, ExecutionException {
    begin();
    var events = question("hello");
    type("\u0003yes");
    abort(events);
    // Only the end of an empty line is the end.
    endBy("\u0004");
  }

  @Test
  void aSecondCtrlCLeavesAtOnce() throws IOException, InterruptedException, ExecutionException {
    begin();
    type("hello\r");
    var _ = agents.heard().begin().send(1, "text_delta", "{\"text\":\"I look.\"}");
    screen.await("I look.");
    type("\u0003");
    var _ = agents.awaitAbort();
    type("\u0003");
    assertThat(talking.get()).isEqualTo(ExitCode.INTERRUPTED);
  }

  @Test
  void anUnknownAgentIsSaidBeforeAnythingElse() {
    begin(new Partner("mian", "s1"));
    assertThat(talking)
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withMessageContaining("no agent 'mian'; did you mean main?");
  }

  /** Output to be awaited piece by piece. */
  private static final class Screen extends OutputStream {
    private final BlockingQueue<Byte> unseen = new LinkedBlockingQueue<>();

    @Override
    public void write(int one) {
      unseen.add((byte) one);
    }

    /** Waits for that text after the previous one. */
    void await(String text) throws InterruptedException {
      var _ = before(text);
    }

    /** Waits for that text after the previous one, and returns what came between. */
    String before(String text) throws InterruptedException {
      // Byte by byte: a terminal may write part of a character.
      var part = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
      var seen = new StringBuilder();
      while (seen.indexOf(part) < 0) {
        seen.append((char) Byte.toUnsignedInt(unseen.take()));
      }
      return seen.substring(0, seen.length() - part.length());
    }
  }
}
