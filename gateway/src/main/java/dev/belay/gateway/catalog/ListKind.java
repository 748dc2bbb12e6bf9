package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Bounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kinds of lists, of which every server has one each, and the catalog their sum. */
enum ListKind {
  TOOLS("tools/list", "tools", "name", "notifications/tools/list_changed"),
  PROMPTS("prompts/list", "prompts", "name", "notifications/prompts/list_changed"),
  RESOURCES("resources/list", "resources", "uri", "notifications/resources/list_changed"),
  TEMPLATES(
      "resources/templates/list",
      "resourceTemplates",
      "uriTemplate",
      "notifications/resources/list_changed");

  private static final List<ListKind> ALL = List.of(values());

  private final String method;
  private final String member;
  private final String key;
  private final String news;

  ListKind(String method, String member, String key, String news) {
    this.method = method;
    this.member = member;
    this.key = key;
    this.news = news;
  }

  /** {@return the kind of list that a method requests; null for other methods} */
  static @Nullable ListKind of(String method) {
    for (var kind : ALL) {
      if (kind.method.equals(method)) {
        return kind;
      }
    }
    return null;
  }

  /** {@return the lists whose change a notification reports; empty for any other notification} */
  static List<ListKind> changedBy(String notification) {
    return ALL.stream().filter(kind -> kind.news.equals(notification)).toList();
  }

  String method() {
    return method;
  }

  /** {@return the member of the result that contains the items} */
  String member() {
    return member;
  }

  /** {@return the member of an item that identifies it} */
  String key() {
    return key;
  }

  /** {@return the notification that this list has changed} */
  String news() {
    return news;
  }

  /** {@return the maximum length of a key: an item with a longer one cannot be requested} */
  int longestKey() {
    return isNamed() ? Bounds.DEFAULT.nameChars() : Bounds.DEFAULT.uriChars();
  }

  /** {@return whether items have names, which are the server's own; URIs are not} */
  boolean isNamed() {
    return this == TOOLS || this == PROMPTS;
  }
}
