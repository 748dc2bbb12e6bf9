package dev.belay.bench.http;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.ProcessMemory;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.bench.wrap.Echoes;
import dev.belay.bench.wrap.ServerCommand;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Figures of {@code belay serve}. A failed measurement is reported with its reason, and the others
 * continue.
 */
public final class HttpFigures {
  private static final Time TIME = Time.system();
  private static final double MIB = 1024 * 1024;
  private static final int ALONE = 32;
  private static final int FEW = 8;

  private final Report report;
  private final Effort effort;
  private final Gateways gateways;

  private HttpFigures(Report report, Path root, Effort effort) {
    this.report = report;
    this.effort = effort;
    gateways = new Gateways(root);
  }

  /** Measures all figures, with a finished {@code dist/} in {@code root}. */
  public static void take(Report report, Path root, Effort effort) throws InterruptedException {
    var http = new HttpFigures(report, root, effort);
    report.part("side by side", http::sideBySide);
    report.part("in process", http::inProcess);
    report.part("added latency", http::latency);
    report.part("memory", http::memory);
    report.part("open streams", http::streams);
    report.part("start", http::starts);
  }

  private int rounds() {
    return effort.of(1, 3);
  }

  private Duration round() {
    return effort.seconds(3, 10);
  }

  private Gateway ours() {
    return gateways.belay(gateways.everything(), Gateway.ECHO);
  }

  private void sideBySide() throws IOException, InterruptedException {
    var others =
        gateways.others().stream()
            .map(other -> new SideBySide.Other(other, Map.of(1, 2.0, 32, 5.0)))
            .toList();
    new SideBySide(List.of(1, 8, 32), rounds(), round()).take(report, ours(), others);
  }

  private void inProcess() throws IOException, InterruptedException {
    try (var running = RunningGateway.start(gateways.inProcess())) {
      var session = EchoSession.open(running);
      var run = Wrk.rounds(List.of(session), ALONE, rounds(), round()).getFirst();
      session.look();
      var name = "a tool in the same process, 32 connections";
      report.atLeast(name, 60_000, "/s", (double) run.perSecond(), run.failures());
    }
  }

  private void latency() throws IOException, InterruptedException {
    try (var running = RunningGateway.start(ours())) {
      var modern = EchoSession.modern(running);
      var one = latency(modern, 1);
      one.added("added latency of a modern call, 1 connection, p50", 0.5, 150);
      one.added("added latency of a modern call, 1 connection, p99", 0.99, 2_000);
      var few = latency(EchoSession.open(running), FEW);
      few.added("added latency, 8 connections, p50", 0.5, 150);
      few.added("added latency, 8 connections, p99", 0.99, 2_000);
    }
  }

  /** Calls with so many in progress: bare over stdio, and over HTTP through Belay. */
  private record Latency(Report report, Sample bare, Sample through) {
    void added(String name, double quantile, double most) {
      double alone = bare.at(quantile) / 1e3;
      double both = through.at(quantile) / 1e3;
      var detail = "%s µs over bare stdio, %s µs over HTTP through Belay";
      report.added(name, most, "µs", both - alone, detail, alone, both);
    }
  }

  private Latency latency(EchoSession session, int callers)
      throws IOException, InterruptedException {
    int calls = effort.of(10_000, 50_000);
    var server = new ServerCommand("bare", gateways.everything(), "message");
    var bare = Echoes.bare(server, callers, calls);
    var _ = Callers.call(session, callers, calls);
    return new Latency(report, bare, Callers.call(session, callers, calls));
  }

  private void memory() throws IOException, InterruptedException {
    int first = effort.of(10_000, 100_000);
    int all = effort.of(50_000, 1_000_000);
    try (var running = RunningGateway.start(ours())) {
      var session = EchoSession.open(running);
      report.atMost("resident size, idle", 80, "MiB", resident(running));
      var _ = Callers.call(session, FEW, first);
      double some = resident(running);
      report.atMost("resident size after %,d calls".formatted(first), 160, "MiB", some);
      var _ = Callers.call(session, FEW, all - first);
      double many = resident(running);
      var name = "growth from there to %,d calls".formatted(all);
      var detail = "%s MiB then; flat is a tenth of 160 MiB";
      report.added(name, 16, "MiB", many - some, detail, many);
    }
  }

  private static double resident(RunningGateway running) throws IOException {
    return ProcessMemory.resident(running.pid()) / MIB;
  }

  private void streams() throws IOException, InterruptedException {
    // One address may have half of the 20,000 connections, that of the questions included.
    int count = effort.of(1_000, 9_900);
    try (var running = RunningGateway.start(gateways.belayBeforePatience());
        var streams = new OpenStreams(running, /* reportsProgress= */ false)) {
      streams.open(count);
      var health = new Sample(streams.health(100));
      long one = streams.leave(1, 1);
      long all = streams.leave(count - 1, count);
      var name = "%,d streams with a hanging call each: ".formatted(count);
      var asked = name + "what the server is, slowest of 100";
      report.atMost(asked, 50, "ms", health.max() / 1e6, "p50 %s ms", health.median() / 1e6);
      report.atMost(name + "one leaves → its upstream knows", 20, "ms", one / 1e6);
      report.atMost(name + "all leave → it knows of all", 2_000, "ms", all / 1e6);
    }
  }

  private void starts() throws IOException, InterruptedException {
    started("server-everything", ours());
    started("Java", gateways.belayBeforeJava());
  }

  private void started(String upstream, Gateway gateway) throws IOException, InterruptedException {
    var nanos = new ArrayList<Long>();
    for (int i = 0; i < effort.of(3, 10); i++) {
      long begun = TIME.nanos();
      try (var running = RunningGateway.start(gateway)) {
        var _ = EchoSession.open(running);
        nanos.add(TIME.nanos() - begun);
      }
    }
    var sample = Sample.of(nanos);
    var name = "spawn → first echo, before " + upstream;
    report.atMost(name, 400, "ms", sample.median() / 1e6, "best %s ms", sample.min() / 1e6);
  }
}
