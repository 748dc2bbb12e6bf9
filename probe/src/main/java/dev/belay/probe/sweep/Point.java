package dev.belay.probe.sweep;

import dev.belay.probe.load.Measurement;

/**
 * Result of one load on a server.
 *
 * @param load clients, or requests per second
 * @param measured its result
 */
public record Point(double load, Measurement measured) {
  /** {@return the number of requests} */
  public int total() {
    return measured.total();
  }

  /** {@return the number of failures} */
  public int errors() {
    return measured.errors();
  }

  /** {@return answers per second} */
  public double rps() {
    return measured.rate();
  }

  /** {@return in milliseconds; infinite without an answer} */
  public double p95() {
    var latency = measured.latency();
    return latency == null ? Double.POSITIVE_INFINITY : latency.p95();
  }

  /** {@return in milliseconds; infinite without an answer} */
  public double p99() {
    var latency = measured.latency();
    return latency == null ? Double.POSITIVE_INFINITY : latency.p99();
  }
}
