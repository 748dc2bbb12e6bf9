package dev.belay.mcp.client;

import dev.belay.mcp.client.Ask.Ending;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Lists a server's tools to learn their headers, on behalf of a call that lacked some. */
final class ToolListing {
  private static final int MOST_PAGES = 20;

  private final Peer peer;
  private final Posts posts;
  private final ToolHeaders tools;
  private final PendingPost call;

  ToolListing(Peer peer, Posts posts, ToolHeaders tools, PendingPost call) {
    this.peer = peer;
    this.posts = posts;
    this.tools = tools;
    this.call = call;
  }

  /** Reads pages until they contain the call's tool; false if it was not found. */
  boolean refresh() throws InterruptedException {
    String name = call.message().text(Member.PARAMS_NAME);
    String cursor = null;
    for (int page = 0; name != null && page < MOST_PAGES; page++) {
      var answer = page(page, cursor);
      if (answer == null) {
        return false;
      }
      if (tools.learn(answer).declared().containsKey(name)) {
        return true;
      }
      var listed = ListedPage.of(answer, "tools");
      if (listed == null || listed.next() == null) {
        return false;
      }
      cursor = listed.next();
    }
    return false;
  }

  private @Nullable Envelope page(int number, @Nullable String cursor) throws InterruptedException {
    var trip = call.trip();
    var id = RequestId.of("belay-headers-" + call.id() + "-" + number);
    var list = list(id, cursor);
    var ask = new Ask(peer, trip, list, null);
    try (var _ = new Silence(peer.time(), peer.bounds().idle(), trip::stop)) {
      var reply = ask.run(posts.modern(list, () -> {}), false);
      ask.drain();
      return reply instanceof Ending.Answered(var answer) && answer.result() != null
          ? answer
          : null;
    }
  }

  /**
   * Builds the request with the revision and capabilities of the call, but not its progress token.
   */
  private Envelope list(RequestId id, @Nullable String cursor) {
    byte[] meta = call.message().raw(Member.PARAMS_META);
    var params =
        ListedPage.params(cursor, meta == null ? "{}" : new String(meta, StandardCharsets.UTF_8));
    byte[] request = Messages.request(id, "tools/list", params);
    return Envelope.parseOwn(
        Splice.of(Envelope.parseOwn(request)).remove(Member.META_PROGRESS_TOKEN).bytes());
  }
}
