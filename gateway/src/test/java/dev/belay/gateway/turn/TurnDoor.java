package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.config.Settings;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Simulation;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.call.ToolCalls;
import dev.belay.gateway.call.ToolLists;
import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import dev.belay.http.route.Routes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The routes of turns without a network: whoever asks says who it is; turns end on virtual time.
 */
final class TurnDoor {
  private static final String WHO = "x-who";

  final Simulation simulation = new Simulation(1);
  final Queue<String> reports = new ConcurrentLinkedQueue<>();
  final TurnRegistry registry =
      new TurnRegistry(
          new TurnOptions(
              simulation, Thread.ofVirtual().factory(), LoopLimits.DEFAULT, reports::add));
  private final Routes routes;

  TurnDoor(ToolCalls servers, ToolLists lists) {
    var tools = new TurnTools(servers, lists, Settings::defaults, new HandTime(), _ -> {});
    var runner = new TurnRunner(registry, tools, Settings::defaults);
    Access access = request -> new Access.Known(String.valueOf(request.header(WHO)), Set.of());
    routes = new TurnsApi(registry, runner, access, _ -> {}).routes();
  }

  /** Turns without a single tool. */
  TurnDoor() {
    this(ToolCalls.NONE, ToolLists.NONE);
  }

  /** Begins a turn that may be begun. */
  Turn begin(TurnRequest request) {
    try {
      return registry.begin(request);
    } catch (UnknownTurnException | CyclicTurnException e) {
      throw new AssertionError(e);
    }
  }

  /** {@return the body of a request for a turn of one call, with these members too} */
  static String body(String more) {
    return "{\"agentId\":\"a\",\"sessionId\":\"s\",%s\"toolUses\":[{\"id\":\"a\",\"name\":\"t\"}]}"
        .formatted(more);
  }

  /** {@return what comes back, once the route has done its part} */
  Heard ask(String who, String method, String path, Map<String, String> headers, byte[] body)
      throws InterruptedException {
    var heard = new Heard(Integer.MAX_VALUE);
    handle(who, method, path, headers, body, heard);
    return heard;
  }

  void handle(
      String who, String method, String path, Map<String, String> headers, byte[] body, Heard heard)
      throws InterruptedException {
    var all = new HashMap<String, List<String>>(Map.of(WHO, List.of(who)));
    headers.forEach((name, value) -> all.put(name, List.of(value)));
    routes.handle(new Request(method, path, null, all, body, "127.0.0.1"), heard);
  }

  List<String> post(String who, String body) throws InterruptedException {
    return ask(who, "POST", "/api/turns", Map.of(), body.getBytes(UTF_8)).all();
  }

  List<String> events(String who, String id, String last) throws InterruptedException {
    var headers = Map.of("last-event-id", last);
    return ask(who, "GET", "/api/turns/" + id + "/events", headers, new byte[0]).all();
  }
}
