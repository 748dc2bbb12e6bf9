package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The changes that a modern client wants and this server offers (MCP 2026-07-28 §subscriptions):
 * others are left out, and so not acknowledged.
 *
 * @param kinds the kinds of lists whose changes are sent
 * @param uris the resources whose changes are sent
 */
record SubscribedKinds(Set<ListMethod> kinds, Set<String> uris) {
  private static final int MOST_URIS = 1_024;

  static SubscribedKinds of(Envelope request, McpServer server) throws RequestFailed {
    var notifications = Params.find(request, "notifications");
    if (notifications == null || !notifications.isObject(request.bytes())) {
      throw RequestFailed.invalidParams("subscriptions/listen needs \"notifications\".");
    }
    var wished = Slices.members(request.bytes(), notifications);
    var kinds = new LinkedHashSet<ListMethod>();
    for (var kind : new ListMethod[] {ListMethod.TOOLS, ListMethod.PROMPTS, ListMethod.RESOURCES}) {
      Span value = wished.get(key(kind));
      boolean has = kind == ListMethod.RESOURCES ? server.hasResources() : server.offer().has(kind);
      if (has && value != null && request.bytes()[value.offset()] == 't') {
        kinds.add(kind);
      }
    }
    var uris = new LinkedHashSet<String>();
    Span resources = wished.get("resourceSubscriptions");
    if (resources != null && resources.isArray(request.bytes()) && server.hasResources()) {
      for (Span uri : Slices.items(request.bytes(), resources)) {
        var text = JsonWriter.text(request.bytes(), uri);
        if (text != null && server.offer().read(text) != null) {
          uris.add(text);
        }
      }
    }
    if (uris.size() > MOST_URIS) {
      throw RequestFailed.invalidParams("More than " + MOST_URIS + " resources.");
    }
    return new SubscribedKinds(kinds, uris);
  }

  private static String key(ListMethod kind) {
    return kind.resultKey() + "ListChanged";
  }

  boolean isEmpty() {
    return kinds.isEmpty() && uris.isEmpty();
  }

  /** {@return the honoured subset, for the acknowledgement} */
  byte[] json() {
    var honoured = JsonWriter.object();
    kinds.forEach(kind -> honoured.put(key(kind), true));
    if (!uris.isEmpty()) {
      var list = uris.stream().map(JsonString::quote).collect(Collectors.joining(","));
      honoured.put("resourceSubscriptions", JsonWriter.bytes("[" + list + "]"));
    }
    return honoured.end();
  }
}
