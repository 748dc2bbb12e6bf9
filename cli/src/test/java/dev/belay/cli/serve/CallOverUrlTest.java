package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.Subcommands;
import dev.belay.cli.remote.ApprovalRow;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("J18: belay call and belay tools reach a server at a URL, be it another Belay")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class CallOverUrlTest {
  private static Served served;
  private static FaultyHttp legacy;
  private static FaultyHttp modern;
  private final FakeShell shell = new FakeShell();

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served = Serve.process().start();
    legacy = FaultyHttp.start();
    modern = FaultyHttp.start("--era", "modern");
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
    legacy.close();
    modern.close();
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
    assertThat(call(where, "hang", "--timeout", "1", "--idle-timeout", "0"))
        .isEqualTo(ExitCode.TIMED_OUT);
    assertThat(shell.err()).contains("Tool exceeded wall-clock limit of 1s.");
    assertThat(call(where, "hang", "--idle-timeout", "0.4")).isEqualTo(ExitCode.TIMED_OUT);
    assertThat(shell.err()).contains("No progress for 0.4s (idle timeout).");
    assertThat(shell.out()).isEqualTo("hello\n");
  }

  @Test
  @DisplayName("C16: that a call still runs is no progress; a person sees the time beside it")
  void aKeepAliveIsNoProgress() throws IOException, InterruptedException {
    var often = Serve.process().mcp("keep_alive_first", "0.1").mcp("keep_alive_interval", "0.1");
    try (var belay = often.start()) {
      var url = belay.url().toString();
      assertThat(run("call", List.of("hang", "--timeout", "3", "--url", url)))
          .isEqualTo(ExitCode.TIMED_OUT);
      assertThat(shell.err()).doesNotContainPattern("belay: hang .*Still running");
      assertThat(run("call", List.of("progress", "steps=4", "everyMs=700", "--url", url)))
          .isEqualTo(ExitCode.OK);
      assertThat(shell.err()).contains("/4 step ").doesNotContainPattern("belay: progress .*Still");
    }
  }

  @Test
  @DisplayName("S3-18: that the gateway waits for a person is shown, until it no longer does")
  void waitsForPerson() throws Exception {
    var asking =
        Serve.process()
            .tool("*echo", "{\"approval\":\"ask\"}")
            .mcp("keep_alive_first", "0.1")
            .mcp("keep_alive_interval", "0.1");
    try (var belay = asking.start();
        var executor = Executors.newSingleThreadExecutor();
        var gateway = new RunningGateway(belay.url().resolve("/"), belay.environment())) {
      var words = List.of("echo", "text=hi", "--url", belay.url().toString());
      var ended = executor.submit(() -> run("call", words));
      Patience.await(() -> shell.err().matches("(?s).*(approval|review).*"), shell::err);
      var approvals = new GatewayApprovals(gateway);
      var waiting = ApprovalRow.list(approvals.list(/* isOver= */ false)).getFirst();
      var _ = approvals.decide(waiting.id(), "approve", "once", "");
      assertThat(ended.get()).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).isEqualTo("hi\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"belay", "legacy", "modern"})
  void theToolsAreListed(String where) throws IOException, InterruptedException {
    assertThat(run("tools", List.of("--url", url(where).toString()))).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("hang_honouring_cancel", "echo");
  }

  private ExitCode call(String where, String... words) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", url(where).toString()));
    return run("call", all);
  }

  private ExitCode run(String command, List<String> args) throws IOException, InterruptedException {
    return Objects.requireNonNull(Subcommands.run(command, args, shell.shell()));
  }

  private static URI url(String where) {
    return switch (where) {
      case "belay" -> served.url();
      case "legacy" -> legacy.url();
      default -> modern.url();
    };
  }
}
