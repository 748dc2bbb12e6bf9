package dev.belay.gateway.turn;

import dev.belay.gateway.listing.ListFailed;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.ModernMeta;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The tools of all servers, by the list that any client gets: read once, page by page. */
final class ToolDirectory {
  private static final int MOST_PAGES = 20;

  private final Asker asker;
  private final Map<String, ListedTool> tools = new LinkedHashMap<>();
  private volatile Asker.@Nullable Asked open;

  ToolDirectory(Asker asker) {
    this.asker = asker;
  }

  /** Asks for all pages; fails with {@link ListFailed} if one of them cannot be had. */
  CompletionStage<ToolSnapshot> read() {
    return page(null, 1);
  }

  /** Takes back what was asked and is not answered. */
  void leave() {
    var asked = open;
    if (asked != null && !asked.answer().isDone()) {
      asked.leave();
    }
  }

  private CompletionStage<ToolSnapshot> page(@Nullable String cursor, int number) {
    var asked = asker.ask(asker.request("tools/list", params(cursor)), null);
    open = asked;
    return asked
        .answer()
        .thenCompose(response -> {
          if (response.kind() == Kind.ERROR) {
            return CompletableFuture.failedStage(new ListFailed(ToolReading.error(response)));
          }
          learn(response);
          var next = next(response);
          return next == null || number == MOST_PAGES
              ? CompletableFuture.completedStage(new ToolSnapshot(tools))
              : page(next, number + 1);
        });
  }

  private static byte[] params(@Nullable String cursor) {
    return ("{"
            + (cursor == null ? "" : "\"cursor\":" + JsonString.quote(cursor) + ",")
            + "\"_meta\":{"
            + ModernMeta.MEMBERS
            + "}}")
        .getBytes(StandardCharsets.UTF_8);
  }

  private void learn(Envelope response) {
    var result = response.result();
    var list = result == null ? null : JsonObject.of(response.bytes(), result);
    var raw = list == null ? null : list.raw("tools");
    var items = raw == null ? null : JsonArray.items(raw);
    if (items == null) {
      return;
    }
    for (var item : items) {
      var tool = ListedTool.of(item);
      if (tool != null) {
        tools.putIfAbsent(tool.offered().name(), tool);
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
