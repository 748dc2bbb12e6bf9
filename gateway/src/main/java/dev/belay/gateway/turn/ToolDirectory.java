package dev.belay.gateway.turn;

import dev.belay.gateway.listing.ListFailed;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.Host;
import dev.belay.mcp.session.ReplyTo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The tools of all servers, by the list that any client gets: read once, page by page. */
final class ToolDirectory implements ReplyTo {
  private static final int MOST_PAGES = 20;

  private final Conversation servers;
  private final Map<String, ListedTool> tools = new LinkedHashMap<>();
  private final CompletableFuture<ToolSnapshot> all = new CompletableFuture<>();
  private int pages;

  ToolDirectory(Host host, Asker asker) {
    servers = host.open(asker);
  }

  /** Asks for all pages; fails with {@link ListFailed} if one of them cannot be had. */
  CompletionStage<ToolSnapshot> read() {
    ask(null);
    return all.whenComplete((_, _) -> servers.close());
  }

  /** Takes back what was asked and is not answered. */
  void leave() {
    servers.close();
  }

  private void ask(@Nullable String cursor) {
    var id = RequestId.of(++pages);
    servers.onRequest(
        Envelope.parseOwn(
            Messages.request(
                id, "tools/list", ListedPage.params(cursor, "{" + ModernMeta.MEMBERS + "}"))),
        this);
  }

  /** One page is asked for at a time. */
  @Override
  public void send(byte[] page) {
    var response = Envelope.parseOwn(page);
    if (response.kind() == Kind.ERROR) {
      all.completeExceptionally(new ListFailed(ToolReading.error(response)));
      return;
    }
    var listed = ListedPage.of(response, "tools");
    if (listed != null) {
      listed.items().forEach(this::learn);
    }
    if (listed == null || listed.next() == null || pages == MOST_PAGES) {
      all.complete(new ToolSnapshot(tools));
    } else {
      ask(listed.next());
    }
  }

  private void learn(byte[] item) {
    var tool = ListedTool.of(item);
    if (tool != null) {
      tools.putIfAbsent(tool.offered().name(), tool);
    }
  }

  @Override
  public void nothing() {
    all.completeExceptionally(new ListFailed("the list was taken back"));
  }

  @Override
  public boolean tell(byte[] message) {
    return true;
  }

  @Override
  public void progress(Object author, byte[] message) {}
}
