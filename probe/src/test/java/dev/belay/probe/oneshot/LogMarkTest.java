package dev.belay.probe.oneshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.probe.oneshot.LogScan.LogMark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The log: what is written during the run, and nothing else")
final class LogMarkTest {
  private static final String STATS =
      "[MCP] tools/list stats requests=12 hit_rate=83.3% cache_hits=10 cache_misses=2 build_count=2"
          + " build_failures=0 build_avg_ms=1.25 build_max_ms=2.00\n";

  private @TempDir Path directory;

  @Test
  void onlyWhatIsNewCounts() throws IOException {
    var log = directory.resolve("server.log");
    Files.writeString(log, STATS + "ERROR old\n");
    var mark = LogMark.at(log);
    Files.writeString(
        log,
        STATS + "WARN new\n[Dynamic Loader] loaded 3\ntools/list served in 2 ms\n",
        StandardOpenOption.APPEND);

    var scan = Objects.requireNonNull(mark.scan());

    assertThat(scan.lines()).isEqualTo(4);
    assertThat(scan.errors()).isZero();
    assertThat(scan.warnings()).isEqualTo(1);
    assertThat(scan.statsLines()).isEqualTo(1);
    assertThat(scan.servedLines()).isEqualTo(1);
    assertThat(scan.loaderLines()).isEqualTo(1);
    assertThat(scan.lastLoader()).isEqualTo("[Dynamic Loader] loaded 3");
    assertThat(scan.lastFigures())
        .containsEntry("requests", "12")
        .containsEntry("hit_rate_pct", "83.3")
        .containsEntry("build_max_ms", "2.00")
        .hasSize(8);
  }

  @Test
  @DisplayName("REQ-14: Belay's own log, whose words are warning: and error:")
  void belaysOwnLogCounts() throws IOException {
    var log = directory.resolve("belay.log");
    var mark = LogMark.at(log);
    Files.writeString(
        log,
        "[belay] warning: two servers have a tool echo\n"
            + "[belay] error: limits.timeout: expected a duration\n"
            + "[belay] "
            + STATS);

    var scan = Objects.requireNonNull(mark.scan());

    assertThat(scan.warnings()).isEqualTo(1);
    assertThat(scan.errors()).isEqualTo(1);
    assertThat(scan.lastFigures()).containsEntry("requests", "12").hasSize(8);
  }

  @Test
  void aLogThatWasRotatedIsNewAsAWhole() throws IOException {
    var log = directory.resolve("server.log");
    Files.writeString(log, STATS.repeat(10));
    var mark = LogMark.at(log);
    Files.move(log, directory.resolve("server.log.1"));
    Files.writeString(log, STATS.repeat(11));

    assertThat(Objects.requireNonNull(mark.scan()).statsLines()).isEqualTo(11);
  }

  @Test
  void aLogThatAppearsMeanwhileCounts() throws IOException {
    var log = directory.resolve("server.log");
    var mark = LogMark.at(log);
    assertThat(mark.scan()).isNull();
    Files.writeString(log, STATS);

    assertThat(Objects.requireNonNull(mark.scan()).statsLines()).isEqualTo(1);
  }
}
