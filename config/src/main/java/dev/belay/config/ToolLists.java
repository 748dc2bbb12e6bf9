package dev.belay.config;

import java.util.List;

/**
 * The tools that are available to a principal.
 *
 * @param allow what may be called; empty is everything
 * @param deny what may not, whatever is allowed
 */
public record ToolLists(List<Glob> allow, List<Glob> deny) {
  static final Section SECTION =
      new Section("tools", Setting.Reload.AT_ONCE, "which of its tools there are, for everybody")
          .inline();
  static final Setting<List<Glob>> ALLOW =
      SECTION.setting("allow", Glob.LIST, List.of(), "globs of what may be called; all if unset");
  static final Setting<List<Glob>> DENY =
      SECTION.setting("deny", Glob.LIST, List.of(), "globs of what may not, whatever is allowed");

  /** Lists that restrict nothing. */
  public static final ToolLists OPEN = new ToolLists(List.of(), List.of());

  public ToolLists {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
  }

  static ToolLists of(Values values) {
    return new ToolLists(values.get(ALLOW), values.get(DENY));
  }

  /** {@return whether they restrict nothing} */
  public boolean isOpen() {
    return allow.isEmpty() && deny.isEmpty();
  }

  /**
   * {@return whether that tool may be called}
   *
   * <p>A tool's bare name counts for {@code deny}, however the pattern is written; for {@code
   * allow} only with a pattern that names no server: else a server could call a tool {@code
   * files__read} and be taken for {@code files}.
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
