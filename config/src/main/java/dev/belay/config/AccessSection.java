package dev.belay.config;

import java.util.ArrayList;
import java.util.List;

/** Reads who may call what: {@code access}, and {@code tools} of a server. */
final class AccessSection {
  static final String ACCESS = "access";
  static final String RULES = "rules";
  static final String PRINCIPALS = "principals";
  static final String ALLOW = "allow";
  static final String DENY = "deny";

  private final Section section;
  private final Findings findings;

  AccessSection(Section section, Findings findings) {
    this.section = section;
    this.findings = findings;
  }

  static String path(int rule) {
    return ACCESS + "." + RULES + "[" + rule + "]";
  }

  void access(Tree tree, ListingDraft into) {
    for (var field : section.fields(tree, ACCESS)) {
      if (!field.name().equals(RULES)) {
        unknown(field, ACCESS, List.of(RULES));
      } else if (field.value() instanceof Tree.Items(var rules, _)) {
        for (int i = 0; i < rules.size(); i++) {
          rule(rules.get(i), path(i), into);
        }
      } else {
        findings.error(field.at(), ACCESS + "." + RULES, "expected a list of rules");
      }
    }
  }

  private void rule(Tree tree, String path, ListingDraft into) {
    List<Glob> principals = List.of();
    for (var field : section.fields(tree, path)) {
      if (field.name().equals(PRINCIPALS)) {
        principals = globs(field, path);
      }
    }
    var tools = lists(tree, path, PRINCIPALS);
    if (principals.isEmpty()) {
      findings.error(tree.at(), path + "." + PRINCIPALS, "a rule needs the principals it is about");
    }
    into.rule(new AccessRule(principals, tools), tree.at());
  }

  /** Reads the two lists of a section that may hold {@code more}. */
  ToolLists lists(Tree tree, String path, String... more) {
    List<Glob> allow = List.of();
    List<Glob> deny = List.of();
    for (var field : section.fields(tree, path)) {
      switch (field.name()) {
        case ALLOW -> allow = globs(field, path);
        case DENY -> deny = globs(field, path);
        default -> {
          if (!List.of(more).contains(field.name())) {
            var known = new ArrayList<>(List.of(more));
            known.addAll(List.of(ALLOW, DENY));
            unknown(field, path, known);
          }
        }
      }
    }
    return new ToolLists(allow, deny);
  }

  /** An empty list would read as "nothing" to one and as "no matter" to another. */
  private List<Glob> globs(Tree.Field field, String path) {
    var inner = path + "." + field.name();
    var globs = section.texts(field.value(), inner).stream().map(Glob::new).toList();
    if (field.value() instanceof Tree.Items(var items, _) && items.isEmpty()) {
      findings.error(field.at(), inner, "is empty; leave it out, or write \"*\"");
    }
    return globs;
  }

  private void unknown(Tree.Field field, String path, List<String> known) {
    findings.error(
        field.at(), path + "." + field.name(), Section.unknown(field.name(), path + ".", known));
  }
}
