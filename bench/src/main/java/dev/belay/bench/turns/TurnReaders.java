package dev.belay.bench.turns;

import dev.belay.bench.http.EventReaders;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.config.Settings;
import dev.belay.core.time.Time;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import dev.belay.gateway.turn.TurnRunner;
import dev.belay.gateway.turn.TurnTools;
import dev.belay.gateway.turn.TurnsApi;
import dev.belay.http.route.Access;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;

/** Delay of a turn's events to all its HTTP readers, each on its own connection. */
final class TurnReaders {
  private static final int READERS = 100;
  private static final int WARM_UP = 250;
  private static final int EVENTS = 500;
  private static final Duration BETWEEN = Duration.ofMillis(20);
  private static final Pattern WHEN = Pattern.compile("\"text\":\"(\\d+)\"}");
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);
  private static final Duration LAST_WAIT = Duration.ofSeconds(10);

  private final Time time = Time.system();
  private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
  private final TurnRegistry registry = new TurnRegistry(TurnOptions.system(_ -> {}));

  void take(Report report) throws IOException, InterruptedException {
    var server =
        HttpServer.open(
            HttpServerOptions.defaults().at("127.0.0.1", 0), api().routes(), time, _ -> {});
    try {
      var turn = registry.begin(TurnRequest.of("bench", "readers"));
      var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      var path = "/api/turns/" + turn.id().text() + "/events";
      try (var _ = new EventReaders(at, path, READERS, this::take)) {
        tell(turn, WARM_UP);
        await(WARM_UP * READERS);
        tell(turn, EVENTS);
        await((WARM_UP + EVENTS) * READERS);
      }
      tell(report, Sample.of(nanos.subList(WARM_UP * READERS, nanos.size())));
    } catch (UnknownTurnException | CyclicTurnException e) {
      throw new IllegalStateException("a turn without a parent began not", e);
    } finally {
      registry.close();
      server.close(Duration.ofSeconds(1));
    }
  }

  private TurnsApi api() {
    var tools = new TurnTools(ToolCalls.NONE, ToolLists.NONE, Settings::defaults, time, _ -> {});
    var runner = new TurnRunner(registry, tools, Settings::defaults);
    return new TurnsApi(registry, runner, Access.everybody(Access.Known.OWNER), Decisions.NONE);
  }

  /** Sends events that contain their own time. */
  private void tell(Turn turn, int events) throws InterruptedException {
    for (int i = 0; i < events; i++) {
      turn.say(Long.toString(time.nanos()));
      time.sleep(BETWEEN);
    }
  }

  /** Records the age of each event; an incomplete event is the beginning of the next read. */
  private String take(String kept, ByteBuffer came) {
    long now = time.nanos();
    var text = kept + StandardCharsets.US_ASCII.decode(came);
    var when = WHEN.matcher(text);
    int end = 0;
    while (when.find()) {
      nanos.add(now - Long.parseLong(when.group(1)));
      end = when.end();
    }
    return text.substring(end);
  }

  /** Returns once that many events have arrived, for all readers together. */
  private void await(int events) throws IOException, InterruptedException {
    long due = time.nanos() + LAST_WAIT.toNanos();
    while (nanos.size() < events) {
      if (time.nanos() > due) {
        throw new IOException("%,d of %,d events have come".formatted(nanos.size(), events));
      }
      time.sleep(BETWEEN_LOOKS);
    }
  }

  private static void tell(Report report, Sample late) {
    report.atMost(
        "events of a turn at %d readers, p99".formatted(READERS),
        20,
        "ms",
        late.at(0.99) / 1e6,
        "%d events, one each %d ms; p50 %s ms, latest %s ms",
        EVENTS,
        BETWEEN.toMillis(),
        late.median() / 1e6,
        late.max() / 1e6);
  }
}
