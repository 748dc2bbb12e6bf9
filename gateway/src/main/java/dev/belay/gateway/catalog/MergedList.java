package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.era.Era;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The lists of all servers as one: in the order of the configuration, then of each server. */
sealed interface MergedList {
  /** All that is there now. */
  record Merged(ListKind kind, Map<String, byte[]> items, long ttlMs, boolean isPublic)
      implements MergedList {
    /** {@return the same, not to be kept for anybody else} */
    Merged forOne() {
      return new Merged(kind, items, ttlMs, /* isPublic= */ false);
    }

    /** {@return the result of the request, in the words of {@code era}} */
    byte[] result(Era era) {
      var result = JsonObject.empty();
      if (era == Era.MODERN) {
        result.setText("resultType", "complete");
      }
      result.set(kind.member(), JsonArray.of(List.copyOf(items.values())));
      return switch (era) {
        case LEGACY -> result.json();
        case MODERN -> Presentation.stamped(result, ttlMs, isPublic);
      };
    }
  }

  /** No server could be listed at all (C21). */
  record Failed(String why) implements MergedList {}

  /** What clients see of an item. */
  interface Shaping {
    /** {@return the item under that name, null if it is not to be seen} */
    byte @Nullable [] shown(CatalogMember member, Item item, String name);
  }

  /** Merges what came of asking each server; the first in order keeps a name that two have. */
  static MergedList of(
      ListKind kind,
      Roster roster,
      Map<CatalogMember, Fetched> fetched,
      Collisions collisions,
      Shaping shaping) {
    var items = new LinkedHashMap<String, byte[]>();
    var owners = new LinkedHashMap<String, CatalogMember>();
    var failures = new ArrayList<String>();
    long ttlMs = Long.MAX_VALUE;
    boolean isPublic = true;
    for (var entry : fetched.entrySet()) {
      var member = entry.getKey();
      switch (entry.getValue()) {
        case Fetched.Items list -> {
          ttlMs = Math.min(ttlMs, list.ttlMs());
          isPublic &= list.isPublic();
          for (var item : list.items()) {
            var name = kind.isNamed() ? roster.visible(member, item.key()) : item.key();
            var owner = owners.putIfAbsent(name, member);
            if (owner == null) {
              var shown = shaping.shown(member, item, name);
              if (shown != null) {
                items.put(name, shown);
              }
            } else {
              collisions.found(kind, name, owner, member);
            }
          }
        }
        case Fetched.Failed(String why) -> {
          failures.add(member.name() + ": " + why.lines().findFirst().orElse(""));
          ttlMs = 0;
        }
        // It comes when it is there, and the client hears of that.
        case Fetched.Late _ -> ttlMs = 0;
      }
    }
    if (!fetched.isEmpty() && failures.size() == fetched.size()) {
      return new Failed("No server answers " + kind.method() + ". " + String.join("; ", failures));
    }
    return new Merged(kind, items, fetched.isEmpty() ? 0 : cap(ttlMs), isPublic);
  }

  /** A list of nothing but servers without such things holds no longer than any other. */
  private static long cap(long ttlMs) {
    return ttlMs == Long.MAX_VALUE ? 0 : ttlMs;
  }
}
