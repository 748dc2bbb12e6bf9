package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A call is left to a gateway, and its result is printed later")
@Tag("process")
final class DetachedCallTest {
  private final CountDownLatch open = new CountDownLatch(1);
  private final FakeShell shell = new FakeShell();

  private Serve ofJava() throws IOException, InterruptedException {
    return Serve.puppet()
        .with(
            Tools.builder()
                .add(
                    Tools.define("wait")
                        .description("Waits.")
                        .handle(call -> {
                          call.heartbeat("half of it", 1.0, 2.0);
                          open.await();
                          return "waited";
                        }))
                .add(
                    Tools.define("say")
                        .description("Says.")
                        .argument("text", String.class, "what")
                        .handle(call -> call.argument("text", String.class)))
                .build());
  }

  @Test
  @DisplayName("--detach prints the id of a job at once, --attach shows it and prints its result")
  void detached() throws IOException, InterruptedException {
    try (var served = ofJava().start()) {
      assertThat(served.run(shell, "call", "native__wait", "--detach")).isEqualTo(ExitCode.OK);
      var id = shell.out().strip();
      assertThat(id).matches("[a-z]+-[0-9a-f]{32}");
      assertThat(shell.err()).isEmpty();
      var attached = served.start(shell, "call", "--attach", id);
      Patience.await(() -> shell.err().contains("half of it"), shell::err);
      open.countDown();
      assertThat(attached.join()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).isEqualTo(id + "\nwaited\n");
      assertThat(served.run(shell, "call", "--attach", "feedbeef")).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err()).contains("no job feedbeef");
      assertThat(served.run(shell, "call", "native__say", "text=5", "--detach"))
          .isEqualTo(ExitCode.OK);
      var said = shell.out().lines().toList().getLast();
      assertThat(served.run(shell, "call", "--attach", said)).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).as("a text that looks like a number").endsWith("\n5\n");
    }
  }

  @Test
  @DisplayName("Ctrl-C ends the wait of --attach, and not the job")
  void attachedAndLeft() throws IOException, InterruptedException {
    try (var served = ofJava().start()) {
      assertThat(served.run(shell, "call", "native__wait", "--detach")).isEqualTo(ExitCode.OK);
      var id = shell.out().strip();
      var attached = served.start(shell, "call", "--attach", id);
      shell.interrupt();
      assertThat(attached.join()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(shell.err()).contains("job " + id + " goes on. Stop it: belay job cancel " + id);
      open.countDown();
      assertThat(served.run(shell, "call", "--attach", id)).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).isEqualTo(id + "\nwaited\n");
    }
  }

  @Test
  @DisplayName("Bad input: detaching needs a gateway, and attaching no tool")
  void badInput() throws IOException, InterruptedException {
    for (var words :
        List.of(
            List.of("echo", "--detach", "--", "true"),
            List.of("--attach", "x", "--", "true"),
            List.of("echo", "--detach", "--server", "a"),
            List.of("echo", "--attach", "x"),
            List.of("--detach"),
            List.of("echo", "--detach", "--timeout", "5"),
            List.of("--attach", "x", "--args", "{}"),
            List.of("echo", "--detach", "--header", "X-A: b"),
            List.of("echo", "--detach", "--url", "http://127.0.0.1:1", "--header", "no header"),
            List.of(
                "echo", "--detach", "--url", "http://127.0.0.1:1", "--header", "X: ${NONE_SET}"),
            List.of("echo", "--detach", "--attach", "x"))) {
      assertThat(shell.run("call", words)).as(words.toString()).isEqualTo(ExitCode.USAGE);
    }
    assertThat(shell.err())
        .contains(
            "--detach needs a gateway, which keeps the job: --url URL of a belay serve",
            "--attach ID prints the result of a job; give no tool",
            "TOOL is missing: the tool's name",
            "option --timeout is for a server that this command starts",
            "option --header needs the address of the gateway: --url URL",
            "expected 'Name: value'",
            "the environment variable NONE_SET is not set",
            "--detach begins a call and --attach awaits one; give one");
    assertThat(shell.out()).isEmpty();
  }
}
