package dev.belay.cli.server;

import dev.belay.cli.server.KnownTools.LimitedTool;
import dev.belay.config.Settings;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/config}: what {@code belay config show} prints, of the configuration of the
 * moment, and the limits of each tool; for admins alone, and without secrets.
 *
 * @param started the configuration of the start, where a reload changes nothing
 * @param now the configuration after the last reload
 */
record ConfigApi(Access access, Settings started, Supplier<Settings> now, KnownTools tools) {
  /** Servers decide how many tools there are. */
  static final int MOST_TOOLS = 5_000;

  Routes routes() {
    return Routes.none().with("GET", "/api/config", new Guarded(access, this::show));
  }

  private void show(Request request, Response response) {
    if (!request.requireCaller().isAdmin()) {
      JsonAnswer.error(response, 403, "the configuration needs the scope admin");
      return;
    }
    var settings = now.get();
    var known = tools.first(MOST_TOOLS);
    JsonAnswer.json(
        response,
        200,
        new JsonText()
            .objects("values", settings.explain().stream().map(ConfigApi::json).toList())
            .texts("at_next_start", started.fromNextStart(settings))
            .objects("tools", known.tools().stream().map(ConfigApi::json).toList())
            .number("more_tools", known.more()));
  }

  private static JsonText json(Settings.Row row) {
    return new JsonText()
        .text("key", row.key())
        .text("value", row.value())
        .text("origin", row.origin());
  }

  private static JsonText json(LimitedTool tool) {
    var timeout = tool.limits().timeout();
    var idle = tool.limits().idleTimeout();
    return new JsonText()
        .text("name", tool.name())
        .text("server", tool.server())
        .text("tool", tool.tool())
        .seconds("timeout_s", orNull(timeout))
        .text("timeout_origin", timeout.origin())
        .text("timeout_lever", timeout.lever())
        .seconds("idle_timeout_s", orNull(idle))
        .text("idle_timeout_origin", idle.origin())
        .text("idle_timeout_lever", idle.lever())
        .number("definition_bytes", tool.bytes());
  }

  /** A missing limit is null, since 0 would read as "at once". */
  private static @Nullable Duration orNull(EffectiveLimits.Part limit) {
    return limit.isNone() ? null : limit.value();
  }
}
