package dev.belay.probe.oneshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.Time;
import dev.belay.probe.load.LoadGenerator;
import dev.belay.probe.oneshot.Probe.ProbePlan;
import dev.belay.probe.oneshot.ProbeReport.Sequence;
import dev.belay.probe.peer.ConnectionLimits;
import dev.belay.probe.peer.MeasurementFailed;
import dev.belay.probe.peer.PlainHttp;
import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.peer.PlainServer;
import dev.belay.probe.peer.Targets;
import dev.belay.testbed.fault.FaultyHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("S4-23: one look at a server")
@Tag("process")
final class ProbeTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final List<String> steps = new ArrayList<>();

  private ProbeReport probe(FaultyHttp server, @Nullable URI health, @Nullable URI embed)
      throws MeasurementFailed, IOException, InterruptedException {
    var plan =
        new ProbePlan(
            LIMIT,
            5,
            Duration.ofMillis(1),
            new ProbePlan.Load(20, 4),
            new ProbePlan.Load(0, 1),
            health,
            embed,
            Path.of("no", "such.log"));
    var time = Time.system();
    var url = server.url();
    try (var target = Targets.http(url.toString(), url, Map.of(), ConnectionLimits.of(4), time);
        var http = new PlainHttp(Map.of(), LIMIT, time)) {
      target.open(LIMIT);
      return new Probe(
              plan, target, http, LoadGenerator.here(new CompletableFuture<>()), steps::add)
          .run();
    }
  }

  @Test
  void everySideIsLookedAt() throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start();
        var beside =
            new PlainServer(
                Map.of(
                    "/health", new PlainServer.Page(200, "{}"),
                    "/embed/batch", new PlainServer.Page(200, "{\"vectors\":[[1,2],[3,4]]}")))) {
      var report = probe(server, beside.url("/health"), beside.url("/embed/batch"));

      assertThat(report.health()).isEqualTo(new Health(true, "200"));
      assertThat(report.embedding()).isEqualTo(new Embedding.Vectors(2, 2));
      assertThat(report.toolCount()).isGreaterThan(10);
      assertThat(report.payloadBytes()).isGreaterThan(1000);
      assertThat(report.sequence().times()).hasSize(5);
      assertThat(report.small()).isNotNull();
      assertThat(report.large()).isNull();
      assertThat(report.log().scan()).isNull();
      assertThat(report.errors()).isZero();
      assertThat(report.isUnwell()).isFalse();
      assertThat(steps)
          .containsExactly(
              "health", "tools/list", "sequential latency", "small bench, 4 at once", "embeddings");
    }
  }

  @Test
  @DisplayName("J15: what a server does not have is skipped; what is there and broken is told")
  void whatIsBesideMcpIsOptional() throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start();
        var beside = new PlainServer(Map.of("/health", new PlainServer.Page(503, "")))) {
      var without = probe(server, beside.url("/none"), beside.url("/none"));
      assertThat(without.health().ok()).isNull();
      assertThat(without.embedding()).isInstanceOf(Embedding.Skipped.class);
      assertThat(without.isUnwell()).isFalse();

      var unwell = probe(server, beside.url("/health"), null);
      assertThat(unwell.health()).isEqualTo(new Health(false, "503"));
      assertThat(unwell.isUnwell()).isTrue();
    }
  }

  @Test
  void requestsThatFailAreCounted() throws MeasurementFailed, IOException, InterruptedException {
    try (var server =
        FaultyHttp.start("--http-fault", "server_error,method=tools/list,after=3,times=4")) {
      var report = probe(server, null, null);

      assertThat(report.errors()).isEqualTo(4);
      assertThat(report.health()).isEqualTo(Health.NONE);
    }
  }

  @Test
  void withoutToolsThereIsNothingToLookAt()
      throws MeasurementFailed, IOException, InterruptedException {
    try (var server = FaultyHttp.start("--http-fault", "server_error,method=tools/list")) {
      assertThatThrownBy(() -> probe(server, null, null))
          .isInstanceOf(MeasurementFailed.class)
          .hasMessageContaining("500");
    }
  }

  @Test
  @DisplayName("First and second are those in time, not the two fastest")
  void aSequenceKeepsItsOrder() {
    var sequence = new Sequence(List.of(9.0, 5.0, 1.0, 3.0));

    assertThat(sequence.at(0)).isEqualTo(9);
    assertThat(sequence.at(1)).isEqualTo(5);
    assertThat(sequence.min()).isEqualTo(1);
    assertThat(sequence.max()).isEqualTo(9);
    assertThat(sequence.median()).isEqualTo(4);
    assertThat(new Sequence(List.of()).median()).isNaN();
  }
}
