package dev.belay.bench.wrap;

import dev.belay.bench.report.Sample;
import java.util.ArrayList;
import java.util.List;

/** What was measured on one side of a comparison, round by round. */
final class Side {
  final List<Long> p50 = new ArrayList<>();
  final List<Long> p95 = new ArrayList<>();
  final List<Long> p99 = new ArrayList<>();
  final List<Long> perSecond = new ArrayList<>();
  final List<Long> starts = new ArrayList<>();

  void add(Sample latencies) {
    p50.add(latencies.median());
    p95.add(latencies.at(0.95));
    p99.add(latencies.at(0.99));
  }

  static double median(List<Long> readings) {
    return Sample.of(readings).median();
  }
}
