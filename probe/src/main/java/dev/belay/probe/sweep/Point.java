package dev.belay.probe.sweep;

import dev.belay.probe.load.Measurement;

/**
 * What a server did under one load.
 *
 * @param load clients, or requests a second
 * @param measured what it came to
 */
public record Point(double load, Measurement measured) {
  /** {@return how many requests were made} */
  public int total() {
    return measured.total();
  }

  /** {@return how many of them failed} */
  public int errors() {
    return measured.errors();
  }

  /** {@return answers a second} */
  public double rps() {
    return measured.rate();
  }

  /** {@return in milliseconds; infinite if nothing was answered} */
  public double p95() {
    var latency = measured.latency();
    return latency == null ? Double.POSITIVE_INFINITY : latency.p95();
  }

  /** {@return in milliseconds; infinite if nothing was answered} */
  public double p99() {
    var latency = measured.latency();
    return latency == null ? Double.POSITIVE_INFINITY : latency.p99();
  }
}
