package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.ListGate;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One client's request for a list: all servers are requested at once, and their lists merged on one
 * page. The pages of a client's only server are that server's own.
 */
final class Listing extends OpenRequest {
  /** When a client that was refused for too many lists may retry. */
  private static final Duration AGAIN = Duration.ofSeconds(1);

  /** The maximum size of a page that is processed on the thread that delivers it. */
  private static final int SHORT_PAGE = 64 * 1024;

  /** A list for a longer request is not cached, since its key contains parts of the request. */
  private static final int LONGEST_REQUEST = 16 * 1024;

  /** The client that the list was requested for has left, while others still wait for it. */
  private static final class Abandoned extends Exception {
    private static final long serialVersionUID = 1L;

    Abandoned() {
      super("the list was no longer wanted", null, false, false);
    }
  }

  /** The only server has answered with an error, which is passed on as it is. */
  private static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final transient Envelope error;

    Refused(Envelope error) {
      super("the server refused", null, false, false);
      this.error = error;
    }
  }

  private final ListKind kind;
  private final Era era;
  private final @Nullable CatalogMember sole;

  /** Completes once the client no longer waits. */
  private final CompletableFuture<Boolean> gone = new CompletableFuture<>();

  Listing(CatalogConversation client, ListKind kind, Envelope request, ReplyTo reply) {
    super(client, request, reply);
    this.kind = kind;
    era = Routing.eraOf(request);
    sole = kind == ListKind.TOOLS ? client.sole() : null;
  }

  void begin() {
    if (sole == null && cursor() != null) {
      // The catalog has one page, so no client can have a valid cursor.
      var text = "Invalid params: there is no page at this cursor";
      reply.send(Messages.error(id(), ErrorCode.INVALID_PARAMS, text));
      return;
    }
    if (!client.enter(this)) {
      return;
    }
    if (kind == ListKind.TOOLS) {
      tools();
    } else {
      var _ =
          build()
              .whenComplete((result, failure) -> {
                if (!end()) {
                  return;
                }
                if (result == null) {
                  fail(failure);
                } else {
                  reply.send(Messages.response(id(), result));
                }
              });
    }
  }

  /** {@return the cursor of the requested page, as the client wrote it; null if there is none} */
  private @Nullable RawJson cursor() {
    var params = request.params();
    var cursor = params == null ? null : Slices.find(request.bytes(), params, "cursor");
    return cursor == null ? null : RawJson.of(cursor.of(request.bytes()));
  }

  /** Tools are requested by all clients all the time, so their lists are cached and counted. */
  private void tools() {
    var isOwn = new AtomicBoolean();
    var list =
        client
            .catalog()
            .toolLists()
            .list(
                key(),
                unwanted -> {
                  isOwn.set(true);
                  return sole == null ? build().thenApply(SharedResult::of) : page(sole, unwanted);
                },
                gone);
    var _ =
        list.whenComplete((result, failure) -> {
          if (cause(failure) instanceof Abandoned && !isOwn.get() && !isOver()) {
            tools();
          } else if (end()) {
            if (result == null) {
              fail(failure);
            } else {
              reply.send(id(), result);
            }
          }
        });
  }

  /** {@return the key of this list in the cache; null if it is not cached} */
  private ToolListService.@Nullable Key key() {
    var owner = owner();
    return owner == null || request.bytes().length > LONGEST_REQUEST
        ? null
        : new ToolListService.Key(era, client.link().principal(), owner, sole, cursor());
  }

  /**
   * {@return the identity shared by the clients that get the same list; null if there are no
   * others}
   */
  private @Nullable Object owner() {
    boolean isForAll =
        sole == null ? client.catalog().snapshot().isShared() : sole.backend().isShared();
    if (isForAll) {
      return "";
    }
    return switch (era) {
      case LEGACY -> client.link().id();
      case MODERN -> {
        try {
          var said = Introduction.modern(request);
          yield said.withCapabilities(said.capabilities().relayed()).withLogLevel(null);
        } catch (InvalidParams _) {
          yield null;
        }
      }
    };
  }

  /** Requests one page in the client's own conversation, by its own request. */
  private CompletionStage<SharedResult> page(CatalogMember server, CompletionStage<?> unwanted) {
    var fetched = new CompletableFuture<byte[]>();
    var to = client.with(server);
    var id = to.ask(request, new Page(to, fetched));
    var _ = unwanted.thenRun(() -> to.conversation().onLeft(id));
    return fetched.thenCompose(answer ->
        answer.length <= SHORT_PAGE
            ? shown(server, answer)
            : CompletableFuture.completedStage(answer)
                .thenComposeAsync(
                    page -> shown(server, page),
                    task -> Thread.ofVirtual().name("belay-list").start(task)));
  }

  private CompletionStage<SharedResult> shown(CatalogMember server, byte[] answer) {
    var response = Envelope.parseOwn(answer);
    var result = response.raw(Member.RESULT);
    if (result == null) {
      return CompletableFuture.failedStage(new Refused(response));
    }
    var toolLists = client.catalog().toolLists();
    var page = toolLists.page(client.link().principal(), server, era, result, cursor());
    return CompletableFuture.completedStage(SharedResult.of(page));
  }

  /** The sink of one page; messages before its answer are for this client alone. */
  private final class Page implements ReplyTo {
    private final MemberConversation from;
    private final CompletableFuture<byte[]> answer;

    Page(MemberConversation from, CompletableFuture<byte[]> answer) {
      this.from = from;
      this.answer = answer;
    }

    @Override
    public void send(byte[] response) {
      answer.complete(response);
    }

    @Override
    public void nothing() {
      answer.completeExceptionally(new Abandoned());
    }

    @Override
    public boolean tell(byte[] message) {
      return !isOver() && client.told(from, message, reply::tell);
    }

    @Override
    public void progress(Object author, byte[] message) {
      if (!isOver()) {
        reply.progress(author, message);
      }
    }
  }

  private CompletionStage<byte[]> build() {
    return MergedList.read(client, kind, era, /* isWhole= */ false)
        .thenApply(list -> {
          boolean isShared = kind != ListKind.TOOLS || !client.catalog().toolLists().isPersonal();
          return list.result(era, isShared);
        });
  }

  private void fail(@Nullable Throwable failure) {
    var id = id();
    var cause = cause(failure);
    var why = cause == null ? "There is no list." : String.valueOf(cause.getMessage());
    switch (cause) {
      case ListGate.Busy _ -> {
        client.catalog().listener().refused("busy", client.link().principal(), why);
        reply.tooSoon(new TooSoon(request, why, AGAIN));
      }
      case Refused refused -> reply.send(Splice.of(refused.error).id(id).bytes());
      case null, default -> reply.send(Messages.error(id, ErrorCode.INTERNAL_ERROR, why));
    }
  }

  private static @Nullable Throwable cause(@Nullable Throwable failure) {
    return failure instanceof CompletionException ? failure.getCause() : failure;
  }

  /** The requests to servers go on, since other clients may use their results. */
  @Override
  void cancelled(Envelope notification) {
    left();
  }

  @Override
  void left() {
    if (end()) {
      gone.complete(true);
      reply.nothing();
    }
  }
}
