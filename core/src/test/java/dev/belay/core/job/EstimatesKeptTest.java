package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallId;
import dev.belay.core.job.Estimator.Kind;
import dev.belay.core.job.Estimator.Known;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.SimulationThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is known of how long calls take outlives the program, where the store does")
final class EstimatesKeptTest {
  private static final Kind CRAWL = new Kind("docs", "crawl", 0);

  private final Simulation time = new Simulation(1);
  private final Kept store = new Kept();
  private final List<String> reports = new ArrayList<>();

  /** A store without jobs. */
  private final class Kept implements JobStore {
    final List<Known> runs = new ArrayList<>();
    boolean isStuck;

    @Override
    public void put(Job job) {}

    @Override
    public void remove(CallId id) {}

    @Override
    public @Nullable Job find(CallId id) {
      return null;
    }

    @Override
    public Page page(Wanted wanted, long before, int most) {
      return new Page(List.of(), 0);
    }

    @Override
    public int expire(Instant now) {
      return 0;
    }

    @Override
    public List<Known> estimates() {
      return List.copyOf(runs);
    }

    @Override
    public void addEstimates(List<Known> later) {
      if (isStuck) {
        try {
          time.await(new CompletableFuture<>(), Duration.ofDays(1));
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
      runs.addAll(later);
    }

    @Override
    public void close() {}
  }

  private Jobs jobs() {
    var terms = new Jobs.Terms(Duration.ofHours(1), 100);
    return new Jobs(store, () -> terms, 10, _ -> null, time.threads(), time, reports::add);
  }

  private static void learn(Jobs jobs, int runs) {
    for (int i = 0; i < runs; i++) {
      jobs.estimator().learn(CRAWL, Duration.ofSeconds(60), false);
    }
  }

  private void close(Jobs jobs) {
    SimulationThreads.start(time, jobs::close);
    time.runFor(Duration.ofSeconds(1));
  }

  @Test
  @DisplayName("Runs are stored at the close, and known to the next program once a call takes long")
  void kept() {
    var first = jobs();
    first.recallSoon();
    time.runFor(Duration.ofSeconds(1));
    learn(first, 8);
    close(first);
    assertThat(store.runs).extracting(Known::kind).containsExactly(CRAWL);

    var second = jobs();
    assertThat(second.estimator().estimate(CRAWL, Duration.ZERO, null)).isNull();
    second.recallSoon();
    second.recallSoon();
    time.runFor(Duration.ofSeconds(1));
    assertThat(second.estimator().estimate(CRAWL, Duration.ZERO, null))
        .extracting(Estimator.Estimate::runs)
        .isEqualTo(8);
  }

  @Test
  @DisplayName("A store that never answers does not keep the program from its end")
  void stuck() {
    var jobs = jobs();
    jobs.recallSoon();
    time.runFor(Duration.ofSeconds(1));
    learn(jobs, 8);
    store.isStuck = true;
    close(jobs);
    assertThat(reports).isEmpty();
    time.runFor(Duration.ofSeconds(5));
    assertThat(reports)
        .containsExactly("the job store does not end; what came last may not be in it");
  }

  @Test
  @DisplayName("A program whose calls are all short leaves the store alone")
  void shortCalls() {
    var jobs = jobs();
    learn(jobs, 8);
    close(jobs);
    assertThat(store.runs).isEmpty();
  }
}
