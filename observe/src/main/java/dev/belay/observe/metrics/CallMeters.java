package dev.belay.observe.metrics;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;

/** Turns the journal's events into meters. Not safe for use by several threads. */
final class CallMeters {
  /** A bound, since clients can make up names of tools that do not exist. */
  private static final int MOST_TOOLS = 500;

  private static final int MOST_UPSTREAMS = 200;

  /** From 5 ms to half an hour, the range of a call's duration. */
  private static final Duration[] BUCKETS =
      IntStream.of(
              5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000,
              300_000, 600_000, 1_800_000)
          .mapToObj(Duration::ofMillis)
          .toArray(Duration[]::new);

  private final MeterRegistry registry;
  private final BoundedNames tools = new BoundedNames(MOST_TOOLS);
  private final BoundedNames upstreams = new BoundedNames(MOST_UPSTREAMS);
  private final BiPredicate<String, String> offered;
  private final Counter missed;

  /**
   * Starts with zero counts.
   *
   * @param offered whether a server, as far as is known, has a tool
   */
  CallMeters(MeterRegistry registry, BiPredicate<String, String> offered) {
    this.registry = registry;
    this.offered = offered;
    missed =
        Counter.builder("belay.journal.missed")
            .description("Events that came too fast to be counted")
            .register(registry);
  }

  void count(Journal.Reading reading) {
    switch (reading) {
      case Journal.Gap(long gone) -> missed.increment((double) gone);
      case Journal.Entry entry -> count(entry.subject(), entry.event());
      // Those held back are a gauge of each server.
      case Journal.ToolEntry _ -> {}
    }
  }

  private void count(Subject subject, CallEvent event) {
    switch (event) {
      case CallEvent.Settled settled -> settled(subject, settled);
      case CallEvent.Beat _ -> counter("belay.heartbeats", "Signs of progress", subject);
      case CallEvent.LateResult _ ->
          counter("belay.late.results", "Results that came after the end of their call", subject);
      case CallEvent.Stopped(String step) ->
          Counter.builder("belay.stops")
              .description("Calls that were stopped, by the step that ended their work")
              .tags(upstream(subject).and("step", step))
              .register(registry)
              .increment();
      case CallEvent.Retrying _ ->
          counter("belay.call.retries", "Calls that were made once more", subject);
      case CallEvent.Shared _ ->
          counter("belay.calls.shared", "Calls that took the answer of another", subject);
      case CallEvent.HandedOff _ ->
          counter("belay.calls.handed.off", "Calls that went on as jobs", subject);
      case CallEvent.Accepted _,
          CallEvent.Waiting _,
          CallEvent.Running _,
          CallEvent.LimitsReplaced _,
          CallEvent.Held _,
          CallEvent.Released _ -> {}
    }
  }

  private void settled(Subject subject, CallEvent.Settled settled) {
    var tool = upstream(subject).and("tool", tool(subject));
    Counter.builder("belay.calls")
        .description("Calls that have ended")
        .tags(tool.and("outcome", settled.outcome(), "cause", settled.detail()))
        .register(registry)
        .increment();
    Timer.builder("belay.call.duration")
        .description("How long calls ran")
        .serviceLevelObjectives(BUCKETS)
        .tags(tool)
        .register(registry)
        .record(settled.ran());
    Timer.builder("belay.call.wait")
        .description("How long calls waited before they ran")
        .serviceLevelObjectives(BUCKETS)
        .tags(upstream(subject))
        .register(registry)
        .record(settled.waited());
  }

  private void counter(String name, String about, Subject subject) {
    Counter.builder(name).description(about).tags(upstream(subject)).register(registry).increment();
  }

  /** A made-up name must not take the place of an existing tool. */
  private String tool(Subject subject) {
    var server = subject.upstream();
    return server == null || offered.test(server, subject.tool())
        ? tools.label(subject.tool())
        : BoundedNames.UNKNOWN;
  }

  private Tags upstream(Subject subject) {
    var name = subject.upstream();
    return Tags.of("upstream", name == null ? "" : upstreams.label(name));
  }

  /**
   * Names as labels: a bounded number of them, since each makes a series for good and clients
   * choose what they call. Not safe for use by several threads.
   */
  private static final class BoundedNames {
    /** What all further names are called. */
    static final String OTHERS = "other";

    /** Stands for a name beyond the bound, which no tool has. */
    static final String UNKNOWN = "unknown";

    private final Set<String> known = new HashSet<>();
    private final int most;

    BoundedNames(int most) {
      this.most = most;
    }

    String label(String name) {
      if (known.contains(name)) {
        return name;
      }
      return known.size() < most && known.add(name) ? name : OTHERS;
    }
  }
}
