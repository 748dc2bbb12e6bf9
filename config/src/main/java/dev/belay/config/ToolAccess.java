package dev.belay.config;

import java.util.List;

/**
 * The tools that are available to a principal.
 *
 * @param allow the tools that may be called; empty is all
 * @param deny the tools that may not be called, even if allowed
 */
public record ToolAccess(List<Glob> allow, List<Glob> deny) {
  static final Section SECTION =
      new Section("tools", Setting.Reload.AT_ONCE, "which of its tools are available").inline();
  static final Setting<List<Glob>> ALLOW =
      SECTION.setting("allow", Glob.LIST, List.of(), "globs of the available tools; all if unset");
  static final Setting<List<Glob>> DENY =
      SECTION.setting("deny", Glob.LIST, List.of(), "globs of unavailable tools, even if allowed");

  /** Lists without restrictions. */
  public static final ToolAccess OPEN = new ToolAccess(List.of(), List.of());

  public ToolAccess {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  static ToolAccess of(Values values) {
    return new ToolAccess(values.get(ALLOW), values.get(DENY));
  }

  /** {@return whether there are no restrictions} */
  public boolean isOpen() {
    return allow.isEmpty() && deny.isEmpty();
  }

  /**
   * {@return whether the tool may be called}
   *
   * <p>For {@code deny} a tool's bare name counts with any pattern; for {@code allow} only with a
   * pattern that names no server: otherwise a server could call a tool {@code files__read} and be
   * taken for {@code files}.
   */
  public boolean permit(String server, String tool) {
    var qualified = server + Glob.SEPARATOR + tool;
    return deny.stream().noneMatch(glob -> glob.names(server, tool))
        && (allow.isEmpty()
            || allow.stream().anyMatch(glob -> glob.matches(qualified) || namesBare(glob, tool)));
  }

  private static boolean namesBare(Glob glob, String tool) {
    return !glob.pattern().contains(Glob.SEPARATOR) && glob.matches(tool);
  }
}
