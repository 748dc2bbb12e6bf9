package dev.belay.bench.wrap;

import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Echo calls on one connection: one after the other, or several at once. */
final class Echoes {
  private static final Time TIME = Time.system();

  private Echoes() {}

  /** {@return the nanoseconds of each of {@code count} calls, the next begun after the last} */
  static Sample oneByOne(LineClient client, int count) throws IOException {
    var nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long begun = TIME.nanos();
      int id = client.send();
      if (client.receive() != id) {
        throw new IOException("an answer to another request than the one in flight");
      }
      nanos[i] = TIME.nanos() - begun;
    }
    return new Sample(nanos);
  }

  /** {@return calls a second where {@code callers} each call again once they are answered} */
  static long perSecond(LineClient client, int callers, int count) throws IOException {
    long begun = TIME.nanos();
    for (int i = 0; i < callers; i++) {
      client.send();
    }
    for (int answered = 0; answered < count; answered++) {
      client.receive();
      if (answered < count - callers) {
        client.send();
      }
    }
    return count * 1_000_000_000L / (TIME.nanos() - begun);
  }

  /** {@return the nanoseconds of each of {@code count} calls, {@code callers} of them in flight} */
  static Sample together(LineClient client, int callers, int count) throws IOException {
    var begun = new HashMap<Integer, Long>();
    var nanos = new long[count];
    for (int i = 0; i < callers; i++) {
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
