package dev.belay.cli.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.log.LogStyle.Detail;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import dev.belay.core.time.HandTime;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The log of belay serve has a line for each call, for people or for programs")
final class ServeLogTest {
  private static final String ESC = "\u001b";

  private final FakeShell shell = new FakeShell();
  private final HandTime time = new HandTime();
  private final Journal journal = new Journal(time, 20_000);

  private ServeLog log(LogStyle style) {
    return new ServeLog(shell.shell(), style, time);
  }

  private void settle(String client, String tool, String outcome, String detail) {
    journal.publish(
        new Subject("call-1", tool, "files", "local", null, null, null, client),
        new CallEvent.Settled(
            outcome, detail, "", Duration.ofMillis(1_500), Duration.ofMillis(2_345)));
  }

  /** {@return what the log has written until it is closed} */
  private List<String> lines(LogStyle style) throws InterruptedException {
    var log = log(style);
    var calls = new CallLog(journal, log, (server, tool) -> server + "__" + tool, time);
    calls.drain();
    calls.sayGoodbye(Duration.ofSeconds(61), 3);
    log.inform("the end");
    log.close();
    return shell.err().lines().toList();
  }

  private static LogStyle quiet() {
    return new LogStyle(false, Detail.QUIET);
  }

  @Test
  void aLineOfAFileHasTheCallAtItsEnd() throws InterruptedException {
    settle("claude-code", "read_file", "completed", "");
    settle("cursor", "exec", "timed out", "idle");
    assertThat(lines(LogStyle.USUAL))
        .containsExactly(
            "1970-01-01T00:00:00Z claude-code   files__read_file          completed  2.3 s",
            "1970-01-01T00:00:00Z cursor        files__exec               timed out (idle)  2.3 s",
            "1970-01-01T00:00:00Z goodbye after 1m01s: 2 calls (1 completed, 1 timed out);"
                + " 3 processes were ended",
            "1970-01-01T00:00:00Z the end");
  }

  @Test
  void verboseLinesHaveTheIdTheCallerAndTheWait() throws InterruptedException {
    settle("claude-code", "read_file", "completed", "");
    assertThat(lines(new LogStyle(false, Detail.VERBOSE)).getFirst())
        .endsWith("completed  2.3 s  call-1 of local, waited 1.5 s");
  }

  @Test
  void programsGetAnObjectALine() throws InterruptedException {
    settle("claude-code", "read_file", "failed", "TOOL");
    assertThat(lines(new LogStyle(true, Detail.USUAL)))
        .containsExactly(
            "{\"time\":\"1970-01-01T00:00:00Z\",\"event\":\"call\",\"id\":\"call-1\","
                + "\"client\":\"claude-code\",\"principal\":\"local\",\"server\":\"files\","
                + "\"tool\":\"files__read_file\",\"outcome\":\"failed\",\"detail\":\"TOOL\","
                + "\"waited_s\":1.500,\"ran_s\":2.345}",
            "{\"time\":\"1970-01-01T00:00:00Z\",\"event\":\"goodbye\",\"ran_s\":61,\"calls\":1,"
                + "\"by_outcome\":{\"failed\":1},\"events_missed\":0,\"processes_ended\":3}",
            "{\"time\":\"1970-01-01T00:00:00Z\",\"event\":\"message\",\"text\":\"the end\"}");
  }

  @Test
  void aTerminalIsColouredUnlessItsPersonWantsNone() throws InterruptedException {
    shell.onTerminal().with("TERM", "xterm").with("LANG", "C.UTF-8");
    settle("claude-code", "read_file", "completed", "");
    assertThat(lines(LogStyle.USUAL).getFirst()).contains(ESC + "[32m✓" + ESC + "[0m claude-code");
    shell.with("NO_COLOR", "1");
    assertThat(lines(LogStyle.USUAL).getLast()).doesNotContain(ESC);
  }

  @Test
  @DisplayName("Hostile: names of clients and tools keep to their line, and obey no terminal")
  void namesFromOutsideAreShortAndPlain() throws InterruptedException {
    settle("evil\n2026 goodbye", ESC + "[2J" + "x".repeat(5_000), "completed", "");
    var lines = lines(LogStyle.USUAL);
    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst())
        .contains("evil 2026 goodbye")
        .doesNotContain(ESC)
        .hasSizeLessThan(200);
  }

  @Test
  @DisplayName("Hostile: what a server writes is split, bounded and named")
  void wordsOfServersAreNamed() throws InterruptedException {
    var log = log(LogStyle.USUAL);
    var words = log.words("docs");
    words.accept(("one\ntw").getBytes(StandardCharsets.UTF_8));
    words.accept(("o\n" + ESC + "]0;title\u0007\n").getBytes(StandardCharsets.UTF_8));
    log.close();
    assertThat(shell.err().lines().map(line -> line.substring(21)))
        .containsExactly("[docs] one", "[docs] two", "[docs] ]0;title");
  }

  @Test
  @DisplayName("A flood of calls has a bounded number of lines, and a sum of those left out")
  void aFloodIsSummed() throws InterruptedException {
    for (int i = 0; i < 5_000; i++) {
      settle("c", "t", i % 10 == 0 ? "failed" : "completed", "");
    }
    var lines = lines(LogStyle.USUAL);
    assertThat(lines).hasSize(CallLog.MOST + 3);
    assertThat(lines.get(CallLog.MOST)).endsWith("… 4,900 more calls: 4,410 completed, 490 failed");
    assertThat(lines.get(CallLog.MOST + 1)).contains("5,000 calls (4,500 completed, 500 failed)");
  }

  @Test
  @DisplayName("A journal that ran ahead is told as events, not kept quiet")
  void missedEventsAreTold() throws InterruptedException {
    for (int i = 0; i < 20_100; i++) {
      settle("c", "t", "completed", "");
    }
    var goodbye =
        lines(LogStyle.USUAL).stream().filter(line -> line.contains("goodbye")).findFirst();
    assertThat(Objects.requireNonNull(goodbye.orElse(null)))
        .contains("events came too fast to be counted");
  }

  @Test
  void quietSaysWhatNeedsAPersonAlone() throws InterruptedException {
    settle("c", "t", "completed", "");
    assertThat(lines(quiet())).isEmpty();
    var log = log(quiet());
    log.words("docs").accept("chatter\n".getBytes(StandardCharsets.UTF_8));
    log.figures("[MCP] request pressure");
    log.say("warning: something");
    log.close();
    assertThat(shell.err()).isEqualTo("1970-01-01T00:00:00Z warning: something\n");
  }

  @Test
  void figuresAreForThoseWhoMeasure() throws InterruptedException {
    var usual = log(LogStyle.USUAL);
    usual.figures("unseen");
    usual.measure();
    usual.figures("seen by a load test");
    usual.close();
    var verbose = log(new LogStyle(false, Detail.VERBOSE));
    verbose.figures("seen at -v");
    verbose.close();
    assertThat(shell.err())
        .contains("seen by a load test\n", "seen at -v\n")
        .doesNotContain("unseen");
  }
}
