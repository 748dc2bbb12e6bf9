package dev.belay.gateway.turn;

import dev.belay.gateway.listing.ListFailed;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.era.ModernMeta;
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
    var params = ListedPage.params(cursor, "{" + ModernMeta.MEMBERS + "}");
    var asked = asker.ask(asker.request("tools/list", params), null);
    open = asked;
    return asked
        .answer()
        .thenCompose(response -> {
          if (response.kind() == Kind.ERROR) {
            return CompletableFuture.failedStage(new ListFailed(ToolReading.error(response)));
          }
          var listed = ListedPage.of(response, "tools");
          if (listed != null) {
            listed.items().forEach(this::learn);
          }
          return listed == null || listed.next() == null || number == MOST_PAGES
              ? CompletableFuture.completedStage(new ToolSnapshot(tools))
              : page(listed.next(), number + 1);
        });
  }

  private void learn(byte[] item) {
    var tool = ListedTool.of(item);
    if (tool != null) {
      tools.putIfAbsent(tool.offered().name(), tool);
    }
  }
}
