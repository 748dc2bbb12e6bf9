package dev.belay.gateway.catalog;

import dev.belay.config.McpSettings.Prefix;
import dev.belay.core.name.Nearest;
import dev.belay.core.name.ShortText;
import dev.belay.gateway.upstream.Disclosure;
import dev.belay.mcp.era.Era;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The names of tools and prompts, as one principal may use them: whose they are, and why there is
 * no such name.
 */
record NameLookup(Catalog catalog, CatalogSnapshot snapshot, String principal) {
  private static final int MOST_GUESSES = 3;

  /** Lists of servers, as the client that asks for a name gets them. */
  interface Lists {
    CompletableFuture<ServerLists.Fetched> list(CatalogMember member, ListKind kind, Era era);
  }

  /**
   * Looks in what the catalog has now, or in one server alone.
   *
   * @param sole the only server that its names may lead to; null for all of them
   * @param principal who asks
   */
  static NameLookup of(Catalog catalog, @Nullable CatalogMember sole, String principal) {
    var within = sole == null ? catalog.snapshot() : CatalogSnapshot.of(List.of(sole), Prefix.NONE);
    return new NameLookup(catalog, within, principal);
  }

  /** {@return what has that name; null if it is unknown, or a tool that must not be called} */
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

  /** Reads the lists that are unknown so far; completes once they have been read, or cannot be. */
  CompletableFuture<?> lists(List<ListKind> kinds, Era era, Lists lists) {
    var missing = new ArrayList<CompletableFuture<ServerLists.Fetched>>();
    for (var member : snapshot.members()) {
      for (var kind : kinds) {
        if (!member.inventory().isKnown(kind)) {
          missing.add(lists.list(member, kind, era));
        }
      }
    }
    return CompletableFuture.allOf(missing.toArray(CompletableFuture<?>[]::new));
  }

  /** Says why the name leads nowhere; a refusal by policy or pin is reported, too. */
  String whyNot(ListKind kind, String name) {
    var target = kind == ListKind.TOOLS ? snapshot.find(kind, name) : null;
    if (target == null) {
      return unknown(kind, name);
    }
    if (!isPermitted(target)) {
      // To the client it is a tool like any that does not exist.
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
    var near = nearest(kind, name);
    var text = "Unknown " + what + ": " + name + ".";
    if (!near.isEmpty()) {
      text += " Did you mean " + String.join(" or ", near) + "?";
    }
    return text + unavailable();
  }

  private List<String> nearest(ListKind kind, String name) {
    // A tool that a client may not call is not hinted at either.
    var known = snapshot.visible(kind, target -> kind != ListKind.TOOLS || isPermitted(target));
    // The usual slip is a server's own name of the tool, without the server.
    var whole =
        known.stream().filter(full -> full.endsWith("__" + name)).limit(MOST_GUESSES).toList();
    return whole.isEmpty() ? Nearest.several(name, known, MOST_GUESSES) : whole;
  }

  /** {@return a sentence for each server that may have it and cannot be asked; empty for none} */
  String unavailable() {
    var text = new StringBuilder();
    for (var member : snapshot.members()) {
      var trouble = Disclosure.firstLine(member.trouble());
      if (trouble != null) {
        text.append(" The server \"").append(member.name()).append("\" is unavailable: ");
        text.append(trouble);
      }
    }
    return text.toString();
  }
}
