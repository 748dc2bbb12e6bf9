package dev.belay.bench.http;

import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Clients with a connection each, of which each calls again once it is answered. */
final class Callers {
  private static final Time TIME = Time.system();

  private Callers() {}

  /** {@return how many nanoseconds each of {@code count} calls took} */
  static Sample call(EchoSession session, int connections, int count)
      throws IOException, InterruptedException {
    var threads = Thread.ofPlatform().name("bench-caller-", 0).factory();
    try (var executor = Executors.newFixedThreadPool(connections, threads)) {
      var parts = new ArrayList<Future<long[]>>();
      for (int i = 0; i < connections; i++) {
        int each = count / connections;
        long from = (long) i * each;
        Callable<long[]> part = () -> oneByOne(session, from, each);
        parts.add(executor.submit(part));
      }
      var nanos = LongStream.builder();
      for (var part : parts) {
        LongStream.of(part.get()).forEach(nanos::add);
      }
      return new Sample(nanos.build().toArray());
    } catch (ExecutionException e) {
      throw new IOException("a caller failed", e.getCause());
    }
  }

  private static long[] oneByOne(EchoSession session, long from, int count) throws IOException {
    var nanos = new long[count];
    try (var connection = new KeptConnection(session.gateway().address())) {
      var request = new EchoRequest(connection, session, from);
      for (int i = 0; i < count; i++) {
        var bytes = request.next();
        long begun = TIME.nanos();
        var answer = connection.exchange(bytes);
        nanos[i] = TIME.nanos() - begun;
        if (answer.status() != 200) {
          throw new IOException("answered with " + answer.status() + ": " + answer.body());
        }
      }
    }
    return nanos;
  }
}
