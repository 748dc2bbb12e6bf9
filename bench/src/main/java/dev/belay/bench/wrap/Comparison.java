package dev.belay.bench.wrap;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.ProcessMemory;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One server, bare and behind Belay, by turns, so that the machine's other load affects both alike.
 */
record Comparison(Effort effort, ServerCommand bare, ServerCommand wrapped) {
  private static final Time TIME = Time.system();
  private static final int CALLERS = 32;

  /** The number of calls before the resident size is read; both sides are warm by then. */
  private static final int WARM_UP = 10_000;

  private static final double MIB = 1024 * 1024;

  /** Readings of one kind, of the bare server and of the wrapped one. */
  private record Readings(List<Long> bare, List<Long> wrapped) {
    Readings() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    double ofBare() {
      return Sample.of(bare).median();
    }

    double ofWrapped() {
      return Sample.of(wrapped).median();
    }

    double more() {
      return ofWrapped() - ofBare();
    }
  }

  void take(Report report) throws IOException {
    var starts = new Readings();
    for (int i = 0; i < effort.starts(); i++) {
      starts.bare.add(start(bare));
      starts.wrapped.add(start(wrapped));
    }
    try (var one = LineClient.open(bare);
        var other = LineClient.open(wrapped)) {
      warmUp(one);
      warmUp(other);
      double resident = ProcessMemory.resident(other.pid()) / MIB;
      double proportional = ProcessMemory.proportional(other.pid()) / MIB;
      latencies(report, one, other);
      throughput(report, one, other);
      report.added(
          bare.name() + ": spawn → initialize answer",
          90,
          "ms",
          starts.more() / 1e6,
          "%s ms bare, %s ms wrapped (best %s, %s)",
          starts.ofBare() / 1e6,
          starts.ofWrapped() / 1e6,
          Sample.of(starts.bare).min() / 1e6,
          Sample.of(starts.wrapped).min() / 1e6);
      var name = bare.name() + ": Belay's resident size after 10,000 calls";
      report.atMost(name, 90, "MiB", resident, "%s MiB proportional", proportional);
    }
  }

  private static long start(ServerCommand server) throws IOException {
    long begun = TIME.nanos();
    try (var _ = LineClient.open(server)) {
      return TIME.nanos() - begun;
    }
  }

  private static void warmUp(LineClient client) throws IOException {
    client.begin();
    var _ = Echoes.latencies(client, 1, WARM_UP - 1);
  }

  private int rounds() {
    return effort.of(3, 7);
  }

  private int calls() {
    return effort.of(2_000, 5_000);
  }

  private void latencies(Report report, LineClient one, LineClient other) throws IOException {
    var shares = List.of(0.5, 0.95, 0.99);
    var readings = shares.stream().map(_ -> new Readings()).toList();
    for (int round = 0; round < rounds(); round++) {
      var ofBare = Echoes.latencies(one, 1, calls());
      var ofWrapped = Echoes.latencies(other, 1, calls());
      for (int i = 0; i < shares.size(); i++) {
        readings.get(i).bare.add(ofBare.at(shares.get(i)));
        readings.get(i).wrapped.add(ofWrapped.at(shares.get(i)));
      }
    }
    for (int i = 0; i < shares.size(); i++) {
      var name = "%s: echo p%.0f, 1 caller".formatted(bare.name(), 100 * shares.get(i));
      var micros = "%s µs bare, %s µs wrapped";
      double more = readings.get(i).more() / 1e3;
      double without = readings.get(i).ofBare() / 1e3;
      double with = readings.get(i).ofWrapped() / 1e3;
      if (i == 0) {
        report.added(name, 80, "µs", more, micros, without, with);
      } else {
        report.told(name, "µs more", more, micros, without, with);
      }
    }
  }

  private void throughput(Report report, LineClient one, LineClient other) throws IOException {
    var perSecond = new Readings();
    for (int round = 0; round < rounds(); round++) {
      perSecond.bare.add(Echoes.perSecond(one, CALLERS, calls()));
      perSecond.wrapped.add(Echoes.perSecond(other, CALLERS, calls()));
    }
    report.atLeast(
        bare.name() + ": throughput, " + CALLERS + " callers",
        60,
        "%",
        100 * perSecond.ofWrapped() / perSecond.ofBare(),
        "%s/s bare, %s/s wrapped",
        perSecond.ofBare(),
        perSecond.ofWrapped());
  }
}
