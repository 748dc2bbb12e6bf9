package dev.belay.bench.catalog;

import dev.belay.bench.http.EchoRequest;
import dev.belay.bench.http.EchoSession;
import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/**
 * Clients that call at fixed times, however long the calls take: one that has to wait for the call
 * before it has waited all the same.
 */
final class PacedCallers {
  private static final Time TIME = Time.system();
  private static final int CONNECTIONS = 8;

  private PacedCallers() {}

  /** {@return how many nanoseconds each of {@code count} calls took, so many a second in all} */
  static Sample call(EchoSession session, int perSecond, int count)
      throws IOException, InterruptedException {
    var threads = Thread.ofPlatform().name("bench-paced-", 0).factory();
    long pause = Duration.ofSeconds(1).toNanos() * CONNECTIONS / perSecond;
    long begin = TIME.nanos();
    try (var executor = Executors.newFixedThreadPool(CONNECTIONS, threads)) {
      var parts = new ArrayList<Future<long[]>>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int each = count / CONNECTIONS;
        long from = (long) i * each;
        long first = begin + i * pause / CONNECTIONS;
        Callable<long[]> part = () -> paced(session, from, each, first, pause);
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

  private static long[] paced(EchoSession session, long from, int count, long first, long pause)
      throws IOException, InterruptedException {
    var nanos = new long[count];
    try (var connection = new KeptConnection(session.gateway().address())) {
      var request = new EchoRequest(connection, session, from);
      for (int i = 0; i < count; i++) {
        long due = first + i * pause;
        long early = due - TIME.nanos();
        if (early > 0) {
          TIME.sleep(Duration.ofNanos(early));
        }
        var bytes = request.next();
        // What the clock of this machine comes too late is not the call's.
        long begun = early > 0 ? TIME.nanos() : due;
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
