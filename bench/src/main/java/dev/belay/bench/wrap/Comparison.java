package dev.belay.bench.wrap;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.ProcessMemory;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One server, bare and behind Belay, by turns, so that what else the machine does hits both alike.
 */
final class Comparison {
  private static final Time TIME = Time.system();
  private static final int CALLERS = 32;

  /** As many calls as the resident size is asked after; by then both sides are warm. */
  private static final int WARM_UP = 10_000;

  private static final double MIB = 1024 * 1024;

  private final Effort effort;
  private final ServerCommand bare;
  private final ServerCommand wrapped;
  private final Side bareSide = new Side();
  private final Side wrappedSide = new Side();
  private long resident;
  private long proportional;

  Comparison(Effort effort, ServerCommand bare, ServerCommand wrapped) {
    this.effort = effort;
    this.bare = bare;
    this.wrapped = wrapped;
  }

  List<Figure> take() throws IOException {
    for (int i = 0; i < effort.starts(); i++) {
      start(bare, bareSide);
      start(wrapped, wrappedSide);
    }
    try (var one = LineClient.open(bare);
        var other = LineClient.open(wrapped)) {
      warmUp(one);
      warmUp(other);
      resident = ProcessMemory.resident(other.pid());
      proportional = ProcessMemory.proportional(other.pid());
      for (int i = 0; i < effort.rounds(); i++) {
        bareSide.add(Echoes.oneByOne(one, effort.calls()));
        wrappedSide.add(Echoes.oneByOne(other, effort.calls()));
      }
      for (int i = 0; i < effort.rounds(); i++) {
        bareSide.perSecond.add(Echoes.perSecond(one, CALLERS, effort.calls()));
        wrappedSide.perSecond.add(Echoes.perSecond(other, CALLERS, effort.calls()));
      }
    }
    return figures();
  }

  private static void start(ServerCommand server, Side side) throws IOException {
    long begun = TIME.nanos();
    try (var _ = LineClient.open(server)) {
      side.starts.add(TIME.nanos() - begun);
    }
  }

  private static void warmUp(LineClient client) throws IOException {
    client.begin();
    var _ = Echoes.oneByOne(client, WARM_UP - 1);
  }

  private List<Figure> figures() {
    var figures = new ArrayList<Figure>();
    figures.add(
        Figure.atMost(
            bare.name() + ": echo p50, 1 caller",
            micros(bareSide.p50, wrappedSide.p50),
            "+",
            80,
            "µs",
            more(bareSide.p50, wrappedSide.p50) / 1e3));
    figures.add(
        Figure.told(
            bare.name() + ": echo p95, 1 caller",
            micros(bareSide.p95, wrappedSide.p95),
            "µs more",
            more(bareSide.p95, wrappedSide.p95) / 1e3));
    figures.add(
        Figure.told(
            bare.name() + ": echo p99, 1 caller",
            micros(bareSide.p99, wrappedSide.p99),
            "µs more",
            more(bareSide.p99, wrappedSide.p99) / 1e3));
    figures.add(throughput());
    figures.add(startUp());
    figures.add(
        Figure.atMost(
            bare.name() + ": Belay's resident size after 10,000 calls",
            "%s MiB proportional".formatted(Figure.text(proportional / MIB)),
            "",
            90,
            "MiB",
            resident / MIB));
    return figures;
  }

  private Figure throughput() {
    double one = Side.median(bareSide.perSecond);
    double other = Side.median(wrappedSide.perSecond);
    return Figure.atLeast(
        bare.name() + ": throughput, " + CALLERS + " callers",
        "%s/s bare, %s/s wrapped".formatted(Figure.text(one), Figure.text(other)),
        60,
        "%",
        100 * other / one);
  }

  private Figure startUp() {
    return Figure.atMost(
        bare.name() + ": spawn → initialize answer",
        "%s ms bare, %s ms wrapped (best %s, %s)"
            .formatted(
                Figure.text(Side.median(bareSide.starts) / 1e6),
                Figure.text(Side.median(wrappedSide.starts) / 1e6),
                Figure.text(Sample.of(bareSide.starts).min() / 1e6),
                Figure.text(Sample.of(wrappedSide.starts).min() / 1e6)),
        "+",
        90,
        "ms",
        more(bareSide.starts, wrappedSide.starts) / 1e6);
  }

  private static double more(List<Long> bare, List<Long> wrapped) {
    return Side.median(wrapped) - Side.median(bare);
  }

  private static String micros(List<Long> bare, List<Long> wrapped) {
    return "%s µs bare, %s µs wrapped"
        .formatted(Figure.text(Side.median(bare) / 1e3), Figure.text(Side.median(wrapped) / 1e3));
  }
}
