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
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lists of a server, in the given order, on pages that are written once, on first use. Safe for
 * use by many threads.
 */
final class Offer {
  private final Map<ListMethod, Map<String, Listed>> byName = new EnumMap<>(ListMethod.class);
  private final Map<ListMethod, List<byte[]>> pages = new ConcurrentHashMap<>();
  private final Map<String, String> aliases;
  private final int pageSize;
  private final Map<String, UriTemplate> templates = new LinkedHashMap<>();

  Offer(Map<ListMethod, Map<String, Listed>> listed, Map<String, String> aliases, int pageSize) {
    this.aliases = Map.copyOf(aliases);
    this.pageSize = pageSize;
    for (var kind : ListMethod.values()) {
      var these = new LinkedHashMap<String, Listed>(listed.getOrDefault(kind, Map.of()));
      byName.put(kind, these);
      if (these.values().stream().allMatch(Listed::isReady)) {
        pages.put(kind, pages(kind, List.copyOf(these.values()), pageSize));
      }
    }
    for (var template : all(ListMethod.TEMPLATES).keySet()) {
      templates.put(template, new UriTemplate(template));
    }
  }

  /** {@return the same lists with the tools of {@code others}} */
  Offer withTools(McpServerBuilder others) {
    var listed = new EnumMap<ListMethod, Map<String, Listed>>(byName);
    listed.put(ListMethod.TOOLS, others.tools());
    return new Offer(listed, others.aliases(), pageSize);
  }

  private static List<byte[]> pages(ListMethod kind, List<Listed> all, int size) {
    var pages = new ArrayList<byte[]>();
    for (int from = 0; from == 0 || from < all.size(); from += size) {
      int to = Math.min(all.size(), from + size);
      var items = new ByteArrayOutputStream();
      for (var listed : all.subList(from, to)) {
        items.write(items.size() == 0 ? '[' : ',');
        items.writeBytes(listed.definition());
      }
      items.writeBytes(JsonWriter.bytes(items.size() == 0 ? "[]" : "]"));
      var page = JsonWriter.object().put(kind.resultKey(), items.toByteArray());
      if (to < all.size()) {
        page.put("nextCursor", cursor(pages.size() + 1));
      }
      pages.add(page.end());
    }
    return pages;
  }

  private static String cursor(int page) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(JsonWriter.bytes("page " + page));
  }

  private Map<String, Listed> all(ListMethod kind) {
    return Objects.requireNonNull(byName.get(kind));
  }

  boolean has(ListMethod kind) {
    return !all(kind).isEmpty();
  }

  @Nullable Listed get(ListMethod kind, String name) {
    return all(kind).get(name);
  }

  /** {@return the tool of that name or alias} */
  @Nullable Listed tool(String name) {
    var listed = get(ListMethod.TOOLS, name);
    var meant = aliases.get(name);
    return listed != null || meant == null ? listed : get(ListMethod.TOOLS, meant);
  }

  /**
   * {@return the resource of that URI, or else the template that it matches; null if there is
   * neither}
   */
  @Nullable Found read(String uri) {
    var resource = get(ListMethod.RESOURCES, uri);
    if (resource != null) {
      return new Found(resource, Map.of());
    }
    for (var template : templates.entrySet()) {
      var variables = template.getValue().match(uri);
      var listed = get(ListMethod.TEMPLATES, template.getKey());
      if (variables != null && listed != null) {
        return new Found(listed, variables);
      }
    }
    return null;
  }

  /** {@return whether {@link #page} takes no time} */
  boolean isReady(ListMethod kind) {
    return pages.containsKey(kind);
  }

  /** Returns one page of a list as a result; may have to create the definitions first. */
  byte[] page(ListMethod kind, byte[] params, @Nullable Span cursor) throws RequestFailed {
    var these =
        pages.computeIfAbsent(kind, one -> pages(one, List.copyOf(all(one).values()), pageSize));
    if (cursor == null) {
      return these.getFirst();
    }
    var asked = JsonWriter.text(params, cursor);
    for (int page = 1; page < these.size(); page++) {
      if (cursor(page).equals(asked)) {
        return these.get(page);
      }
    }
    throw RequestFailed.invalidParams("Unknown cursor. Begin again without one.");
  }

  /** The item for a name, with the values of variables in the name. */
  record Found(Listed listed, Map<String, String> variables) {}
}
