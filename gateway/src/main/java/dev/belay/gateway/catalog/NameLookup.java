package dev.belay.gateway.catalog;

import dev.belay.config.McpSettings.Prefix;
import dev.belay.core.name.Nearest;
import dev.belay.core.name.ShortText;
import dev.belay.gateway.upstream.Disclosure;
import dev.belay.mcp.era.Era;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resolves names of tools and prompts for one principal: to their servers, or to the reason why
 * there is no such name.
 */
record NameLookup(Catalog catalog, CatalogSnapshot snapshot, String principal) {
  /** The lists of servers for the client of the lookup. */
  interface Lists {
    CompletableFuture<ServerLists.Fetched> list(CatalogMember member, ListKind kind, Era era);
  }

  /**
   * Creates a lookup in the present catalog, or in one server alone.
   *
   * @param sole the only server to search; null for all
   * @param principal the caller
   */
  static NameLookup of(Catalog catalog, @Nullable CatalogMember sole, String principal) {
    var within = sole == null ? catalog.snapshot() : CatalogSnapshot.of(List.of(sole), Prefix.NONE);
    return new NameLookup(catalog, within, principal);
  }

  /** {@return the target of that name; null if it is unknown, or a tool that must not be called} */
  CatalogSnapshot.@Nullable Target find(ListKind kind, String name) {
    var target = snapshot.find(kind, name);
    return target == null
            || (kind == ListKind.TOOLS && !(isPermitted(target) && held(target) == null))
        ? null
        : target;
  }

  private boolean isPermitted(CatalogSnapshot.Target target) {
    return catalog.toolLists().permits(principal, target.member(), target.name());
  }

  private @Nullable String held(CatalogSnapshot.Target target) {
    return catalog.toolLists().refusal(target.member(), target.name());
  }

  /** {@return whether a list may yet identify the tool's server, so that its call waits for it} */
  boolean needsLists(ListKind kind, String name) {
    return kind == ListKind.TOOLS
        && snapshot.prefixes().isEmpty()
        && snapshot.find(kind, name) == null;
  }

  /**
   * Reads the lists that are unknown so far, and looks again.
   *
   * @param isNeeded whether to wait for late lists as well, each until it has been read or has
   *     failed
   * @param then receives the target as soon as it is found; null if no list has it
   * @param broken receives the reason if the lookup, or what follows it, throws
   */
  <T> void find(
      List<ListKind> kinds,
      boolean isNeeded,
      Era era,
      Lists lists,
      Supplier<@Nullable T> look,
      Consumer<@Nullable T> then,
      Consumer<String> broken) {
    var missing = new ArrayList<CompletableFuture<ServerLists.Fetched>>();
    for (var member : snapshot.members()) {
      for (var kind : kinds) {
        if (isMissing(member, kind, isNeeded)) {
          missing.add(lists.list(member, kind, era));
        }
      }
    }
    var _ =
        all(missing)
            .thenCompose(_ -> {
              var found = look.get();
              return found == null && isNeeded
                  ? findLate(missing, look)
                  : CompletableFuture.<@Nullable T>completedFuture(found);
            })
            .thenAccept(then)
            .whenComplete((_, thrown) -> {
              if (thrown != null) {
                System.getLogger(NameLookup.class.getName())
                    .log(Level.ERROR, "a lookup failed", thrown);
                var cause = thrown.getCause() == null ? thrown : thrown.getCause();
                broken.accept("A defect in Belay: " + cause);
              }
            });
  }

  /** Looks again with each late list. */
  private static <T> CompletableFuture<@Nullable T> findLate(
      List<CompletableFuture<ServerLists.Fetched>> missing, Supplier<@Nullable T> look) {
    var found = new CompletableFuture<@Nullable T>();
    var looks = new ArrayList<CompletableFuture<?>>();
    for (var one : missing) {
      if (one.join() instanceof ServerLists.Fetched.Late(var list)) {
        looks.add(
            list.thenRun(() -> {
              var now = look.get();
              if (now != null) {
                found.complete(now);
              }
            }));
      }
    }
    var _ =
        all(looks)
            .whenComplete((_, thrown) -> {
              if (thrown == null) {
                found.complete(null);
              } else {
                found.completeExceptionally(thrown);
              }
            });
    return found;
  }

  private static CompletableFuture<?> all(List<? extends CompletableFuture<?>> some) {
    return CompletableFuture.allOf(some.toArray(CompletableFuture<?>[]::new));
  }

  /** A list that has failed is requested again only if it is needed. */
  private static boolean isMissing(CatalogMember member, ListKind kind, boolean isNeeded) {
    var has = member.inventory();
    return !has.isKnown(kind) || (isNeeded && !has.isListed(kind) && member.trouble() == null);
  }

  /** Returns why the name has no target, and reports a refusal by policy or pin. */
  String whyNot(ListKind kind, String name) {
    var target = kind == ListKind.TOOLS ? snapshot.find(kind, name) : null;
    if (target == null) {
      return unknown(kind, name);
    }
    if (!isPermitted(target)) {
      // To the client it is a tool that does not exist.
      refused("policy", "may not call " + shown(target));
      return unknown(kind, name);
    }
    var held = held(target);
    if (held == null) {
      return unknown(kind, name);
    }
    refused("definition", held);
    return held;
  }

  private static String shown(CatalogSnapshot.Target target) {
    return ShortText.name(target.member().name() + "__" + target.name());
  }

  private void refused(String what, String why) {
    catalog.listener().refused(what, principal, why);
  }

  private String unknown(ListKind kind, String name) {
    var what = kind == ListKind.TOOLS ? "tool" : "prompt";
    return Nearest.unknown(what, name, nearest(kind, name)) + missing(kind);
  }

  private List<String> nearest(ListKind kind, String name) {
    // A tool that a client may not call is not suggested either.
    var known = snapshot.visible(kind, target -> kind != ListKind.TOOLS || isPermitted(target));
    // The usual mistake is a server's own name of the tool, without the prefix.
    var whole =
        known.stream().filter(full -> full.endsWith("__" + name)).limit(Nearest.MOST).toList();
    return whole.isEmpty() ? Nearest.several(name, known, Nearest.MOST) : whole;
  }

  /**
   * {@return a sentence for each server that may have the name unlisted; empty if there is none}
   */
  String missing(ListKind kind) {
    var text = new StringBuilder();
    for (var member : snapshot.members()) {
      var trouble = Disclosure.firstLine(member.trouble());
      var server = " The server \"" + member.name() + "\" ";
      if (trouble != null) {
        text.append(server).append("is unavailable: ").append(trouble);
      } else if (!member.inventory().isListed(kind)) {
        text.append(server).append("has not listed its ").append(kind.member()).append(" yet: ");
        text.append(kind == ListKind.TOOLS ? "call" : "ask").append(" again in a moment.");
      }
    }
    return text.toString();
  }
}
