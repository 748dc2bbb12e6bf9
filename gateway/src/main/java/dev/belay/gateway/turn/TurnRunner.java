package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.config.Settings;
import dev.belay.core.call.Outcome;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.RepeatedToolIdException;
import dev.belay.core.turn.TooManyTurnsException;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.ToolUseResult;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnHold;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /api/turns}: runs one batch of calls as a turn, and answers with all results, or with
 * its events as they occur.
 *
 * <p>If its client disconnects, the turn is aborted (C11, S1-52), after its grace (C39). Safe for
 * use by many threads.
 */
public final class TurnRunner implements Route {
  private static final String EVENTS = "text/event-stream";

  private final TurnRegistry registry;
  private final TurnTools tools;
  private final Supplier<Settings> settings;

  /**
   * Creates a runner of turns with those tools.
   *
   * @param settings supplies the current configuration
   */
  public TurnRunner(TurnRegistry registry, TurnTools tools, Supplier<Settings> settings) {
    this.registry = registry;
    this.tools = tools;
    this.settings = settings;
  }

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    try {
      var asked = AskedTurn.of(request.body());
      var turn = asked.request(principal(request), settings.get().turns().limit());
      // Before its tools are looked up, which can take a while.
      registry.check(turn);
      // Before the turn is registered: each call whose id it reports can be aborted.
      var uses = tools.uses(turn.caller(), asked.tools());
      run(registry.beginHeld(turn), uses, request, response);
    } catch (InvalidTurn e) {
      JsonAnswer.error(response, 400, e.why());
    } catch (UnknownTurnException | CyclicTurnException e) {
      JsonAnswer.error(response, 409, String.valueOf(e.getMessage()));
    } catch (TooManyTurnsException e) {
      JsonAnswer.error(response, 503, String.valueOf(e.getMessage()));
    }
  }

  private static String principal(Request request) {
    return request.requireCaller().principal();
  }

  private void run(TurnHold held, List<ToolUse> uses, Request request, Response response)
      throws InterruptedException {
    var turn = held.turn();
    boolean isLive = wantsEvents(request);
    try {
      List<ToolUseResult> results;
      // Held until its calls have begun: an abort before still yields a result for each.
      try (held) {
        response.onGone(turn.attach()::leave);
        if (isLive) {
          var _ = TurnStream.begin(turn, 0, response.stream(List.of()));
        }
        results = turn.run(uses);
      }
      var _ = turn.complete();
      if (!isLive) {
        JsonAnswer.json(response, 200, answer(turn, uses, results));
      }
    } catch (InterruptedException e) {
      var _ = turn.abort(AbortReason.SERVER_SHUTDOWN);
      throw e;
    } catch (RepeatedToolIdException e) {
      throw new IllegalStateException("ids were looked at before", e);
    } finally {
      // No effect after its end.
      var _ = turn.abort(AbortReason.ERROR);
    }
  }

  private static boolean wantsEvents(Request request) {
    return request.all("accept").stream().anyMatch(accept -> accept.contains(EVENTS));
  }

  private static JsonText answer(Turn turn, List<ToolUse> uses, List<ToolUseResult> results) {
    var stop = turn.stopped();
    var json =
        new JsonText()
            .text("turnId", turn.id().text())
            .text("status", stop.isEmpty() ? "complete" : "aborted");
    stop.ifPresent(why -> json.text("reason", why.word()).text("detail", why.detail()));
    var all = new ArrayList<JsonText>();
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      // All other results are from Belay, and are text alone.
      boolean isOfTheTool = result.outcome() instanceof Outcome.Completed;
      var content =
          isOfTheTool && uses.get(i).tool() instanceof HostTool tool
              ? content(tool.result())
              : null;
      all.add(TurnText.result(result, content));
    }
    return json.objects("results", all);
  }

  private static @Nullable String content(byte @Nullable [] result) {
    var object = result == null ? null : JsonObject.of(result);
    var content = object == null ? null : object.raw("content");
    return content == null ? null : new String(content, UTF_8);
  }
}
