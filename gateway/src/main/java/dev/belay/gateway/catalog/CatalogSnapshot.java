package dev.belay.gateway.catalog;

import dev.belay.config.Glob;
import dev.belay.config.McpSettings.Prefix;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The servers of one moment in the order of the configuration, and how their names are made.
 *
 * @param prefixes by the server's name; empty where names are the servers' own
 */
record CatalogSnapshot(List<CatalogMember> members, Map<String, String> prefixes) {
  /** Something of one server, by that server's own name for it. */
  record Target(CatalogMember member, String name) {
    /** {@return the same tool by its own name, by which access is decided} */
    Target own() {
      return new Target(member, member.backend().toolNamed(name));
    }
  }

  static CatalogSnapshot of(List<CatalogMember> members, Prefix prefix) {
    boolean isPrefixed =
        switch (prefix) {
          case AUTO -> members.size() > 1;
          case NONE -> false;
          case ALWAYS -> true;
        };
    return new CatalogSnapshot(
        List.copyOf(members),
        isPrefixed ? prefixes(members.stream().map(CatalogMember::name).toList()) : Map.of());
  }

  /** {@return whether no client has a server of its own} */
  boolean isShared() {
    for (var member : members) {
      if (!member.backend().isShared()) {
        return false;
      }
    }
    return true;
  }

  /** {@return the one server whose clients need no catalog; null if there is none such} */
  @Nullable CatalogMember only() {
    return members.size() == 1 && prefixes.isEmpty() ? members.getFirst() : null;
  }

  /** {@return what a server is called among the others} */
  String heading(CatalogMember member) {
    var prefix = prefixes.get(member.name());
    return prefix == null ? member.name() : prefix;
  }

  /** {@return what clients call that} */
  String visible(CatalogMember member, String name) {
    var prefix = prefixes.get(member.name());
    return prefix == null ? name : prefix + Glob.SEPARATOR + name;
  }

  /** {@return the tool or prompt that a client names; null if no server can have it} */
  @Nullable Target find(ListKind kind, String visible) {
    Target possible = null;
    for (var candidate : candidates(visible)) {
      var target = kind == ListKind.TOOLS ? candidate.own() : candidate;
      if (target.member().inventory().has(kind, target.name())) {
        return target;
      }
      possible = possible == null ? target : possible;
    }
    // Without a prefix, only a list tells whose a name is.
    return prefixes.isEmpty() ? null : possible;
  }

  /** All that a name could mean: as it is listed first, then with a dot (C32). */
  private List<Target> candidates(String visible) {
    var candidates = new LinkedHashMap<CatalogMember, Target>();
    if (prefixes.isEmpty()) {
      members.forEach(member -> candidates.put(member, new Target(member, visible)));
    } else {
      members.forEach(member -> add(candidates, member, prefix(member) + "__", visible));
      members.forEach(member -> add(candidates, member, prefix(member) + ".", visible));
      members.forEach(member -> add(candidates, member, member.name() + "__", visible));
      members.forEach(member -> add(candidates, member, member.name() + ".", visible));
    }
    return List.copyOf(candidates.values());
  }

  private String prefix(CatalogMember member) {
    return Objects.requireNonNull(prefixes.get(member.name()));
  }

  private static void add(
      Map<CatalogMember, Target> candidates, CatalogMember member, String start, String visible) {
    if (visible.startsWith(start) && visible.length() > start.length()) {
      candidates.putIfAbsent(member, new Target(member, visible.substring(start.length())));
    }
  }

  /** {@return whose resource that is, by lists, then by templates; null if no list tells} */
  @Nullable CatalogMember ownerOf(String uri) {
    for (var member : members) {
      if (member.inventory().has(ListKind.RESOURCES, uri)) {
        return member;
      }
    }
    for (var member : members) {
      if (member.inventory().makes(uri)) {
        return member;
      }
    }
    return null;
  }

  /** {@return every name of that kind that clients see, as far as lists tell} */
  SequencedSet<String> visible(ListKind kind, Predicate<Target> seen) {
    var names = new LinkedHashSet<String>();
    for (var member : members) {
      for (var name : member.inventory().keys(kind)) {
        if (seen.test(new Target(member, name))) {
          names.add(visible(member, name));
        }
      }
    }
    return names;
  }

  /**
   * {@return what stands before the names of each server's tools and prompts, without the
   * separator: the server's name in letters that every client takes, no two alike; the first of two
   * keeps its own}
   */
  private static Map<String, String> prefixes(List<String> servers) {
    var prefixes = new LinkedHashMap<String, String>();
    // Names that need no change come first, so that they keep theirs.
    var taken = new HashSet<String>();
    servers.stream().filter(server -> plain(server).equals(server)).forEach(taken::add);
    for (var server : servers) {
      var plain = plain(server);
      var prefix = plain;
      for (int number = 2; !plain.equals(server) && !taken.add(prefix); number++) {
        prefix = plain + "_" + number;
      }
      prefixes.put(server, prefix);
    }
    return prefixes;
  }

  /** Models' hosts take letters, digits, underscores and hyphens in the names of tools. */
  private static String plain(String server) {
    return server.replaceAll("[^A-Za-z0-9_-]", "_");
  }
}
