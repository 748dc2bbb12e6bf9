package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All that a server lists, in the order it was given, on pages written once. Immutable. */
final class Offer {
  private final Map<ListKind, Map<String, Listed>> byName = new EnumMap<>(ListKind.class);
  private final Map<ListKind, List<byte[]>> pages = new EnumMap<>(ListKind.class);
  private final Map<String, UriTemplate> templates = new LinkedHashMap<>();

  Offer(Map<ListKind, Map<String, Listed>> listed, int pageSize) {
    for (var kind : ListKind.values()) {
      var these = new LinkedHashMap<String, Listed>(listed.getOrDefault(kind, Map.of()));
      byName.put(kind, these);
      pages.put(kind, pages(kind, List.copyOf(these.values()), pageSize));
    }
    for (var template : all(ListKind.TEMPLATES).keySet()) {
      templates.put(template, new UriTemplate(template));
    }
  }

  private static List<byte[]> pages(ListKind kind, List<Listed> all, int size) {
    var pages = new ArrayList<byte[]>();
    for (int from = 0; from == 0 || from < all.size(); from += size) {
      int to = Math.min(all.size(), from + size);
      var items = new ByteArrayOutputStream();
      for (var listed : all.subList(from, to)) {
        items.write(items.size() == 0 ? '[' : ',');
        items.writeBytes(listed.definition());
      }
      items.writeBytes(Json.bytes(items.size() == 0 ? "[]" : "]"));
      var page = Json.object().put(kind.resultKey(), items.toByteArray());
      if (to < all.size()) {
        page.put("nextCursor", cursor(pages.size() + 1));
      }
      pages.add(page.end());
    }
    return pages;
  }

  private static String cursor(int page) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.bytes("page " + page));
  }

  private Map<String, Listed> all(ListKind kind) {
    return Objects.requireNonNull(byName.get(kind));
  }

  boolean has(ListKind kind) {
    return !all(kind).isEmpty();
  }

  @Nullable Listed get(ListKind kind, String name) {
    return all(kind).get(name);
  }

  /** {@return whatever stands for that URI, a resource before a template; null if nothing does} */
  @Nullable Found read(String uri) {
    var resource = get(ListKind.RESOURCES, uri);
    if (resource != null) {
      return new Found(resource, Map.of());
    }
    for (var template : templates.entrySet()) {
      var variables = template.getValue().match(uri);
      var listed = get(ListKind.TEMPLATES, template.getKey());
      if (variables != null && listed != null) {
        return new Found(listed, variables);
      }
    }
    return null;
  }

  /** Returns the result that lists one page of a kind. */
  byte[] page(ListKind kind, byte[] params, @Nullable Span cursor) throws RequestFailed {
    var these = Objects.requireNonNull(pages.get(kind));
    if (cursor == null) {
      return these.getFirst();
    }
    var asked = Json.text(params, cursor);
    for (int page = 1; page < these.size(); page++) {
      if (cursor(page).equals(asked)) {
        return these.get(page);
      }
    }
    throw RequestFailed.invalidParams("Unknown cursor. Begin again without one.");
  }

  /** What answers for a name, and what the name says besides. */
  record Found(Listed listed, Map<String, String> variables) {}
}
