package dev.belay.bench.wrap;

import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Echo calls on one connection, with a fixed number in progress. */
public final class Echoes {
  private static final Time TIME = Time.system();

  private Echoes() {}

  /**
   * {@return the nanoseconds of each of {@code count} calls of a server over stdio without a
   * gateway, after as many for warm-up}
   */
  public static Sample bare(ServerCommand server, int callers, int count) throws IOException {
    try (var client = LineClient.open(server)) {
      client.begin();
      var _ = latencies(client, callers, count);
      return latencies(client, callers, count);
    }
  }

  /** {@return the rate of {@code count} calls per second} */
  static long perSecond(LineClient client, int callers, int count) throws IOException {
    long begun = TIME.nanos();
    var _ = latencies(client, callers, count);
    return count * 1_000_000_000L / (TIME.nanos() - begun);
  }

  /** {@return the nanoseconds of each of {@code count} calls} */
  static Sample latencies(LineClient client, int callers, int count) throws IOException {
    var begun = new HashMap<Integer, Long>();
    var nanos = new long[count];
    for (int i = 0; i < Math.min(callers, count); i++) {
      begin(client, begun);
    }
    for (int answered = 0; answered < count; answered++) {
      var since = begun.remove(client.receive());
      if (since == null) {
        throw new IOException("an answer to no request in flight");
      }
      nanos[answered] = TIME.nanos() - since;
      if (answered < count - callers) {
        begin(client, begun);
      }
    }
    return new Sample(nanos);
  }

  private static void begin(LineClient client, Map<Integer, Long> begun) throws IOException {
    long now = TIME.nanos();
    begun.put(client.send(), now);
  }
}
