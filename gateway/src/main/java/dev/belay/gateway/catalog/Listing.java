package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.ListBusy;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One client's wish for a list: all servers are asked at once, and what is there is merged. */
final class Listing implements OpenRequest {
  /** When whoever found too many before them may come again. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** So many items are put together at once, by whoever brings the last of them. */
  private static final int SHORT = 200;

  private final CatalogConversation client;
  private final ListKind kind;
  private final Envelope request;
  private final ReplyTo reply;
  private final AtomicBoolean over = new AtomicBoolean();

  Listing(CatalogConversation client, ListKind kind, Envelope request, ReplyTo reply) {
    this.client = client;
    this.kind = kind;
    this.request = request;
    this.reply = reply;
  }

  void begin() {
    var params = request.params();
    if (params != null && Slices.find(request.bytes(), params, "cursor") != null) {
      // All is on one page, so nobody has ever been given one.
      var text = "Invalid params: there is no page at this cursor";
      reply.send(Messages.error(request.requireId(), ErrorCode.INVALID_PARAMS, text));
      return;
    }
    client.open().add(request.requireId(), this);
    var era = Routing.eraOf(request);
    var id = request.requireId();
    if (kind == ListKind.TOOLS) {
      answer(tools(era), result -> reply.send(id, result));
    } else {
      answer(build(era), result -> reply.send(Messages.response(id, result)));
    }
  }

  private <T> void answer(CompletionStage<T> list, Consumer<T> send) {
    var _ =
        list.whenComplete((result, failure) -> {
          if (!end()) {
            return;
          }
          if (result == null) {
            fail(failure);
          } else {
            send.accept(result);
          }
        });
  }

  /** Tools are asked for by all clients all the time: they come from the screen. */
  private CompletionStage<SharedResult> tools(Era era) {
    var principal = client.link().principal();
    // What is whole is kept by whoever wants it so.
    boolean isSame = client.catalog().roster().isShared() && !client.link().wantsWholeLists();
    return client
        .catalog()
        .screen()
        .list(principal, era, isSame, () -> build(era).thenApply(SharedResult::of));
  }

  private CompletionStage<byte[]> build(Era era) {
    var roster = client.catalog().roster();
    var asked = new LinkedHashMap<CatalogMember, CompletableFuture<Fetched>>();
    for (var member : roster.members()) {
      asked.put(member, client.list(member, kind, era));
    }
    return CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
        .thenCompose(_ -> put(era, roster, asked));
  }

  /** A long list takes its time, and whoever brought the last part of it may be a reader. */
  private CompletionStage<byte[]> put(
      Era era, Roster roster, Map<CatalogMember, CompletableFuture<Fetched>> asked) {
    int items = 0;
    for (var list : asked.values()) {
      items += list.join() instanceof Fetched.Items all ? all.items().size() : 0;
    }
    return items <= SHORT
        ? merged(era, roster, asked)
        : CompletableFuture.completedStage(era)
            .thenComposeAsync(
                _ -> merged(era, roster, asked),
                task -> Thread.ofVirtual().name("belay-list").start(task));
  }

  private CompletionStage<byte[]> merged(
      Era era, Roster roster, Map<CatalogMember, CompletableFuture<Fetched>> asked) {
    var fetched = new LinkedHashMap<CatalogMember, Fetched>();
    asked.forEach((member, list) -> fetched.put(member, list.join()));
    if (kind == ListKind.TOOLS) {
      client.catalog().globs().look(fetched);
    }
    var collisions = client.catalog().collisions();
    return switch (MergedList.of(kind, roster, fetched, collisions, shaping(roster, fetched))) {
      case MergedList.Merged list -> {
        var shown = list;
        if (kind == ListKind.TOOLS) {
          var screen = client.catalog().screen();
          screen.listed(list.items().size(), fetched.size());
          shown = screen.isPersonal() ? list.forOne() : list;
        }
        yield CompletableFuture.completedStage(shown.result(era));
      }
      case MergedList.Failed(String why) -> CompletableFuture.failedStage(new ListFailed(why));
    };
  }

  private MergedList.Shaping shaping(Roster roster, Map<CatalogMember, Fetched> fetched) {
    return kind == ListKind.TOOLS
        ? client.catalog().screen().show(client.link(), roster, fetched)::tool
        : (_, item, name) -> item.named(kind, name);
  }

  private void fail(@Nullable Throwable failure) {
    var cause = failure instanceof CompletionException ? failure.getCause() : failure;
    var why = cause == null ? "There is no list." : String.valueOf(cause.getMessage());
    if (cause instanceof ListBusy) {
      client.catalog().listener().refused("busy", client.link().principal(), why);
      reply.tooSoon(new TooSoon(request, why, AGAIN));
    } else {
      reply.send(Messages.error(request.requireId(), ErrorCode.INTERNAL_ERROR, why));
    }
  }

  private boolean end() {
    return over.compareAndSet(false, true) && client.open().end(request.requireId(), this);
  }

  /** What was asked of servers may be of use to others, and goes on. */
  @Override
  public void cancelled(Envelope notification) {
    left();
  }

  @Override
  public void left() {
    if (end()) {
      reply.nothing();
    }
  }
}
