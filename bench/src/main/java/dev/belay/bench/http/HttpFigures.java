package dev.belay.bench.http;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.ProcessMemory;
import dev.belay.bench.report.Sample;
import dev.belay.bench.wrap.BareLatency;
import dev.belay.bench.wrap.Effort;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The figures of {@code belay serve}. What cannot be taken is told with its reason, and the rest is
 * taken.
 */
public final class HttpFigures {
  private static final Time TIME = Time.system();
  private static final double MIB = 1024 * 1024;
  private static final int ALONE = 32;
  private static final int FEW = 8;

  private final HttpEffort effort;
  private final Gateways gateways;
  private final List<Figure> figures = new ArrayList<>();

  private HttpFigures(Path root, HttpEffort effort) {
    this.effort = effort;
    gateways = new Gateways(root);
  }

  /** {@return all figures, with a finished {@code dist/} in {@code root}} */
  public static List<Figure> take(Path root, Effort effort) throws InterruptedException {
    var http = new HttpFigures(root, HttpEffort.of(effort));
    http.part("side by side", http::sideBySide);
    http.part("in process", http::inProcess);
    http.part("added latency", http::latency);
    http.part("memory", http::memory);
    http.part("open streams", http::streams);
    http.part("start", http::starts);
    return http.figures;
  }

  private interface Part {
    void take() throws IOException, InterruptedException;
  }

  private void part(String name, Part part) throws InterruptedException {
    try {
      part.take();
    } catch (IOException e) {
      figures.add(Figure.missing(name, String.valueOf(e.getMessage())));
    }
  }

  private Gateway ours() {
    return gateways.belay(gateways.everything(), Gateway.ECHO);
  }

  private void sideBySide() throws IOException, InterruptedException {
    var turns = new SideBySide.Turns(List.of(1, 8, 32), effort.rounds(), effort.round());
    var others =
        gateways.others().stream()
            .map(other -> new SideBySide.Other(other, Map.of(1, 2.0, 32, 5.0)))
            .toList();
    figures.addAll(new SideBySide(turns).take(ours(), others));
  }

  private void inProcess() throws IOException, InterruptedException {
    try (var running = RunningGateway.start(gateways.inProcess())) {
      var session = EchoSession.open(running);
      var _ = Wrk.run(session, ALONE, effort.round());
      var perSecond = new ArrayList<Long>();
      long failed = 0;
      for (int round = 0; round < effort.rounds(); round++) {
        var run = Wrk.run(session, ALONE, effort.round());
        perSecond.add(run.perSecond());
        failed += run.failed();
      }
      session.look();
      figures.add(
          Figure.atLeast(
              "a tool in the same process, 32 connections",
              failed == 0 ? "" : failed + " FAILED",
              60_000,
              "/s",
              (double) Sample.of(perSecond).median()));
    }
  }

  private void latency() throws IOException, InterruptedException {
    var bare = BareLatency.of(gateways.everything(), "message", FEW, effort.calls());
    try (var running = RunningGateway.start(ours())) {
      var session = EchoSession.open(running);
      var _ = Callers.call(session, FEW, effort.calls());
      var through = Callers.call(session, FEW, effort.calls());
      figures.add(added("p50", bare.median(), through.median(), 150));
      figures.add(added("p99", bare.at(0.99), through.at(0.99), 2_000));
    }
  }

  private static Figure added(String which, long bare, long through, double most) {
    return Figure.atMost(
        "added latency, 8 connections, " + which,
        "%s µs over bare stdio, %s µs over HTTP through Belay"
            .formatted(Figure.text(bare / 1e3), Figure.text(through / 1e3)),
        "+",
        most,
        "µs",
        (through - bare) / 1e3);
  }

  private void memory() throws IOException, InterruptedException {
    try (var running = RunningGateway.start(ours())) {
      var session = EchoSession.open(running);
      double idle = ProcessMemory.resident(running.pid()) / MIB;
      figures.add(Figure.atMost("resident size, idle", "", "", 80, "MiB", idle));
      var _ = Callers.call(session, FEW, effort.some());
      double some = ProcessMemory.resident(running.pid()) / MIB;
      figures.add(
          Figure.atMost(
              "resident size after %,d calls".formatted(effort.some()), "", "", 160, "MiB", some));
      var _ = Callers.call(session, FEW, effort.many() - effort.some());
      double many = ProcessMemory.resident(running.pid()) / MIB;
      figures.add(
          Figure.atMost(
              "growth from there to %,d calls".formatted(effort.many()),
              Figure.text(many) + " MiB then; flat is a tenth of 160 MiB",
              "+",
              16,
              "MiB",
              many - some));
    }
  }

  private void streams() throws IOException, InterruptedException {
    int count = effort.streams();
    try (var running = RunningGateway.start(gateways.belayBeforePatience());
        var streams = new OpenStreams(running)) {
      streams.open(count);
      var health = new Sample(streams.health(100));
      long one = streams.leave(1, 1);
      long all = streams.leave(count - 1, count);
      var name = "%,d streams with a hanging call each: ".formatted(count);
      figures.add(
          Figure.atMost(
              name + "what the server is, slowest of 100",
              "p50 " + Figure.text(health.median() / 1e6) + " ms",
              "",
              50,
              "ms",
              health.max() / 1e6));
      figures.add(
          Figure.atMost(name + "one leaves → its upstream knows", "", "", 20, "ms", one / 1e6));
      figures.add(
          Figure.atMost(name + "all leave → it knows of all", "", "", 2_000, "ms", all / 1e6));
    }
  }

  private void starts() throws IOException, InterruptedException {
    started("server-everything", ours());
    started("Java", gateways.belayBeforeJava());
  }

  private void started(String upstream, Gateway gateway) throws IOException, InterruptedException {
    var nanos = new ArrayList<Long>();
    for (int i = 0; i < effort.starts(); i++) {
      long begun = TIME.nanos();
      try (var running = RunningGateway.start(gateway)) {
        var _ = EchoSession.open(running);
        nanos.add(TIME.nanos() - begun);
      }
    }
    var sample = Sample.of(nanos);
    figures.add(
        Figure.atMost(
            "spawn → first echo, before " + upstream,
            "best " + Figure.text(sample.min() / 1e6) + " ms",
            "",
            400,
            "ms",
            sample.median() / 1e6));
  }
}
