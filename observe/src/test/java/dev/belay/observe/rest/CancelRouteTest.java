package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Ledger;
import dev.belay.core.call.Payload;
import dev.belay.core.call.ProcessInfo;
import dev.belay.core.call.StopStep;
import dev.belay.core.call.WorkerOptions;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.Simulation;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.upstream.LeftBehind;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("POST /api/calls/{id}/cancel: its answer waits for the stop, within bounds")
final class CancelRouteTest {
  private static final LeftBehindProcesses NO_PROCESSES =
      new LeftBehindProcesses() {
        @Override
        public List<LeftBehind> list() {
          return List.of();
        }

        @Override
        public List<ProcessInfo> kill(Predicate<LeftBehind> chosen) {
          return List.of();
        }
      };

  private final Simulation simulation = new Simulation(7);
  private final Journal journal = new Journal(simulation, 64);
  private final Governor governor =
      new Governor(
          new GovernorOptions(
              simulation,
              simulation.threads(),
              new Random(7),
              "sim",
              journal,
              Ledger.NONE,
              Duration.ofSeconds(2),
              Duration.ofMillis(100),
              WorkerOptions.within(simulation.threads())));
  private long took;

  /** {@return the answer to the cancel of a call whose stop takes so long} */
  private Json cancelled(@Nullable Duration grace, Duration stop, String body) {
    var request = CallRequest.of("crawl", Payload.EMPTY).withCaller(Caller.of("ann", "s"));
    var call =
        governor.start(
            grace == null ? request : request.withGrace(grace),
            context -> {
              context.stopWith(_ -> {
                simulation.sleep(stop);
                return StopStep.KILLED;
              });
              simulation.sleep(Duration.ofHours(1));
              return Payload.EMPTY;
            });
    simulation.runFor(Duration.ofMillis(10));
    var answered = new Answered();
    simulation.threads().newThread(() -> cancel(call, body, answered)).start();
    simulation.run();
    assertThat(answered.status).isEqualTo(200);
    return answered.json();
  }

  private void cancel(Call call, String body, Answered answered) {
    var path = PathPattern.of("/api/calls/{id}/cancel");
    var request =
        new Request(
            "POST",
            "/api/calls/" + call.id() + "/cancel",
            null,
            Map.of(),
            body.getBytes(UTF_8),
            "");
    long begun = simulation.nanos();
    try {
      var route = new CancelRoute(path, governor, journal, Decisions.NONE, NO_PROCESSES);
      new Guarded(Access.everybody(HistoryScene.ANN), route).handle(request, answered);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    took = Duration.ofNanos(simulation.nanos() - begun).toSeconds();
  }

  @Test
  @DisplayName("A kill that is repeated for 2 s after the grace is waited for")
  void killed() {
    assertThat(cancelled(null, Duration.ofMillis(6_500), "").at("stopped").text())
        .isEqualTo("killed");
    assertThat(cancelled(Duration.ZERO, Duration.ofSeconds(4), "").at("stopped").text())
        .isEqualTo("killed");
  }

  @Test
  @DisplayName("A stop that takes longer is not, whatever the grace; nor any, where that is asked")
  void unknown() {
    assertThat(cancelled(null, Duration.ofMinutes(1), "").at("stopped").raw()).isEqualTo("null");
    assertThat(took).isEqualTo(7);
    var patient = Duration.ofMinutes(10);
    assertThat(cancelled(patient, Duration.ofMinutes(1), "").at("stopped").raw()).isEqualTo("null");
    assertThat(took).isEqualTo(15);
    assertThat(cancelled(null, Duration.ofSeconds(1), "{\"at_once\":true}").at("state").text())
        .isEqualTo("settled");
    assertThat(took).isZero();
  }
}
