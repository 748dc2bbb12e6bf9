package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.ToolView;
import dev.belay.gateway.translate.Fault;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.ListedPage;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a server's list.
 *
 * @param size the number of its items, with those that cannot be requested
 * @param next the cursor of the next page; null at the end
 */
record ListPage(List<Item> items, int size, @Nullable String next, long ttlMs, boolean isPublic) {
  /** {@return the size of its items, in bytes} */
  long bytes() {
    return items.stream().mapToLong(item -> item.json().bytes().length).sum();
  }

  /** The result of reading an answer. */
  sealed interface Read {
    record Page(ListPage page) implements Read {}

    /** There is no page; {@code isUnknown} if the server has no such lists. */
    record No(String why, boolean isUnknown) implements Read {}
  }

  static Read of(ListKind kind, byte[] answer) {
    Envelope response;
    try {
      // Its size was bounded on arrival, and the nesting of schemas is the server's choice.
      response = Envelope.parse(answer, Bounds.NONE);
    } catch (MalformedEnvelope e) {
      return new Read.No("it answered " + kind.method() + " with what is no message", false);
    }
    if (response.kind() == Kind.ERROR) {
      var fault = Fault.of(response);
      return new Read.No(fault.message(), fault.code() == ErrorCode.METHOD_NOT_FOUND.code());
    }
    var result = response.result();
    var object = result == null ? null : JsonObject.of(response.bytes(), result);
    var page = object == null ? null : of(kind, object);
    return page == null
        ? new Read.No("it answered " + kind.method() + " without a list of " + kind.member(), false)
        : new Read.Page(page);
  }

  /** {@return the page in a result; null if it has no list of that kind} */
  static @Nullable ListPage of(ListKind kind, JsonObject result) {
    var page = ListedPage.of(result, kind.member());
    if (page == null) {
      return null;
    }
    int size = page.items().size();
    var items = new ArrayList<Item>(size);
    for (var one : page.items()) {
      var key = key(kind, one);
      // An item without a name, or with one beyond the bound, cannot be requested.
      if (key != null && !key.isEmpty() && key.length() <= kind.longestKey()) {
        items.add(new Item(key, RawJson.of(one)));
      }
    }
    boolean isPublic = "public".equals(result.text("cacheScope"));
    return new ListPage(items, size, page.next(), ttl(result), isPublic);
  }

  private static @Nullable String key(ListKind kind, byte[] item) {
    var whole = new Span(0, item.length);
    var key = whole.isObject(item) ? Slices.find(item, whole, kind.key()) : null;
    return key != null && key.isString(item) ? JsonString.decode(item, key) : null;
  }

  private static long ttl(JsonObject result) {
    var ttl = result.raw("ttlMs");
    try {
      return ttl == null ? 0 : Math.max(0, Long.parseLong(new String(ttl, StandardCharsets.UTF_8)));
    } catch (NumberFormatException _) {
      return 0;
    }
  }

  /**
   * One tool, prompt, resource or template as its server lists it.
   *
   * @param key its name or URI
   */
  record Item(String key, RawJson json) {
    /** {@return the item under another name, otherwise byte for byte} */
    byte[] named(String name) {
      return name.equals(key) ? json.bytes() : ToolView.renamed(json.bytes(), name);
    }
  }
}
