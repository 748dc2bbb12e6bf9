package dev.belay.probe.oneshot;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.probe.load.Asking;
import dev.belay.probe.load.LoadGenerator;
import dev.belay.probe.oneshot.LogScan.LogMark;
import dev.belay.probe.oneshot.ProbeReport.Sequence;
import dev.belay.probe.peer.MeasurementFailed;
import dev.belay.probe.peer.PlainHttp;
import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.peer.ProbeRequest;
import dev.belay.probe.peer.Target;
import dev.belay.probe.peer.Target.Reply;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Examines a server once, in every respect (S4-23). */
public final class Probe {
  private static final ProbeRequest LIST = ProbeRequest.toolsList();

  private final ProbePlan plan;
  private final Target target;
  private final PlainHttp http;
  private final LoadGenerator generator;
  private final Consumer<String> onStep;

  /**
   * Prepares an examination of an open server.
   *
   * @param onStep receives the name of each step
   */
  public Probe(
      ProbePlan plan,
      Target target,
      PlainHttp http,
      LoadGenerator generator,
      Consumer<String> onStep) {
    this.plan = plan;
    this.target = target;
    this.http = http;
    this.generator = generator;
    this.onStep = onStep;
  }

  private record First(int tools, int bytes, double ms) {}

  private record Sequential(Sequence sequence, int errors) {}

  /**
   * Examines the server.
   *
   * @throws MeasurementFailed if already the first {@code tools/list} fails
   */
  public ProbeReport run() throws MeasurementFailed, InterruptedException, IOException {
    var log = plan.log() == null ? null : LogMark.at(plan.log());
    onStep.accept("health");
    var health = plan.health() == null ? Health.NONE : http.health(plan.health());
    onStep.accept("tools/list");
    var first = first();
    onStep.accept("sequential latency");
    var sequential = sequential();
    var small = bench("small", plan.small());
    var large = bench("large", plan.large());
    onStep.accept("embeddings");
    var embedding = embedding();
    return new ProbeReport(
        target.name(),
        health,
        first.tools(),
        first.bytes(),
        first.ms(),
        embedding,
        sequential.sequence(),
        sequential.errors(),
        small,
        large,
        new ProbeReport.Log(plan.log(), log == null ? null : log.scan()));
  }

  private First first() throws MeasurementFailed, InterruptedException {
    long begun = generator.time().nanos();
    var reply = target.ask(LIST, plan.timeout());
    double ms = since(begun);
    return switch (reply) {
      case Reply.Answered(Envelope answer) -> {
        var tools = Objects.requireNonNull(answer.span(Member.RESULT_TOOLS));
        yield new First(Slices.items(answer.bytes(), tools).size(), answer.bytes().length, ms);
      }
      case Reply.Failed(Reply.Kind _, String why) -> throw new MeasurementFailed(why);
    };
  }

  private Sequential sequential() throws InterruptedException {
    var times = new ArrayList<Double>();
    int errors = 0;
    for (int i = 0; i < plan.sequentialSamples() && !generator.interrupted().isDone(); i++) {
      if (i > 0) {
        generator.time().sleep(plan.sequentialPause());
      }
      long begun = generator.time().nanos();
      var reply = target.ask(LIST, plan.timeout());
      if (reply instanceof Reply.Answered) {
        times.add(since(begun));
      } else {
        errors++;
      }
    }
    return new Sequential(new Sequence(times), errors);
  }

  private double since(long begun) {
    return (generator.time().nanos() - begun) / 1e6;
  }

  private ProbeReport.@Nullable Bench bench(String name, ProbePlan.Load load) {
    if (load.total() == 0) {
      return null;
    }
    onStep.accept(name + " bench, " + load.concurrency() + " at once");
    var measured =
        generator.closed(
            new Asking(target, LIST, plan.timeout()), load.concurrency(), load.total(), _ -> {});
    return new ProbeReport.Bench(load.concurrency(), measured);
  }

  private Embedding embedding() throws InterruptedException {
    return plan.embed() == null
        ? new Embedding.Skipped("not asked")
        : Embedding.of(http.ask(plan.embed(), Embedding.QUESTION));
  }

  /**
   * Scope of one examination.
   *
   * @param health its endpoint; null without one, as over stdio
   * @param embed its endpoint of embeddings; null to skip it
   * @param log a file that the server writes meanwhile; null for none
   */
  public record ProbePlan(
      Duration timeout,
      int sequentialSamples,
      Duration sequentialPause,
      Load small,
      Load large,
      @Nullable URI health,
      @Nullable URI embed,
      @Nullable Path log) {
    /** A number of requests and their concurrency; no requests if the total is zero. */
    public record Load(int total, int concurrency) {}

    /** {@return the most requests at once} */
    public int maxConcurrency() {
      return Math.max(small.concurrency(), large.concurrency());
    }
  }
}
