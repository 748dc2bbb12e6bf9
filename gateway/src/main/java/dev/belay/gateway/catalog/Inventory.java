package dev.belay.gateway.catalog;

import dev.belay.gateway.catalog.ServerLists.Fetched;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names and URIs of one server, by its newest lists: enough to find the owner of either. Lists
 * that have not been read are unknown, not empty. Immutable.
 */
record Inventory(Map<ListKind, Listed> lists) {
  static final Inventory UNKNOWN = new Inventory(Map.of());

  /**
   * One list.
   *
   * @param isCurrent whether the server has reported no change of it since
   * @param isRead whether it has ever been read; false if it could not be obtained
   * @param isServed false if the server has no such lists
   */
  record Listed(Set<String> keys, boolean isCurrent, boolean isRead, boolean isServed) {
    private static final Listed NONE = new Listed(Set.of(), false, false, true);

    private Listed current(boolean now) {
      return new Listed(keys, now, isRead, isServed);
    }
  }

  /**
   * {@return this with a list, or with its failure, after which it is not requested again at once}
   */
  Inventory with(ListKind kind, Fetched fetched) {
    return switch (fetched) {
      case Fetched.Items list -> {
        var keys = new LinkedHashSet<String>();
        list.items().forEach(item -> keys.add(item.key()));
        yield with(kind, new Listed(keys, true, true, list.isServed()));
      }
      case Fetched.Failed _ -> with(kind, lists.getOrDefault(kind, Listed.NONE).current(true));
      case Fetched.Late _ -> this;
    };
  }

  /** {@return this after the server has reported a change of a list} */
  Inventory outdated(ListKind kind) {
    var before = lists.get(kind);
    return before == null ? this : with(kind, before.current(false));
  }

  private Inventory with(ListKind kind, Listed list) {
    var all = new EnumMap<ListKind, Listed>(ListKind.class);
    all.putAll(lists);
    all.put(kind, list);
    return new Inventory(all);
  }

  /** {@return whether a list has been requested, and has not changed since} */
  boolean isKnown(ListKind kind) {
    var list = lists.get(kind);
    return list != null && list.isCurrent();
  }

  /** {@return whether a list has been read, and has not changed since} */
  boolean isListed(ListKind kind) {
    var list = lists.get(kind);
    return list != null && list.isCurrent() && list.isRead();
  }

  Set<String> keys(ListKind kind) {
    var list = lists.get(kind);
    return list == null ? Set.of() : list.keys();
  }

  boolean has(ListKind kind, String key) {
    return keys(kind).contains(key);
  }

  /** {@return whether that URI matches a template of the server} */
  boolean makes(String uri) {
    return keys(ListKind.TEMPLATES).stream()
        .anyMatch(template -> template.equals(uri) || new UriPattern(template).matches(uri));
  }

  /** {@return whether it may have unlisted resources} */
  boolean mayHaveResources() {
    return isServed(ListKind.RESOURCES) || isServed(ListKind.TEMPLATES);
  }

  private boolean isServed(ListKind kind) {
    var list = lists.get(kind);
    return list == null || list.isServed();
  }
}
