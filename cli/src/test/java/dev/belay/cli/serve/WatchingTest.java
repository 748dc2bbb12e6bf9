package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.cli.watch.Deciding;
import dev.belay.cli.watch.Watching;
import dev.belay.core.time.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName(
    "belay watch and belay approvals -i take the whole screen, do what keys say, and give it back")
@Tag("process")
final class WatchingTest {
  private static final String ESCAPE = "\u001b";

  /** A page on a terminal of the test. */
  private static final class Screen implements AutoCloseable {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final PipedOutputStream keyboard = new PipedOutputStream();
    private final ExternalTerminal terminal;
    private final RunningGateway gateway;
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final Future<Boolean> shown;

    Screen(Served served, boolean isDeciding) throws IOException {
      terminal =
          new ExternalTerminal(
              "screen", "xterm", new PipedInputStream(keyboard), out, StandardCharsets.UTF_8);
      terminal.setSize(new Size(120, 30));
      gateway = new RunningGateway(base(served), served.environment());
      shown = executor.submit(() -> show(isDeciding));
    }

    private boolean show(boolean isDeciding) throws InterruptedException {
      if (isDeciding) {
        Deciding.on(terminal, gateway, _ -> {});
      } else {
        Watching.on(terminal, gateway, _ -> {});
      }
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
    void pressUntil(String key, String part) throws IOException, InterruptedException {
      Patience.await(
          () -> {
            press(key);
            return text().contains(part);
          },
          () -> "no '" + part + "' on: " + text());
    }

    void quit() throws Exception {
      press("q");
      Patience.await(shown::isDone, this::text);
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

  private static Serve asking() throws IOException, InterruptedException {
    return Serve.puppet().tool("*echo", "{\"approval\":\"ask\",\"approval_reason\":\"it speaks\"}");
  }

  @Test
  void theChosenCallIsCancelledOnceThePersonSaysYes() throws Exception {
    try (var served = Serve.puppet().start();
        var screen = new Screen(served, false)) {
      var hanging = call(served.legacy(), "1", "hang_honouring_cancel", "{}");
      served.awaitCalls("hang_honouring_cancel", 1);
      screen.await("hang_honouring_cancel");
      screen.press("c");
      screen.await("choose a call first");
      screen.press("jc");
      screen.await("? y/n");
      screen.press("n");
      screen.press("c");
      screen.press("y");
      assertThat(text(hanging.response())).startsWith("[CANCELLED] ");
      screen.quit();
    }
  }

  @Test
  @DisplayName("A call that waits for a person is decided on, and Esc and q lead back to the calls")
  void aPersonDecides() throws Exception {
    try (var served = asking().start();
        var screen = new Screen(served, false)) {
      var asked = call(served.modern(), "1", "echo", "{\"text\":\"hello\"}");
      screen.await("1 call waits for a person: press a");
      screen.press("a");
      screen.await("REASON");
      screen.press(ESCAPE);
      screen.pressUntil("c", "choose a call first");
      screen.out.reset();
      screen.press("a");
      screen.await("REASON");
      screen.press("1");
      screen.await("lines 1–");
      screen.press("a");
      screen.await("y yes");
      screen.pressUntil("y", "allowed");
      assertThat(text(asked.response())).isEqualTo("hello");
      screen.out.reset();
      screen.press("q");
      screen.pressUntil("c", "choose a call first");
      assertThat(screen.shown).isNotDone();
      screen.quit();
    }
  }

  @Test
  @DisplayName("HOUR-10: h shows what ended and how, and a resize draws the whole screen again")
  void theEndedAreShownAndAResizeRedraws() throws Exception {
    try (var served = Serve.puppet().start();
        var screen = new Screen(served, false)) {
      var _ = call(served.legacy(), "1", "echo", "{\"text\":\"hello\"}").awaitEnd();
      screen.await("h ended");
      screen.press("h");
      screen.await("completed");
      screen.await("h running calls");
      screen.out.reset();
      screen.terminal.setSize(new Size(60, 12));
      screen.await("h running calls");
      assertThat(screen.text())
          .as("the screen is cleared before anything is drawn")
          .contains("\u001b[H\u001b[2J");
      screen.press("h");
      screen.await("c cancel");
      screen.quit();
    }
  }

  @Test
  @DisplayName(
      "A call that comes rings the bell, is shown whole, and runs after a yes; a no has a reason")
  void decided() throws Exception {
    try (var served = asking().start();
        var screen = new Screen(served, true)) {
      screen.await("No call waits.");
      assertThat(screen.text()).doesNotContain("\u0007");
      var first = call(served.modern(), "1", "echo", "{\"text\":\"hi\"}");
      screen.await("\u0007");
      screen.await("it speaks");
      screen.press("\r");
      screen.await("\"text\": \"hi\"");
      screen.press("a");
      screen.await("Allow faulty echo once?");
      screen.pressUntil("y", " allowed");
      assertThat(text(first.response())).isEqualTo("hi");

      var second = call(served.modern(), "1", "echo", "{\"text\":\"ho\"}");
      screen.await("echo");
      screen.pressUntil("1", "\"ho\"");
      screen.press("dtoo loud");
      screen.pressUntil("\r", " denied");
      assertThat(text(second.response())).contains("(local: too loud)");
      screen.quit();
    }
  }

  @Test
  @DisplayName("Without a terminal it says what to use")
  void noTerminal() throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      var shell = new FakeShell();
      assertThat(served.run(shell, "approvals", "-i")).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err())
          .contains("approvals -i needs a terminal", "belay approvals --watch", "deny");
    }
  }

  @ParameterizedTest
  @CsvSource({"approvals -i, q", "watch, Ctrl-C", "watch, TERM"})
  @DisplayName("The screen and its cursor are given back, whatever ends it")
  void theScreenIsGivenBack(String command, String end) throws IOException, InterruptedException {
    var script = Path.of("/usr/bin/script");
    assumeThat(script).as("script of util-linux opens the terminal").isExecutable();
    try (var served = Serve.puppet().start()) {
      // The command looks for the token where the gateway keeps it.
      var state = Path.of(Objects.requireNonNull(served.environment().get("XDG_STATE_HOME")));
      var words = List.of((command + " --url " + base(served)).split(" ", -1));
      var belay = BelayProcess.startOnTerminal(script, state.resolve("..").normalize(), words);
      Patience.await(() -> belay.out().contains("\u001b[?1049h"), () -> "no screen was taken");

      switch (end) {
        case "q" -> belay.press("q");
        case "Ctrl-C" -> belay.press("\u0003");
        default -> assertThat(java(belay).destroy()).isTrue();
      }

      assertThat(belay.process().waitFor()).isZero();
      assertThat(belay.out())
          .contains("\u001b[?25l")
          .as("the cursor, then the screen, and nothing drawn after that")
          .matches("(?s).*\u001b\\[\\?(12;)?25h\u001b\\[\\?1049l(\u001b\\[23;0;0t)?");
    }
  }

  /** {@return Belay itself, which runs below the program that opened the terminal} */
  private static ProcessHandle java(BelayProcess belay) {
    return belay
        .process()
        .descendants()
        .filter(one -> one.info().command().orElse("").endsWith("/java"))
        .findFirst()
        .orElseThrow();
  }
}
