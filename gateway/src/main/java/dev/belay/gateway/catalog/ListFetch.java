package dev.belay.gateway.catalog;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads one list of one server to its end, page by page, within bounds that no server can exceed.
 *
 * <p>Concurrency: pages come one after another; the thread that sets {@code over} reports the
 * result.
 */
final class ListFetch {
  /** How long a server may take for all pages, unless its start may take longer. */
  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final int MOST_PAGES = 1_000;
  static final int MOST_ITEMS = 20_000;
  static final int MOST_BYTES = 16 * 1024 * 1024;

  private final ListKind kind;
  private final Era era;
  private final Source source;
  private final Duration limit;
  private final Consumer<ServerLists.Fetched> then;
  private final AtomicBoolean over = new AtomicBoolean();
  private final List<ListPage.Item> items = new ArrayList<>();
  private final Time.Timer timer;
  private int pages;
  private long bytes;
  private long ttlMs = Long.MAX_VALUE;
  private boolean isPublic = true;
  private volatile @Nullable RequestId asked;

  private ListFetch(
      ListKind kind,
      Era era,
      Source source,
      Time time,
      Duration limit,
      Consumer<ServerLists.Fetched> then) {
    this.kind = kind;
    this.era = era;
    this.source = source;
    this.limit = limit;
    this.then = then;
    timer = time.after(limit, this::expire);
  }

  /** Begins; {@code then} receives the result, once, on any thread. */
  static void begin(
      ListKind kind,
      Era era,
      Source source,
      Time time,
      Duration limit,
      Consumer<ServerLists.Fetched> then) {
    new ListFetch(kind, era, source, time, limit, then).read(null);
  }

  /** Reads pages in a loop, for as long as each arrives within its own request. */
  private void read(@Nullable String cursor) {
    var next = new Next(cursor);
    while (next != null) {
      next = ask(next.cursor());
    }
  }

  /** The beginning of the next page. */
  private record Next(@Nullable String cursor) {}

  private @Nullable Next ask(@Nullable String cursor) {
    var id = source.nextId();
    asked = id;
    var params = Objects.requireNonNull(JsonObject.of(source.params(era)));
    if (cursor != null) {
      params.setText("cursor", cursor);
    }
    var page = new Page();
    var conversation = source.in(era);
    conversation.onRequest(
        Envelope.parseOwn(Messages.request(id, kind.method(), params.json())), page);
    // Races with the limit, which may have abandoned this page before it was requested.
    if (over.get()) {
      conversation.onLeft(id);
    }
    var answer = page.early();
    return answer == null ? null : take(answer);
  }

  /** {@return the next page to request; null if that was the last} */
  private @Nullable Next take(byte[] answer) {
    if (over.get()) {
      return null;
    }
    return switch (ListPage.of(kind, answer)) {
      case ListPage.Read.No(String why, boolean isUnknown) -> {
        end(isUnknown ? ServerLists.Fetched.NONE : new ServerLists.Fetched.Failed(why));
        yield null;
      }
      case ListPage.Read.Page(ListPage page) -> add(page, answer.length);
    };
  }

  private @Nullable Next add(ListPage page, int size) {
    items.addAll(page.items());
    ttlMs = Math.min(ttlMs, page.ttlMs());
    isPublic &= page.isPublic();
    bytes += size;
    if (++pages > MOST_PAGES || items.size() > MOST_ITEMS || bytes > MOST_BYTES) {
      end(
          new ServerLists.Fetched.Failed(
              "its "
                  + kind.method()
                  + " has no end: more than "
                  + (pages > MOST_PAGES
                      ? MOST_PAGES + " pages"
                      : items.size() > MOST_ITEMS
                          ? MOST_ITEMS + " items"
                          : MOST_BYTES + " bytes")));
    } else if (page.next() == null) {
      end(new ServerLists.Fetched.Items(items, ttlMs, isPublic, true));
    } else {
      return new Next(page.next());
    }
    return null;
  }

  private void expire() {
    var id = asked;
    if (end(
            new ServerLists.Fetched.Failed(
                "it did not answer " + kind.method() + " within " + limit.toSeconds() + " s"))
        && id != null) {
      source.in(era).onLeft(id);
    }
  }

  private boolean end(ServerLists.Fetched fetched) {
    if (!over.compareAndSet(false, true)) {
      return false;
    }
    timer.close();
    then.accept(fetched);
    return true;
  }

  /** The sink of one page, which may arrive within its request. */
  private final class Page implements OwnReply {
    private final Thread asking = Thread.currentThread();
    private boolean isAsked; // of the asking thread alone
    private byte @Nullable [] early;

    /** The request has returned: returns the answer that has arrived meanwhile. */
    byte @Nullable [] early() {
      isAsked = true;
      return early;
    }

    @Override
    public void send(byte[] response) {
      if (Thread.currentThread().equals(asking) && !isAsked) {
        early = response;
        return;
      }
      var next = take(response);
      if (next != null) {
        read(next.cursor());
      }
    }

    @Override
    public void nothing() {
      end(ServerLists.Fetched.UNWANTED);
    }
  }

  /** The client's end of a conversation with one server, for requests of its lists. */
  abstract static class Source implements ClientLink {
    private static final byte[] NOTHING = {'{', '}'};

    private final String id;
    private final AtomicLong last = new AtomicLong();

    Source(String id) {
      this.id = id;
    }

    @Override
    public final String id() {
      return id;
    }

    /** {@return the conversation for lists in {@code era}} */
    abstract Conversation in(Era era);

    /** {@return the params of a modern request, with the client's introduction alone} */
    byte[] introduction() {
      return ModernMeta.params();
    }

    /** {@return the params of a request for a first page, as JSON} */
    final byte[] params(Era era) {
      return switch (era) {
        case LEGACY -> NOTHING;
        case MODERN -> introduction();
      };
    }

    /** {@return an id that no other request of the conversation is likely to have} */
    final RequestId nextId() {
      var start = id.startsWith("belay/") ? id : "belay/" + id;
      return RequestId.of(start + "/" + last.incrementAndGet());
    }
  }
}
