package dev.belay.testbed.fault;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Selects the requests that a fault hits: those of one method or all, after a number of spared
 * ones, a number of times.
 */
final class HttpRule {
  final HttpFault fault;
  private final String method;
  private final boolean sparesStreams;
  private final AtomicInteger spared;
  private final AtomicInteger left;

  private HttpRule(HttpFault fault, String method, boolean sparesStreams, int after, int times) {
    this.fault = fault;
    this.method = method;
    this.sparesStreams = sparesStreams;
    spared = new AtomicInteger(after);
    left = new AtomicInteger(times);
  }

  /**
   * {@return a rule for the next message; a GET is spared, since a client opens its stream at a
   * moment of its own}
   */
  static HttpRule next(HttpFault fault) {
    return new HttpRule(fault, "", /* sparesStreams= */ true, 0, 1);
  }

  /** {@return the rule given as {@code NAME[,method=M][,after=N][,times=N]}} */
  static HttpRule parse(String text) {
    var parts = text.split(",", -1);
    var fault = HttpFault.of(parts[0]);
    if (fault == null) {
      throw new IllegalArgumentException("unknown HTTP fault " + parts[0]);
    }
    var method = "";
    var after = 0;
    var times = Integer.MAX_VALUE;
    for (var i = 1; i < parts.length; i++) {
      var value = parts[i].substring(parts[i].indexOf('=') + 1);
      switch (parts[i].substring(0, parts[i].length() - value.length())) {
        case "method=" -> method = value;
        case "after=" -> after = Integer.parseInt(value);
        case "times=" -> times = Integer.parseInt(value);
        default -> throw new IllegalArgumentException("unknown condition " + parts[i]);
      }
    }
    return new HttpRule(fault, method, /* sparesStreams= */ false, after, times);
  }

  /** {@return whether it affects the reading of bodies, before their method is known} */
  boolean isOfReading() {
    return fault == HttpFault.SLOW_READER || fault == HttpFault.NEVER_READS;
  }

  /** Counts a request. Returns whether it is hit. */
  boolean hits(String httpMethod, String rpcMethod) {
    if (sparesStreams && httpMethod.equals("GET")) {
      return false;
    }
    if (!method.isEmpty() && !method.equals(httpMethod) && !method.equals(rpcMethod)) {
      return false;
    }
    return spared.getAndDecrement() <= 0 && left.getAndDecrement() > 0;
  }
}
