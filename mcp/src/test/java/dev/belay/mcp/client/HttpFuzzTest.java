package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.INITIALIZED;
import static dev.belay.mcp.client.Said.cancelled;
import static dev.belay.mcp.client.Said.initialize;
import static dev.belay.mcp.client.Said.legacy;
import static dev.belay.mcp.client.Said.modern;
import static dev.belay.mcp.client.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Seeds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
@DisplayName("Whatever a server does, each request ends exactly once (P20)")
final class HttpFuzzTest {
  private static final int SEEDS = 150;
  private static final HttpBounds BOUNDS =
      new HttpBounds(4096, 64, Duration.ofSeconds(10), Duration.ofMillis(200), 3);
  private static final int REQUESTS = 12;

  private static final class Ends implements HttpHandler {
    final Map<String, AtomicInteger> counts = new ConcurrentHashMap<>();
    private final CountDownLatch all;
    private final Set<String> cancelled;

    Ends(Set<String> cancelled, CountDownLatch all) {
      this.cancelled = cancelled;
      this.all = all;
    }

    private void ended(RequestId id) {
      counts.computeIfAbsent(id.toString(), _ -> new AtomicInteger()).incrementAndGet();
      if (!cancelled.contains(id.toString())) {
        all.countDown();
      }
    }

    @Override
    public void onMessage(byte[] message, @Nullable RequestId during) {
      Envelope envelope = Envelope.parseOwn(message);
      if (envelope.kind() == Kind.RESPONSE || envelope.kind() == Kind.ERROR) {
        ended(envelope.requireId());
      }
    }

    @Override
    public void onUnanswered(RequestId request, HttpFailure why) {
      ended(request);
    }

    @Override
    public void onReopened() {}
  }

  @Test
  void eachRequestEndsExactlyOnce() {
    Seeds.forEach(SEEDS, HttpFuzzTest::run);
  }

  private static void run(long seed) {
    try {
      requests(seed);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void requests(long seed) throws InterruptedException {
    var time = new HandTime();
    var random = new Random(seed);
    var taken = new HashSet<String>();
    for (int id = 1; id <= REQUESTS; id++) {
      if (random.nextInt(8) == 0) {
        taken.add(Integer.toString(id));
      }
    }
    var all = new CountDownLatch(REQUESTS + 1 - taken.size());
    var ends = new Ends(Set.copyOf(taken), all);
    try (var server = new ScriptedServer(new FuzzScript(seed))) {
      var connection = new HttpConnection("f", server.url(), Map.of(), BOUNDS, time, ends);
      connection.send(initialize(0));
      connection.send(utf8(INITIALIZED));
      for (int id = 1; id <= REQUESTS; id++) {
        boolean sent =
            connection.send(
                random.nextBoolean()
                    ? legacy(id, "tools/call")
                    : modern(
                        id, random.nextBoolean() ? "tools/call" : "tools/list", "\"name\":\"t\""));
        assertThat(sent).isTrue();
        if (taken.contains("" + id)) {
          connection.send(cancelled(id));
        }
      }
      if (random.nextInt(4) > 0) {
        Patience.await(
            time,
            Duration.ofMillis(50),
            () -> all.getCount() == 0,
            () -> "only these ended: " + ends.counts);
      }
      connection.close();
      var closed = connection.closed().toCompletableFuture();
      // A goodbye that the server never answers is given up by the clock.
      Patience.await(
          time, Duration.ofMillis(50), closed::isDone, () -> "seed " + seed + " is not closed");
      for (int id = 0; id <= REQUESTS; id++) {
        int count = ends.counts.getOrDefault("" + id, new AtomicInteger()).get();
        assertThat(count)
            .as("seed %d, request %d", seed, id)
            .isBetween(taken.contains("" + id) ? 0 : 1, 1);
      }
    }
  }
}
