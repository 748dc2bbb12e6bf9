package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("J18: belay call and belay tools reach a server at a URL, be it another Belay")
@Tag("process")
final class CallOverUrlTest {
  @AutoClose private static Served served;
  @AutoClose private static FaultyHttp legacy;
  @AutoClose private static FaultyHttp modern;
  private final FakeShell shell = new FakeShell();

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served = Serve.puppet().start();
    legacy = FaultyHttp.start();
    modern = FaultyHttp.start("--era", "modern");
  }

  @ParameterizedTest
  @ValueSource(strings = {"belay", "legacy", "modern"})
  @DisplayName("0 with the text, 1 with the reason, 124 with the limit")
  void theExitCodeSaysHowItEnded(String where) throws IOException, InterruptedException {
    assertThat(call(where, "echo", "text=hello")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("hello\n");
    assertThat(shell.err()).isEmpty();

    assertThat(call(where, "result_null")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("The tool gave no result (null).");
    assertThat(call(where, "no_such_tool")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("no_such_tool");
    assertThat(call(where, "hang", "--timeout", "2")).isEqualTo(ExitCode.TIMED_OUT);
    assertThat(shell.err()).contains("Tool exceeded wall-clock limit of 2s.");
    assertThat(shell.out()).isEqualTo("hello\n");
  }

  @Test
  @DisplayName(
      "C16, S3-18: that a call still runs is no progress; that it waits for a person is shown")
  void keptAlive() throws Exception {
    var time = new HandTime();
    var asking = Serve.puppet().on(time).mcp("handoff_after", "0");
    try (var belay = asking.tool("*echo", "{\"approval\":\"ask\"}").start();
        var gateway = new RunningGateway(belay.url().resolve("/"), belay.environment())) {
      var url = belay.url().toString();
      var gate = belay.gate();
      var terminal = new FakeShell().with("TERM", "xterm").onTerminal();
      var sleeps = terminal.start("call", List.of("sleep", "until=" + gate.file(), "--url", url));
      belay.awaitCalls("sleep", 1);
      // A timer of ten seconds is armed only once the first keep-alive was sent.
      time.pass(Duration.ofSeconds(5));
      time.pass(Duration.ofSeconds(10));
      var drawn = terminal.err().length();
      Patience.await(() -> terminal.err().length() > drawn + 500, terminal::err);
      gate.open();
      Patience.await(sleeps::isDone, terminal::err);
      assertThat(sleeps.join()).isEqualTo(ExitCode.OK);
      assertThat(terminal.err()).doesNotContain("Still running");

      var waits = shell.start("call", List.of("echo", "text=hi", "--url", url));
      var approvals = new GatewayApprovals(gateway);
      var ids = new ArrayList<String>();
      Patience.await(
          () -> {
            ApprovalRow.list(approvals.list(/* isOver= */ false)).forEach(row -> ids.add(row.id()));
            return !ids.isEmpty();
          },
          () -> "no call waits");
      Patience.await(
          time, Duration.ofMillis(50), () -> shell.err().contains("approval"), shell::err);
      var _ = approvals.decide(ids.getFirst(), "approve", "once", "");
      Patience.await(waits::isDone, shell::err);
      assertThat(waits.join()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).isEqualTo("hi\n");
    }
  }

  @Test
  @DisplayName("--detach: also a call of an only server that knows no tasks has an id")
  void detached() throws IOException, InterruptedException {
    served.environment().forEach(shell::with);
    assertThat(call("belay", "echo", "text=hi", "--detach")).isEqualTo(ExitCode.OK);
    var id = shell.out().strip();
    assertThat(id).matches("[a-z]+-[0-9a-f]{32}");
    assertThat(call("belay", "--attach", id)).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo(id + "\nhi\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"belay", "legacy", "modern"})
  void theToolsAreListed(String where) throws IOException, InterruptedException {
    assertThat(shell.run("tools", "--url", url(where).toString())).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("hang_honouring_cancel", "echo");
  }

  private ExitCode call(String where, String... words) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", url(where).toString()));
    return shell.run("call", all);
  }

  private static URI url(String where) {
    return switch (where) {
      case "belay" -> served.url();
      case "legacy" -> legacy.url();
      default -> modern.url();
    };
  }
}
