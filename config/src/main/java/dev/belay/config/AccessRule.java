package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.util.List;

/**
 * The tools that some principals may call: one of {@code access.rules}.
 *
 * @param principals globs of the principals it applies to
 * @param tools the tools they may call
 */
public record AccessRule(List<Glob> principals, ToolAccess tools) {
  static final Section EACH = new Section("rule", Reload.AT_ONCE, "One rule.").inline();
  static final Setting<List<Glob>> PRINCIPALS =
      EACH.optional("principals", Glob.LIST, "", "globs of the principals that it applies to")
          .required();
  private static final Setting<List<Glob>> ALLOW =
      EACH.optional("allow", Glob.LIST, "all", "globs of the tools that they may call");
  private static final Setting<List<Glob>> DENY =
      EACH.optional(
          "deny", Glob.LIST, "none", "globs of the tools that they may not call, even if allowed");

  static final Section RULES =
      new Section("rules", Reload.AT_ONCE, "Rules; the first that names a principal counts.")
          .of(EACH, "")
          .named(Section.Names.INDEX);
  static final Section SECTION =
      new Section("access", Reload.AT_ONCE, "Who may call what.").with(RULES);

  public AccessRule {
    principals = List.copyOf(principals);
  }

  /** {@return the rules of a file, in their order} */
  static List<AccessRule> all(Values access, Findings findings) {
    return access.in(RULES).entries().values().stream().map(rule -> of(rule, findings)).toList();
  }

  private static AccessRule of(Values rule, Findings findings) {
    var principals = rule.or(PRINCIPALS, List.of());
    if (principals.isEmpty()) {
      findings.error(
          rule.at(),
          rule.path(PRINCIPALS.name()),
          "a rule needs the principals that it applies to");
    }
    return new AccessRule(
        principals, new ToolAccess(rule.or(ALLOW, List.of()), rule.or(DENY, List.of())));
  }

  /** {@return whether it applies to this principal} */
  public boolean names(String principal) {
    return principals.stream().anyMatch(glob -> glob.matches(principal));
  }
}
