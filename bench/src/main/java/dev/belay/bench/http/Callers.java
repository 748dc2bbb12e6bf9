package dev.belay.bench.http;

import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;

/** Clients with one connection each. */
public final class Callers {
  private static final Time TIME = Time.system();
  private static final int PACED = 8;

  private Callers() {}

  /** {@return the nanoseconds of {@code count} calls, each made after the previous answer} */
  static Sample call(EchoSession session, int connections, int count)
      throws IOException, InterruptedException {
    return call(session, connections, count, 0);
  }

  /**
   * {@return the nanoseconds of {@code count} calls at fixed times, whatever their duration} The
   * wait for a previous call counts.
   */
  public static Sample paced(EchoSession session, int perSecond, int count)
      throws IOException, InterruptedException {
    return call(session, PACED, count, Duration.ofSeconds(1).toNanos() * PACED / perSecond);
  }

  private static Sample call(EchoSession session, int connections, int count, long pause)
      throws IOException, InterruptedException {
    var threads = Thread.ofPlatform().name("bench-caller-", 0).factory();
    long begin = TIME.nanos();
    try (var executor = Executors.newFixedThreadPool(connections, threads)) {
      var parts = new ArrayList<Future<long[]>>();
      for (int i = 0; i < connections; i++) {
        int each = count / connections;
        long from = (long) i * each;
        long first = begin + i * pause / connections;
        Callable<long[]> part = () -> oneByOne(session, from, each, first, pause);
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

  private static long[] oneByOne(EchoSession session, long from, int count, long first, long pause)
      throws IOException, InterruptedException {
    var nanos = new long[count];
    try (var connection = new KeptConnection(session.gateway().address())) {
      var request = new EchoRequest(connection, session, from);
      for (int i = 0; i < count; i++) {
        var bytes = request.next();
        long begun = pause == 0 ? TIME.nanos() : due(first + i * pause);
        var answer = connection.exchange(bytes);
        nanos[i] = TIME.nanos() - begun;
        if (answer.status() != 200) {
          throw new IOException("answered with " + answer.status() + ": " + answer.body());
        }
      }
    }
    return nanos;
  }

  /** {@return the start of the call's time, without the lateness of this machine's own clock} */
  private static long due(long due) throws InterruptedException {
    long early = due - TIME.nanos();
    if (early <= 0) {
      return due;
    }
    TIME.sleep(Duration.ofNanos(early));
    return TIME.nanos();
  }

  /** The bytes of a call, of which only the digits of the id change. */
  static final class EchoRequest {
    /** Has as many digits as all later ids. */
    private static final long FIRST = 1_000_000_000L;

    private static final int DIGITS = 10;

    private final byte[] bytes;
    private final int last;
    private long id;

    /** Numbers ids from {@code from}, so that several connections of one session share none. */
    public EchoRequest(KeptConnection connection, EchoSession session, long from) {
      var first = Long.toString(FIRST);
      var body = session.call().replace(EchoSession.ID, first);
      bytes = connection.post(body, session.headers());
      last = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(first) + DIGITS - 1;
      id = FIRST + from;
    }

    /** {@return the bytes of the next call; the same array each time} */
    public byte[] next() {
      long rest = ++id;
      for (int at = last; at > last - DIGITS; at--) {
        bytes[at] = (byte) ('0' + rest % DIGITS);
        rest /= DIGITS;
      }
      return bytes;
    }
  }
}
