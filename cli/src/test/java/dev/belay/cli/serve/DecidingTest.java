package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.command.Subcommands;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.cli.watch.Deciding;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("belay approvals -i decides on the calls of a gateway, on a terminal alone")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class DecidingTest {
  private static final String ASK = "{\"approval\":\"ask\",\"approval_reason\":\"it speaks\"}";

  private static Serve asking() throws IOException {
    return Serve.process().tool("*echo", ASK);
  }

  private static HttpAnswer echo(Served served, String said) throws InterruptedException {
    return call(served.modern(), "1", "echo", "{\"text\":" + Json.quote(said) + "}");
  }

  /** The page on a terminal of the test. */
  private static final class Screen implements AutoCloseable {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PipedOutputStream keyboard = new PipedOutputStream();
    private final ExternalTerminal terminal;
    private final RunningGateway gateway;
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final Future<Boolean> shown;
    private final Queue<String> said = new ConcurrentLinkedQueue<>();

    Screen(Served served) throws IOException {
      terminal =
          new ExternalTerminal(
              "screen", "xterm", new PipedInputStream(keyboard), out, StandardCharsets.UTF_8);
      terminal.setSize(new Size(100, 30));
      gateway = new RunningGateway(base(served), served.environment());
      shown = executor.submit(this::show);
    }

    private boolean show() throws InterruptedException {
      Deciding.on(terminal, gateway, said::add);
      return true;
    }

    String text() {
      return out.toString(StandardCharsets.UTF_8);
    }

    void await(String part) throws InterruptedException {
      Patience.await(
          () -> text().contains(part) || shown.isDone(), () -> "no '" + part + "' on: " + text());
      assertThat(shown).isNotDone();
    }

    void press(String keys) throws IOException {
      keyboard.write(keys.getBytes(StandardCharsets.UTF_8));
      keyboard.flush();
    }

    /** Presses a key until its question has stood long enough. */
    void pressUntil(String key, String part) throws InterruptedException {
      Patience.await(
          () -> {
            try {
              press(key);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
            return text().contains(part);
          },
          () -> "no '" + part + "' on: " + text());
    }

    void quit() throws Exception {
      press("q");
      assertThat(shown.get()).isTrue();
    }

    @Override
    public void close() throws IOException {
      executor.shutdownNow();
      gateway.close();
      terminal.close();
    }
  }

  private static URI base(Served served) {
    return served.url().resolve("/");
  }

  @Test
  @DisplayName(
      "A call that comes rings the bell, is shown whole, and runs after a yes; a no has a reason")
  void decided() throws Exception {
    try (var served = asking().start();
        var screen = new Screen(served)) {
      screen.await("No call waits.");
      assertThat(screen.text()).doesNotContain("\u0007");
      var first = echo(served, "hi");
      screen.await("\u0007");
      screen.await("it speaks");
      screen.press("\r");
      screen.await("\"text\": \"hi\"");
      screen.press("a");
      screen.await("Allow faulty echo once?");
      screen.pressUntil("y", " allowed");
      assertThat(text(first.response())).isEqualTo("hi");

      var second = echo(served, "ho");
      screen.await("echo");
      screen.pressUntil("1", "\"ho\"");
      screen.press("dtoo loud");
      screen.pressUntil("\r", " denied");
      assertThat(text(second.response())).contains("(local: too loud)");
      screen.quit();
    }
  }

  @Test
  @DisplayName("Of two deciders the first counts, and the other is told who that was")
  void twoDeciders() throws Exception {
    try (var served = asking().start();
        var screen = new Screen(served);
        var other = new RunningGateway(base(served), served.environment())) {
      var answer = echo(served, "hi");
      screen.await("it speaks");
      screen.press("\r");
      screen.await("\"text\"");
      screen.press("a");
      screen.await("Allow faulty echo once?");
      var approvals = new GatewayApprovals(other);
      var id = ApprovalRow.list(approvals.list(/* isOver= */ false)).getFirst().id();
      var _ = approvals.decide(id, "deny", "once", "no");
      screen.await("someone else decided first: denied by local via api: no");
      screen.press("yyy");
      assertThat(text(answer.response())).contains("[DENIED]");
      // The page has taken all keys by its end.
      screen.quit();
      assertThat(served.log("call")).isEmpty();
    }
  }

  @Test
  @DisplayName("A megabyte of hostile text is shown by the page, and moves no cursor")
  void hostile() throws Exception {
    try (var served = asking().start();
        var screen = new Screen(served)) {
      var hostile = "\u001b[2J\u202e\u009b1m" + "x".repeat(1_000_000) + "THE END";
      var answer = echo(served, hostile);
      screen.await("it speaks");
      screen.press("\r");
      screen.await("⟦U+202E⟧");
      screen.press("G");
      screen.await("THE END");
      assertThat(screen.text()).doesNotContain("\u001b[2J\u202e", "\u202e", "\u009b");
      screen.press("d");
      screen.await("Deny it?");
      screen.pressUntil("\r", " denied");
      assertThat(text(answer.response())).contains("[DENIED]");
      screen.quit();
    }
  }

  @Test
  @DisplayName("A long text that is pasted into the reason, with its Enter, denies nothing")
  void pasted() throws Exception {
    try (var served = asking().start();
        var screen = new Screen(served)) {
      var answer = echo(served, "hi");
      screen.await("it speaks");
      screen.press("\r");
      screen.await("\"text\": \"hi\"");
      screen.press("d" + "word ".repeat(2_000) + "\r");
      screen.await("press Enter again to deny it");
      assertThat(screen.text()).doesNotContain(" denied");
      screen.pressUntil("\r", " denied");
      assertThat(text(answer.response())).contains("[DENIED]");
      screen.quit();
      assertThat(screen.said).isEmpty();
    }
  }

  @Test
  @DisplayName("A gateway that goes and comes back is said to be gone, and asked again")
  void restarted() throws Exception {
    try (var before = asking().start();
        var screen = new Screen(before)) {
      screen.await("No call waits.");
      int port = before.url().getPort();
      before.stop();
      screen.await("Trying again: nothing listens at");
      var again = asking().http("port", Integer.toString(port));
      // With the same owner's token.
      again.outside("XDG_STATE_HOME", String.valueOf(before.environment().get("XDG_STATE_HOME")));
      try (var served = again.start()) {
        var answer = echo(served, "hi");
        screen.await("it speaks");
        screen.press("\r");
        screen.await("\"text\": \"hi\"");
        screen.press("d");
        screen.pressUntil("\r", " denied");
        assertThat(text(answer.response())).contains("[DENIED]");
        screen.quit();
      }
    }
  }

  @Test
  @DisplayName("Without a terminal it says what to use, and a terminal is given back")
  void terminal() throws IOException, InterruptedException, GatewayTrouble {
    try (var served = asking().start()) {
      var shell = new FakeShell();
      served.environment().forEach(shell::with);
      var words = List.of("-i", "--url", base(served).toString());
      assertThat(Subcommands.run("approvals", words, shell.shell())).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err())
          .contains("approvals -i needs a terminal", "belay approvals --watch", "deny");

      var script = Path.of("/usr/bin/script");
      assumeThat(script).as("script of util-linux opens the terminal").isExecutable();
      var state = Path.of(Objects.requireNonNull(served.environment().get("XDG_STATE_HOME")));
      var belay =
          BelayProcess.startOnTerminal(
              script,
              state.resolve("..").normalize(),
              List.of("approvals", "-i", "--url", base(served).toString()));
      Patience.await(() -> shown(belay).contains("No call waits."), () -> shown(belay));
      belay.process().getOutputStream().write('q');
      belay.process().getOutputStream().flush();
      assertThat(belay.process().waitFor()).isZero();
      assertThat(belay.out()).contains("\u001b[?1049h", "\u001b[?1049l");
    }
  }

  private static String shown(BelayProcess belay) {
    try {
      return belay.out();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
