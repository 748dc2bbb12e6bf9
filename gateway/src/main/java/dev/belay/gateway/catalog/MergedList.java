package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.ListFailed;
import dev.belay.gateway.upstream.Report;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.era.Era;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The lists of all servers as one: in the order of the configuration, then of each server. */
record MergedList(ListKind kind, Map<String, byte[]> items, long ttlMs, boolean isPublic) {
  /**
   * {@return the result of the request, in {@code era}}
   *
   * @param isShared whether it may be the same for other clients, as far as their servers allow
   */
  byte[] result(Era era, boolean isShared) {
    var result = JsonObject.empty();
    if (era == Era.MODERN) {
      result.setText("resultType", "complete");
    }
    result.set(kind.member(), JsonArray.of(List.copyOf(items.values())));
    return switch (era) {
      case LEGACY -> result.json();
      case MODERN -> Presentation.stamped(result, ttlMs, isPublic && isShared);
    };
  }

  /** The maximum number of items that are merged on the thread that delivers the last list. */
  private static final int SHORT = 200;

  /**
   * Requests the lists of all servers at once, and merges those that arrive.
   *
   * @param isWhole whether definitions of tools stay as servers gave them, even if they are
   *     shortened for clients
   */
  static CompletionStage<MergedList> read(
      CatalogConversation client, ListKind kind, Era era, boolean isWhole) {
    var snapshot = client.catalog().snapshot();
    var asked = new LinkedHashMap<CatalogMember, CompletableFuture<ServerLists.Fetched>>();
    for (var member : snapshot.members()) {
      asked.put(member, client.list(member, kind, era));
    }
    return CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new))
        .thenCompose(_ -> {
          var fetched = new LinkedHashMap<CatalogMember, ServerLists.Fetched>();
          asked.forEach((member, list) -> fetched.put(member, list.join()));
          int items = 0;
          for (var list : fetched.values()) {
            items += list instanceof ServerLists.Fetched.Items all ? all.items().size() : 0;
          }
          // A long list takes time, which the reader that delivered its last part must not spend.
          var all = CompletableFuture.completedStage(fetched);
          return items <= SHORT
              ? all.thenCompose(lists -> merged(client, kind, snapshot, lists, isWhole))
              : all.thenComposeAsync(
                  lists -> merged(client, kind, snapshot, lists, isWhole),
                  task -> Thread.ofVirtual().name("belay-list").start(task));
        });
  }

  private static CompletionStage<MergedList> merged(
      CatalogConversation client,
      ListKind kind,
      CatalogSnapshot snapshot,
      Map<CatalogMember, ServerLists.Fetched> fetched,
      boolean isWhole) {
    var catalog = client.catalog();
    var principal = client.link().principal();
    Shaping shaping =
        kind == ListKind.TOOLS
            ? catalog.toolLists().shaping(principal, isWhole, fetched)
            : (_, item, name) -> item.named(name);
    try {
      var list = of(kind, snapshot, fetched, catalog.collisions(), shaping);
      if (kind == ListKind.TOOLS) {
        catalog.lookAtGlobs(fetched);
        catalog.toolLists().listed(list.items().size(), fetched.size());
      }
      return CompletableFuture.completedStage(list);
    } catch (ListFailed e) {
      return CompletableFuture.failedStage(e);
    }
  }

  /** Converts an item to its form for clients. */
  interface Shaping {
    /** {@return the item under that name; null if it is hidden} */
    byte @Nullable [] shown(CatalogMember member, ListPage.Item item, String name);
  }

  /**
   * Merges the results of all servers; the first in order keeps a name that two have.
   *
   * @throws ListFailed if no server could be listed at all (C21)
   */
  private static MergedList of(
      ListKind kind,
      CatalogSnapshot snapshot,
      Map<CatalogMember, ServerLists.Fetched> fetched,
      Collisions collisions,
      Shaping shaping)
      throws ListFailed {
    var items = new LinkedHashMap<String, byte[]>();
    var owners = new LinkedHashMap<String, CatalogMember>();
    var failures = new ArrayList<String>();
    long ttlMs = Long.MAX_VALUE;
    boolean isPublic = true;
    for (var entry : fetched.entrySet()) {
      var member = entry.getKey();
      switch (entry.getValue()) {
        case ServerLists.Fetched.Items list -> {
          ttlMs = Math.min(ttlMs, list.ttlMs());
          isPublic &= list.isPublic();
          for (var item : list.items()) {
            var name = kind.isNamed() ? snapshot.visible(member, item.key()) : item.key();
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
        case ServerLists.Fetched.Failed(String why) -> {
          failures.add(member.name() + ": " + why.lines().findFirst().orElse(""));
          ttlMs = 0;
        }
        // The client is notified once it has arrived.
        case ServerLists.Fetched.Late _ -> ttlMs = 0;
      }
    }
    if (!fetched.isEmpty() && failures.size() == fetched.size()) {
      throw new ListFailed(
          "No server answers " + kind.method() + ". " + String.join("; ", failures));
    }
    return new MergedList(kind, items, fetched.isEmpty() ? 0 : cap(ttlMs), isPublic);
  }

  /** A list of servers without such items must not be cached for ever. */
  private static long cap(long ttlMs) {
    return ttlMs == Long.MAX_VALUE ? 0 : ttlMs;
  }

  /**
   * Reports, once for each name that two servers have, which of them it means. Safe for use by many
   * threads.
   */
  static final class Collisions {
    /** The maximum number of reports; a server may list any number. */
    private static final int MOST = 1_000;

    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final Report report;

    Collisions(Report report) {
      this.report = report;
    }

    void found(ListKind kind, String name, CatalogMember first, CatalogMember second) {
      var text =
          first == second
              ? "the server \""
                  + first.name()
                  + "\" lists "
                  + name
                  + " twice in its "
                  + kind.member()
              : "the servers \""
                  + first.name()
                  + "\" and \""
                  + second.name()
                  + "\" both have "
                  + name
                  + " among their "
                  + kind.member()
                  + "; it means that of \""
                  + first.name()
                  + "\"";
      if (told.size() < MOST && told.add(text)) {
        report.say("warning: " + text);
      }
    }
  }
}
