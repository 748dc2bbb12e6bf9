package dev.belay.bench.turns;

import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Sample;
import dev.belay.config.Settings;
import dev.belay.core.time.Time;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.audit.Decisions;
import dev.belay.gateway.turn.TurnRunner;
import dev.belay.gateway.turn.TurnTools;
import dev.belay.gateway.turn.TurnsApi;
import dev.belay.http.route.Access;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpSettings;
import dev.belay.mcp.server.McpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/** How soon events of one turn reach all who read it over HTTP, each on a connection of its own. */
final class TurnReaders {
  private static final int READERS = 100;
  private static final int WARM_UP = 250;
  private static final int EVENTS = 500;
  private static final Duration BETWEEN = Duration.ofMillis(20);
  private static final Duration LAST_WAIT = Duration.ofSeconds(10);

  private final Time time = Time.system();
  private final TurnRegistry registry = new TurnRegistry(TurnOptions.system(_ -> {}));

  List<Figure> take() throws IOException, InterruptedException {
    var server =
        HttpServer.open(HttpSettings.defaults().at("127.0.0.1", 0), api().routes(), time, _ -> {});
    try {
      var turn = registry.begin(TurnRequest.of("bench", "readers"));
      var at = new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
      try (var clocks = new EventClocks(time, at, turn.id().text(), READERS)) {
        tell(turn, WARM_UP);
        clocks.await(WARM_UP * READERS, LAST_WAIT);
        tell(turn, EVENTS);
        clocks.await((WARM_UP + EVENTS) * READERS, LAST_WAIT);
        return List.of(
            figure(Sample.of(clocks.nanos().subList(WARM_UP * READERS, clocks.count()))));
      }
    } catch (UnknownTurnException | CyclicTurnException e) {
      throw new IllegalStateException("a turn without a parent began not", e);
    } finally {
      registry.close();
      server.close(Duration.ofSeconds(1));
    }
  }

  private TurnsApi api() {
    var tools =
        new TurnTools(
            McpServer.named("none", "1").build(), _ -> null, Settings::defaults, time, _ -> {});
    var runner = new TurnRunner(registry, tools, Settings::defaults, _ -> {});
    return new TurnsApi(registry, runner, Access.everybody(Access.Known.OWNER), Decisions.NONE);
  }

  /** Each event says when it happened. */
  private void tell(Turn turn, int events) throws InterruptedException {
    for (int i = 0; i < events; i++) {
      turn.say(Long.toString(time.nanos()));
      time.sleep(BETWEEN);
    }
  }

  private static Figure figure(Sample late) {
    return Figure.atMost(
        "events of a turn at %d readers, p99".formatted(READERS),
        "%d events, one each %d ms; p50 %s ms, latest %s ms"
            .formatted(
                EVENTS,
                BETWEEN.toMillis(),
                Figure.text(late.median() / 1e6),
                Figure.text(late.max() / 1e6)),
        "",
        20,
        "ms",
        late.at(0.99) / 1e6);
  }
}
