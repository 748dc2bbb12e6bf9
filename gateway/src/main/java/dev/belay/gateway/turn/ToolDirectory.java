package dev.belay.gateway.turn;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.ModernMeta;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which tools declare that they destroy, by the list that any client gets. */
final class ToolDirectory {
  private static final int MOST_PAGES = 20;

  /** A list that comes later is not waited for: then nothing is declared. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Asker asker;
  private final Time time;

  ToolDirectory(Asker asker, Time time) {
    this.asker = asker;
    this.time = time;
  }

  /** {@return the names of those that declare it, as far as the list can be had in time} */
  Set<String> destructive() throws InterruptedException {
    var names = new HashSet<String>();
    String cursor = null;
    for (int page = 0; page < MOST_PAGES; page++) {
      var asked = asker.ask(asker.request("tools/list", params(cursor)), null);
      if (!time.await(asked.answer(), LIMIT)) {
        asked.leave();
        return names;
      }
      var response = asked.answer().join();
      learn(response, names);
      cursor = next(response);
      if (cursor == null) {
        return names;
      }
    }
    return names;
  }

  private static byte[] params(@Nullable String cursor) {
    return ("{"
            + (cursor == null ? "" : "\"cursor\":" + JsonString.quote(cursor) + ",")
            + "\"_meta\":{"
            + ModernMeta.MEMBERS
            + "}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private static void learn(Envelope response, Set<String> names) {
    var result = response.result();
    var list = result == null ? null : JsonObject.of(response.bytes(), result);
    var tools = list == null ? null : list.raw("tools");
    var items = tools == null ? null : JsonArray.items(tools);
    if (items == null) {
      return;
    }
    for (var item : items) {
      var tool = JsonObject.of(item);
      var name = tool == null ? null : tool.text("name");
      var said = tool == null ? null : tool.object("annotations");
      if (name != null && said != null && said.isTrue("destructiveHint")) {
        names.add(name);
      }
    }
  }

  private static @Nullable String next(Envelope response) {
    var result = response.result();
    var next = result == null ? null : Slices.find(response.bytes(), result, "nextCursor");
    return next == null || !next.isString(response.bytes())
        ? null
        : JsonString.decode(response.bytes(), next);
  }
}
