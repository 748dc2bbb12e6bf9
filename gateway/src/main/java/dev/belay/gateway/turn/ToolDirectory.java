package dev.belay.gateway.turn;

import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.ModernMeta;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What tools declare of themselves, by the list that any client gets. */
final class ToolDirectory {
  private static final int MOST_PAGES = 20;

  /** What comes later, of all pages, is not waited for: then nothing more is declared. */
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final Asker asker;
  private final Time time;

  ToolDirectory(Asker asker, Time time) {
    this.asker = asker;
    this.time = time;
  }

  /** {@return what each declares, by name, as far as the list can be had in time} */
  Map<String, Declared> declared() throws InterruptedException {
    var names = new HashMap<String, Declared>();
    String cursor = null;
    var due = Deadline.after(time.nanos(), LIMIT);
    for (int page = 0; page < MOST_PAGES; page++) {
      var asked = asker.ask(asker.request("tools/list", params(cursor)), null);
      if (!time.await(asked.answer(), due.left(time.nanos()))) {
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

  private static void learn(Envelope response, Map<String, Declared> names) {
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
      if (tool != null && name != null) {
        names.put(name, said(tool.object("annotations")));
      }
    }
  }

  private static Declared said(@Nullable JsonObject annotations) {
    if (annotations == null) {
      return Declared.NOTHING;
    }
    if (annotations.isTrue("destructiveHint")) {
      return Declared.DESTROYS;
    }
    boolean says = annotations.isTrue("readOnlyHint") || annotations.has("destructiveHint");
    return says ? Declared.SPARES : Declared.NOTHING;
  }

  private static @Nullable String next(Envelope response) {
    var result = response.result();
    var next = result == null ? null : Slices.find(response.bytes(), result, "nextCursor");
    return next == null || !next.isString(response.bytes())
        ? null
        : JsonString.decode(response.bytes(), next);
  }
}
