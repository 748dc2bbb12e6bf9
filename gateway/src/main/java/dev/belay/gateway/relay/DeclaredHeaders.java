package dev.belay.gateway.relay;

import dev.belay.core.time.Time;
import dev.belay.gateway.translate.RequestToModern;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.Exchange;
import dev.belay.gateway.upstream.Loss;
import dev.belay.gateway.upstream.ServerLink;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.client.ToolFilter;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which arguments of a server's tools come in headers too (MCP 2026-07-28 §x-mcp-header): as its
 * lists say on their way to clients, or a list that is fetched where a call comes before any.
 *
 * <p>Safe for use by many threads: {@code listing} decides who fetches.
 */
final class DeclaredHeaders {
  /** A server decides how many there are; calls of one more are not checked. */
  private static final int MOST = 10_000;

  private static final int MOST_PAGES = 20;

  /** How long a call waits for a list; one that comes later is learned from all the same. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private final Time time;
  private final Map<String, List<ParamHeader>> byTool = new ConcurrentHashMap<>();

  /** Complete once a whole list has been read, or none is to be had; null before one is asked. */
  private final AtomicReference<@Nullable CompletableFuture<Boolean>> listing =
      new AtomicReference<>();

  DeclaredHeaders(Time time) {
    this.time = time;
  }

  /** Reads a page of {@code tools/list} and returns where the next one begins; null at the end. */
  @Nullable String learn(Envelope page) {
    ToolFilter.of(page)
        .declared()
        .forEach((tool, declared) -> {
          if (byTool.size() < MOST || byTool.containsKey(tool)) {
            byTool.put(tool, declared);
          }
        });
    var next =
        page.result() == null ? null : Slices.find(page.bytes(), page.result(), "nextCursor");
    if (next != null && next.isString(page.bytes())) {
      return JsonString.decode(page.bytes(), next);
    }
    listing.compareAndSet(null, CompletableFuture.completedFuture(true));
    return null;
  }

  /** The list is another one now: what it does not name yet is worth a look again. */
  void changed() {
    var last = listing.get();
    if (last != null && last.isDone()) {
      listing.compareAndSet(last, null);
    }
  }

  /**
   * Returns what a tool declares, null if nobody knows; waits where no list was read yet.
   *
   * @param whom says whom to ask for one; null if nobody can be
   */
  @Nullable List<ParamHeader> of(String tool, Supplier<@Nullable Upstream> whom)
      throws InterruptedException {
    var known = byTool.get(tool);
    if (known != null) {
      return known;
    }
    if (listing.get() == null) {
      var fresh = new CompletableFuture<Boolean>();
      if (listing.compareAndSet(null, fresh)) {
        fetch(whom.get(), fresh);
      }
    }
    var present = listing.get();
    if (present != null) {
      time.await(present, LIMIT);
    }
    return byTool.get(tool);
  }

  private void fetch(@Nullable Upstream upstream, CompletableFuture<Boolean> done) {
    if (upstream == null) {
      failed(done);
    } else {
      upstream.deliver(new Fetch(upstream, done, null, 1));
    }
  }

  /** Whoever comes next asks again, since a server may be back by then. */
  private void failed(CompletableFuture<Boolean> done) {
    listing.compareAndSet(done, null);
    done.complete(false);
  }

  /** One page that Belay itself asks for. */
  private final class Fetch implements Delivery, Exchange {
    private final Upstream upstream;
    private final CompletableFuture<Boolean> done;
    private final @Nullable String cursor;
    private final int page;

    Fetch(Upstream upstream, CompletableFuture<Boolean> done, @Nullable String cursor, int page) {
      this.upstream = upstream;
      this.done = done;
      this.cursor = cursor;
      this.page = page;
    }

    @Override
    public void to(ServerLink link) {
      long id = link.nextId();
      link.ask(id, Messages.request(RequestId.of(id), "tools/list", params()), this);
    }

    private byte[] params() {
      var text = cursor == null ? "{}" : "{\"cursor\":" + JsonString.quote(cursor) + "}";
      var params = text.getBytes(StandardCharsets.UTF_8);
      return upstream.replay().isModern()
          ? new RequestToModern(Introductions.ITSELF).params("tools/list", params)
          : params;
    }

    @Override
    public void answered(Envelope response) {
      var next = learn(response);
      if (next == null || page == MOST_PAGES) {
        done.complete(true);
      } else {
        upstream.deliver(new Fetch(upstream, done, next, page + 1));
      }
    }

    @Override
    public void lost(Loss loss) {
      failed(done);
    }

    @Override
    public void unavailable(String why) {
      failed(done);
    }
  }
}
