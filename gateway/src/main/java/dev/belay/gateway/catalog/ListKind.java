package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Bounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lists that every server has one of, and the catalog the sum of. */
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

  /** {@return the one that a request asks for; null for other methods} */
  static @Nullable ListKind of(String method) {
    for (var kind : ALL) {
      if (kind.method.equals(method)) {
        return kind;
      }
    }
    return null;
  }

  /** {@return those that a notification says have changed; none for any other notification} */
  static List<ListKind> changedBy(String notification) {
    return ALL.stream().filter(kind -> kind.news.equals(notification)).toList();
  }

  String method() {
    return method;
  }

  /** {@return the member of the result that has the items} */
  String member() {
    return member;
  }

  /** {@return the member of an item that tells it from the others} */
  String key() {
    return key;
  }

  /** {@return the notification that this list has changed} */
  String news() {
    return news;
  }

  /** {@return how long that may be: what is longer cannot be asked for} */
  int longestKey() {
    return isNamed() ? Bounds.DEFAULT.nameChars() : Bounds.DEFAULT.uriChars();
  }

  /** {@return whether what is listed goes by a name, which is the server's own; a URI is not} */
  boolean isNamed() {
    return this == TOOLS || this == PROMPTS;
  }
}
