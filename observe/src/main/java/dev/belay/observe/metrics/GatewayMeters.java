package dev.belay.observe.metrics;

import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallDirectory;
import dev.belay.core.call.CallState;
import dev.belay.core.job.Job;
import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.notice.Notices;
import dev.belay.observe.health.HealthSources;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** State of the gateway as a whole at the moment of a scrape. */
record GatewayMeters(MeterRegistry registry, HealthSources sources) {
  void register() {
    var calls = sources.calls();
    state("running", calls);
    state("waiting", calls);
    gauge(
        "belay.calls.abandoned",
        "Calls that ended and whose work goes on",
        () -> calls.abandoned().size());
    gauge("belay.jobs.open", "Jobs that have not ended", () -> sources.jobs().open());
    for (var how : Job.Ending.values()) {
      FunctionCounter.builder("belay.jobs", sources.jobs(), jobs -> (double) jobs.ended(how))
          .description("Jobs that have ended")
          .tag("outcome", how.name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .register(registry);
    }
    FunctionCounter.builder(
            "belay.jobs.store.failures", sources.jobs(), jobs -> (double) jobs.storeFailures())
        .description("What the store of jobs could not do")
        .register(registry);
    approvals();
    session("legacy");
    session("sse");
    gauge(
        "belay.zombies",
        "Orphans that ended and nobody has taken yet",
        () -> sources.zombies().getAsInt());
    gauge(
        "belay.tools",
        "Tools in the list as it was built last",
        () -> sources.lists().get().tools());
    cache("hits", "Requests that found a list of tools", ListFigures.Cache::hits);
    cache("misses", "Requests that found none", ListFigures.Cache::misses);
    cache("refreshes", "Builds because the list was too old", ListFigures.Cache::refreshes);
    cache("build.failures", "Builds that failed", ListFigures.Cache::buildFailures);
    gauge(
        "belay.tools.list.running",
        "Lists of tools that are being served",
        () -> sources.lists().get().gate().inFlight());
    gauge(
        "belay.tools.list.waiting",
        "Requests that wait for their turn to be served one",
        () -> sources.lists().get().gate().waiting());
    counter(
        "belay.tools.list.refused",
        "Requests for which there were too many before them",
        lists -> lists.gate().refused());
  }

  private void approvals() {
    gauge(
        "belay.approvals.open",
        "Calls that wait for people",
        () -> sources.approvals().get().open());
    approvals(
        "belay.approvals.asked",
        "Calls for which people were asked",
        Tags.empty(),
        Approvals.Figures::asked);
    for (var how : Approval.End.values()) {
      approvals(
          "belay.approvals",
          "Calls that wait for people no longer",
          Tags.of("outcome", how.word()),
          figures -> figures.ended().getOrDefault(how, 0L));
    }
    approvals(
        "belay.approvals.ruled",
        "Calls on which an earlier decision of a person held",
        Tags.empty(),
        Approvals.Figures::ruled);
    var about = "Calls that were refused without people being asked";
    approvals(
        "belay.approvals.refused", about, Tags.of("cause", "rate"), Approvals.Figures::beyondRate);
    approvals(
        "belay.approvals.refused", about, Tags.of("cause", "room"), Approvals.Figures::withoutRoom);
    notices("delivered", Notices.Figures::delivered);
    notices("failed", Notices.Figures::failed);
    notices("dropped", Notices.Figures::dropped);
  }

  private void approvals(
      String name, String about, Tags tags, ToDoubleFunction<Approvals.Figures> figure) {
    FunctionCounter.builder(name, sources.approvals(), now -> figure.applyAsDouble(now.get()))
        .description(about)
        .tags(tags)
        .register(registry);
  }

  private void notices(String outcome, ToDoubleFunction<Notices.Figures> figure) {
    FunctionCounter.builder(
            "belay.approvals.notices", sources.notices(), now -> figure.applyAsDouble(now.get()))
        .description("Notices of calls that wait for people")
        .tag("outcome", outcome)
        .register(registry);
  }

  private void state(String name, CallDirectory calls) {
    Gauge.builder("belay.calls.in.flight", () -> count(name, calls))
        .description("Calls that have not ended")
        .tag("state", name)
        .register(registry);
  }

  private static long count(String name, CallDirectory calls) {
    return calls.calls().stream()
        .filter(call ->
            switch (call.state()) {
              case CallState.Running _ -> name.equals("running");
              case CallState.Accepted _, CallState.Waiting _ -> name.equals("waiting");
              case CallState.Settled _ -> false;
            })
        .count();
  }

  private void session(String kind) {
    Gauge.builder(
            "belay.sessions",
            () -> {
              var now = sources.sessions().get();
              return kind.equals("sse") ? now.sse() : now.legacy();
            })
        .description("Clients that last longer than a request")
        .tag("kind", kind)
        .register(registry);
  }

  private void gauge(String name, String about, Supplier<Number> value) {
    Gauge.builder(name, value).description(about).register(registry);
  }

  private void cache(String name, String about, ToDoubleFunction<ListFigures.Cache> figure) {
    counter("belay.tools.cache." + name, about, lists -> figure.applyAsDouble(lists.cache()));
  }

  private void counter(String name, String about, ToDoubleFunction<ListFigures> figure) {
    FunctionCounter.builder(name, sources.lists(), lists -> figure.applyAsDouble(lists.get()))
        .description(about)
        .register(registry);
  }
}
