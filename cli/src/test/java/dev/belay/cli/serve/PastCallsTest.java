package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.command.PlacedCommands;
import dev.belay.cli.command.Subcommands;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What has run can be seen from a terminal, and what happened to it")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class PastCallsTest {
  private Served served;
  private ScriptedHttpClient client;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.process().start();
    client = served.legacy();
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  private FakeShell fresh() {
    var made = new FakeShell();
    served.environment().forEach(made::with);
    return made;
  }

  private ExitCode run(String command, String... words) throws IOException, InterruptedException {
    shell = fresh();
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--url", served.url().toString()));
    return Subcommands.run(command, all, shell.shell());
  }

  private void echo(String id) throws InterruptedException {
    var _ = call(client, id, "echo", "{\"text\":\"hi\"}").awaitEnd();
  }

  @Test
  @DisplayName("HOUR-10: ps -a has what ended, with its outcome and how long it ran")
  void psShowsTheEnded() throws IOException, InterruptedException {
    assertThat(run("ps", "-a")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).endsWith("\n\nNo call has ended that is remembered.\n");
    // Which arguments are secret is known from the list.
    client.ask("tools/list", "{}");
    echo("1");
    var _ = call(client, "2", "fail", "{}").awaitEnd();

    assertThat(run("ps", "-a")).isEqualTo(ExitCode.OK);
    var lines = shell.out().lines().toList();
    assertThat(lines.get(1)).isEmpty();
    assertThat(lines.get(2))
        .containsPattern("^ID +TOOL +ARGUMENTS +UPSTREAM .*OUTCOME +RAN +ENDED");
    assertThat(lines.get(3))
        .containsPattern("^[0-9a-f]{8}  fail +faulty .*error +\\d\\.\\ds +\\S+ ago");
    assertThat(lines.get(4))
        .containsPattern("^[0-9a-f]{8}  echo +text=\"hi\" +faulty .*completed +");
    assertThat(run("ps", "-a", "--json")).isEqualTo(ExitCode.OK);
    var json = Json.parse(shell.out());
    assertThat(json.at("running", "calls").items()).isEmpty();
    assertThat(json.at("ended", "calls").items()).hasSize(2);
    assertThat(run("ps", "-aq")).isEqualTo(ExitCode.OK);
    assertThat(shell.out().lines()).hasSize(2);
  }

  @Test
  @DisplayName("logs tells the story of one call, of a server, or of all calls")
  void logsTellStories() throws IOException, InterruptedException {
    echo("1");
    echo("2");
    assertThat(run("logs")).isEqualTo(ExitCode.OK);
    assertThat(shell.out().lines().filter(line -> line.contains("accepted"))).hasSize(2);
    assertThat(shell.out()).doesNotContain("remembered no more");
    assertThat(run("ps", "-aq")).isEqualTo(ExitCode.OK);
    var id = shell.out().lines().findFirst().orElseThrow();
    for (var word : List.of(id, id.substring(id.lastIndexOf('-') + 1).substring(0, 8))) {
      assertThat(run("logs", word)).isEqualTo(ExitCode.OK);
      var lines = shell.out().lines().toList();
      assertThat(lines.getFirst())
          .containsPattern("^\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}  ");
      assertThat(lines.getFirst()).contains("  faulty echo  ").endsWith("  accepted");
      assertThat(lines)
          .anyMatch(line -> line.contains("runs, timeout 30m00s, idle_timeout 5m00s"))
          .anyMatch(line -> line.contains("completed after "));
      assertThat(lines.stream().filter(line -> line.endsWith("accepted"))).hasSize(1);
    }
    assertThat(run("logs", "faulty")).isEqualTo(ExitCode.OK);
    assertThat(shell.out().lines().filter(line -> line.endsWith("accepted"))).hasSize(2);
    assertThat(run("logs", "-n", "1", "--json")).isEqualTo(ExitCode.OK);
    assertThat(Json.parse(shell.out()).at("event").text()).isEqualTo("settled");
  }

  @Test
  @DisplayName("Bad input: what is neither a call nor a server is said to be unknown")
  void unknownOnesAreTold() throws IOException, InterruptedException {
    assertThat(run("logs", "feedbeef")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).startsWith("belay: nothing is known of feedbeef: ");
    assertThat(run("logs", "a\u001b[2J")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).doesNotContain("\u001b");
  }

  @Test
  @DisplayName("logs -f goes on with what happens, until Ctrl-C")
  void logsFollow() throws IOException, InterruptedException {
    echo("1");
    shell = fresh();
    var words = List.of("-f", "faulty", "--url", served.url().toString());
    var followed =
        CompletableFuture.supplyAsync(() -> {
          try {
            return Subcommands.run("logs", words, shell.shell());
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    Patience.await(() -> shell.out().contains("completed"), shell::out);
    echo("2");
    Patience.await(
        () -> shell.out().lines().filter(line -> line.contains("completed")).count() == 2,
        shell::out);
    shell.interrupt();
    assertThat(followed.join()).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEmpty();
  }

  @Test
  @DisplayName("The first digits of several calls name none: they are listed")
  void severalCallsAreListed() throws IOException, InterruptedException {
    // Two of seventeen calls begin with the same of sixteen digits.
    for (int at = 0; at < 17; at++) {
      echo(Integer.toString(at));
    }
    assertThat(run("ps", "-aq")).isEqualTo(ExitCode.OK);
    var byDigit =
        shell
            .out()
            .lines()
            .collect(Collectors.groupingBy(id -> id.substring(id.lastIndexOf('-') + 1).charAt(0)));
    var several = byDigit.values().stream().filter(ids -> ids.size() > 1).findFirst().orElseThrow();
    var first = several.getFirst();
    var digit = first.substring(first.lastIndexOf('-') + 1).substring(0, 1);
    assertThat(run("logs", digit)).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err())
        .startsWith("belay: " + digit + " means " + several.size() + " calls; give more digits:\n")
        .contains(several);
    assertThat(run("logs", "-f", digit)).isEqualTo(ExitCode.ERROR);
    assertThat(run("logs", first)).isEqualTo(ExitCode.OK);
  }

  private static Serve ofTwo() throws IOException {
    return Serve.process()
        .outside("BELAY_TOKENS", "ada: adas-token-0123456789\nbob: bobs-token-0123456789\n")
        .auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}");
  }

  private static void echoOf(String name, Served gateway) throws InterruptedException {
    var token = "Bearer " + name + "s-token-0123456789";
    var caller = gateway.modern().always("Authorization", token);
    var _ = call(caller, "1", "echo", "{\"text\":\"hi\"}").awaitEnd();
  }

  @Test
  @DisplayName("Who may not see the newest event is not kept waiting for it")
  void newestOfAnother() throws IOException, InterruptedException {
    try (var gateway = ofTwo().start()) {
      echoOf("ada", gateway);
      echoOf("bob", gateway);
      shell = new FakeShell().with("BELAY_TOKEN", "adas-token-0123456789");
      var timers = new Timers();
      assertThat(PlacedCommands.logs(timers, List.of("--url", gateway.url() + ""), shell.shell()))
          .isEqualTo(ExitCode.OK);
      assertThat(shell.out().lines().filter(line -> line.endsWith("accepted"))).hasSize(1);
      assertThat(timers.over).as("half a second, once").containsExactly(Duration.ofMillis(500));
    }
  }

  /** The system's clock, and the delays of the timers that went off. */
  private static final class Timers implements Time {
    final List<Duration> over = new CopyOnWriteArrayList<>();

    @Override
    public long nanos() {
      return Time.system().nanos();
    }

    @Override
    public Instant wall() {
      return Time.system().wall();
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
      return Time.system()
          .after(
              delay,
              () -> {
                over.add(delay);
                action.run();
              });
    }

    @Override
    public void sleep(Duration delay) throws InterruptedException {
      Time.system().sleep(delay);
    }

    @Override
    public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
      return Time.system().await(stage, limit);
    }
  }

  @Test
  @DisplayName("logs -f waits for a gateway that is restarted, and says so once")
  void followsThroughARestart() throws IOException, InterruptedException {
    shell = new FakeShell().with("BELAY_TOKEN", "adas-token-0123456789");
    CompletableFuture<ExitCode> followed;
    String port;
    try (var gateway = ofTwo().start()) {
      var url = gateway.url().toString();
      port = Integer.toString(gateway.url().getPort());
      followed =
          CompletableFuture.supplyAsync(() -> {
            try {
              return Subcommands.run("logs", List.of("-f", "--url", url), shell.shell());
            } catch (IOException | InterruptedException e) {
              throw new IllegalStateException(e);
            }
          });
      echoOf("ada", gateway);
      Patience.await(() -> shell.out().contains("completed"), shell::out);
    }
    Patience.await(() -> shell.err().contains("waiting") || followed.isDone(), shell::err);
    try (var gateway = ofTwo().http("port", port).start()) {
      echoOf("ada", gateway);
      Patience.await(
          () -> shell.out().lines().filter(line -> line.contains("completed")).count() == 2,
          shell::out);
      shell.interrupt();
      assertThat(followed.join()).isEqualTo(ExitCode.OK);
    }
    assertThat(shell.err())
        .isEqualTo("belay: the gateway does not answer; waiting until it is back\n");
    assertThat(shell.out()).contains("… events before these are remembered no more\n");
  }
}
