package dev.belay.cli.server;

import dev.belay.config.Sources.Flag;
import org.jspecify.annotations.Nullable;

/** Settings of one server that every command that starts a server takes as options. */
public enum ServerOption {
  TIMEOUT(
      "timeout", "S", true, "longest that a call of any tool may take in all (1800; 0 = no limit)"),
  IDLE_TIMEOUT(
      "idle_timeout", "S", true, "longest silence between signs of progress (300; 0 = no limit)"),
  ISOLATION(
      "isolation",
      "MODE",
      false,
      "one process for: shared, session (same with one client), call (shared)"),
  ERA(
      "era",
      "ERA",
      false,
      "which MCP to speak with it: legacy, modern, auto: each client's (auto)"),
  ON_IGNORED_CANCEL(
      "on_ignored_cancel", "MODE", false, "a process that ignored a stop: replace, tell (replace)"),
  SPARES("spares", "N", false, "processes kept ready with --isolation call (1)"),
  STARTUP_TIMEOUT("startup_timeout", "S", true, "how long the server may take to start (60)"),
  CANCEL_GRACE("cancel_grace", "S", true, "pause between TERM and KILL (2)"),
  ENV("env", "NAME=VALUE", false, "a variable for the server's environment; may be repeated");

  private final String leaf;
  private final String label;
  private final boolean global;
  private final String about;

  ServerOption(String leaf, String label, boolean global, String about) {
    this.leaf = leaf;
    this.label = label;
    this.global = global;
    this.about = about;
  }

  /** {@return the option with this name, or null if there is none} */
  public static @Nullable ServerOption named(String option) {
    for (var known : values()) {
      if (known.option().equals(option)) {
        return known;
      }
    }
    return null;
  }

  /** {@return the option as typed, such as {@code --idle-timeout}} */
  public String option() {
    return "--" + leaf.replace('_', '-');
  }

  /** {@return the label of its value} */
  public String label() {
    return label;
  }

  /** {@return its purpose and default} */
  public String about() {
    return about;
  }

  /** {@return whether it can be set for all servers, as {@code mcp.…}} */
  public boolean isGlobal() {
    return global;
  }

  /** {@return the setting for one server} */
  public Flag of(String server, String value) {
    return Flag.ofServer(option(), server, leaf, value);
  }

  /** {@return the setting for all servers; only if {@link #isGlobal()}} */
  public Flag ofAll(String value) {
    return new Flag(option(), "mcp." + leaf, value);
  }
}
