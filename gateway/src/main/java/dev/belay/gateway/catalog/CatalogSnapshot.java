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
 * The servers of one moment, in the order of the configuration, and their prefixes.
 *
 * @param prefixes by the server's name; empty if names are the servers' own
 */
record CatalogSnapshot(List<CatalogMember> members, Map<String, String> prefixes) {
  /** A tool or prompt of one server, by that server's own name for it. */
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

  /** {@return whether all servers are shared by all clients} */
  boolean isShared() {
    for (var member : members) {
      if (!member.backend().isShared()) {
        return false;
      }
    }
    return true;
  }

  /** {@return the only server, if its clients need no prefixes; else null} */
  @Nullable CatalogMember only() {
    return members.size() == 1 && prefixes.isEmpty() ? members.getFirst() : null;
  }

  /** {@return the heading of a server among the others} */
  String heading(CatalogMember member) {
    var prefix = prefixes.get(member.name());
    return prefix == null ? member.name() : prefix;
  }

  /** {@return the name for clients} */
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
    // Without prefixes, only a list identifies the server of a name.
    return prefixes.isEmpty() ? null : possible;
  }

  /** All targets that a name can mean: first in its listed form, then with a dot (C32). */
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

  /** {@return the server of that resource, by lists, then by templates; null if unknown} */
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

  /** {@return every listed name of that kind, as clients see it} */
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
   * {@return the prefix of each server's tools and prompts, without the separator: the server's
   * name in characters that every client accepts, unique; the first of two keeps its own}
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

  /** Hosts of models accept letters, digits, underscores and hyphens in names of tools. */
  private static String plain(String server) {
    return server.replaceAll("[^A-Za-z0-9_-]", "_");
  }
}
