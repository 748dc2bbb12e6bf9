package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.watch.Watching;
import dev.belay.core.time.Patience;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Size;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("belay watch takes the whole screen, does what keys say, and gives the screen back")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class WatchingTest {
  private static final String ESCAPE = "\u001b";

  @Test
  void theChosenCallIsCancelledOnceThePersonSaysYes()
      throws IOException, InterruptedException, ExecutionException {
    var out = new ByteArrayOutputStream();
    var keyboard = new PipedOutputStream();
    try (var served = Serve.process().start();
        var terminal =
            new ExternalTerminal(
                "screen", "xterm", new PipedInputStream(keyboard), out, StandardCharsets.UTF_8);
        var gateway = new RunningGateway(base(served), served.environment());
        var executor = Executors.newSingleThreadExecutor()) {
      terminal.setSize(new Size(120, 24));
      var client = served.legacy();
      var hanging = call(client, "1", "hang_honouring_cancel", "{}");
      served.awaitCalls("hang_honouring_cancel", 1);
      var watching = executor.submit(() -> watch(terminal, gateway));

      await(out, "hang_honouring_cancel");
      press(keyboard, "c");
      await(out, "choose a call first");
      press(keyboard, "jc");
      await(out, "? y/n");
      press(keyboard, "n");
      press(keyboard, "c");
      press(keyboard, "y");

      assertThat(text(hanging.response())).startsWith("[CANCELLED] ");
      press(keyboard, "q");
      watching.get();
    }
  }

  @Test
  @DisplayName("A call that waits for a person is decided on, and Esc and q lead back to the calls")
  void aPersonDecides() throws IOException, InterruptedException, ExecutionException {
    var out = new ByteArrayOutputStream();
    var keyboard = new PipedOutputStream();
    var executor = Executors.newSingleThreadExecutor();
    try (var served = Serve.process().tool("*echo", "{\"approval\":\"ask\"}").start();
        var terminal =
            new ExternalTerminal(
                "screen", "xterm", new PipedInputStream(keyboard), out, StandardCharsets.UTF_8);
        var gateway = new RunningGateway(base(served), served.environment())) {
      terminal.setSize(new Size(120, 24));
      var asked = call(served.modern(), "1", "echo", "{\"text\":\"hello\"}");
      var watching = executor.submit(() -> watch(terminal, gateway));

      await(out, "1 call waits for a person: press a");
      press(keyboard, "a");
      await(out, "REASON");
      press(keyboard, ESCAPE);
      pressUntil(keyboard, "c", out, "choose a call first");
      out.reset();
      press(keyboard, "a");
      await(out, "REASON");
      press(keyboard, "1");
      await(out, "lines 1–");
      press(keyboard, "a");
      await(out, "y yes");
      pressUntil(keyboard, "y", out, "allowed");

      assertThat(text(asked.response())).isEqualTo("hello");
      out.reset();
      press(keyboard, "q");
      pressUntil(keyboard, "c", out, "choose a call first");
      assertThat(watching).isNotDone();
      press(keyboard, "q");
      assertThat(watching.get()).isTrue();
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  @DisplayName("HOUR-10: h shows what ended and how, and a resize draws the whole screen again")
  void theEndedAreShownAndAResizeRedraws()
      throws IOException, InterruptedException, ExecutionException {
    var out = new ByteArrayOutputStream();
    var keyboard = new PipedOutputStream();
    try (var served = Serve.process().start();
        var terminal =
            new ExternalTerminal(
                "screen", "xterm", new PipedInputStream(keyboard), out, StandardCharsets.UTF_8);
        var gateway = new RunningGateway(base(served), served.environment());
        var executor = Executors.newSingleThreadExecutor()) {
      terminal.setSize(new Size(120, 24));
      var _ = call(served.legacy(), "1", "echo", "{\"text\":\"hello\"}").awaitEnd();
      var watching = executor.submit(() -> watch(terminal, gateway));

      await(out, "h ended");
      press(keyboard, "h");
      await(out, "completed");
      await(out, "h running calls");
      out.reset();
      terminal.setSize(new Size(60, 12));
      await(out, "h running calls");
      assertThat(out.toString(StandardCharsets.UTF_8))
          .as("the screen is cleared before anything is drawn")
          .contains("\u001b[H\u001b[2J");
      press(keyboard, "h");
      await(out, "c cancel");
      press(keyboard, "q");
      watching.get();
    }
  }

  /** Presses a key until its question has stood long enough. */
  private static void pressUntil(
      PipedOutputStream keyboard, String key, ByteArrayOutputStream out, String part)
      throws InterruptedException {
    Patience.await(
        () -> {
          try {
            press(keyboard, key);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          return out.toString(StandardCharsets.UTF_8).contains(part);
        },
        () -> "no '" + part + "' on the screen: " + out.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(strings = {"q", "Ctrl-C", "TERM"})
  @DisplayName("The screen and its cursor are given back, whatever ends it")
  void theScreenIsGivenBack(String end) throws IOException, InterruptedException {
    var script = Path.of("/usr/bin/script");
    assumeThat(script).as("script of util-linux opens the terminal").isExecutable();
    try (var served = Serve.process().start()) {
      var url = base(served).toString();
      // The command looks for the token where the gateway keeps it.
      var state = Path.of(Objects.requireNonNull(served.environment().get("XDG_STATE_HOME")));
      var belay =
          BelayProcess.startOnTerminal(
              script, state.resolve("..").normalize(), List.of("watch", "--url", url));
      Patience.await(
          () -> shown(belay).contains("\u001b[?1049h"),
          () -> "no screen was taken: " + shown(belay));

      switch (end) {
        case "q" -> type(belay, "q");
        case "Ctrl-C" -> type(belay, "\u0003");
        default -> assertThat(java(belay).destroy()).isTrue();
      }

      assertThat(belay.process().waitFor()).isZero();
      assertThat(belay.out())
          .contains("\u001b[?25l")
          .as("the cursor, then the screen, and nothing drawn after that")
          .matches("(?s).*\u001b\\[\\?(12;)?25h\u001b\\[\\?1049l(\u001b\\[23;0;0t)?");
    }
  }

  private static String shown(BelayProcess belay) {
    try {
      return belay.out();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void type(BelayProcess belay, String keys) throws IOException {
    var keyboard = belay.process().getOutputStream();
    keyboard.write(keys.getBytes(StandardCharsets.US_ASCII));
    keyboard.flush();
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

  private static boolean watch(ExternalTerminal terminal, RunningGateway gateway)
      throws InterruptedException {
    Watching.on(terminal, gateway, _ -> {});
    return true;
  }

  private static URI base(Served served) {
    return served.url().resolve("/");
  }

  private static void press(PipedOutputStream keyboard, String keys) throws IOException {
    keyboard.write(keys.getBytes(StandardCharsets.US_ASCII));
    keyboard.flush();
  }

  private static void await(ByteArrayOutputStream out, String part) throws InterruptedException {
    Patience.await(
        () -> out.toString(StandardCharsets.UTF_8).contains(part),
        () -> "no '" + part + "' on the screen: " + out.toString(StandardCharsets.UTF_8));
  }
}
