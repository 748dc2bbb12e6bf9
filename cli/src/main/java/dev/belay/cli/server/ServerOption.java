package dev.belay.cli.server;

import dev.belay.config.Sources.Flag;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The settings of one server that are options of every command that starts one. */
public enum ServerOption {
  TIMEOUT(true),
  IDLE_TIMEOUT(true),
  ISOLATION(false),
  ERA(false),
  ON_IGNORED_CANCEL(false),
  SPARES(false),
  STARTUP_TIMEOUT(true),
  CANCEL_GRACE(true),
  ENV(false);

  private final String leaf = name().toLowerCase(Locale.ROOT);
  private final boolean global;

  ServerOption(boolean global) {
    this.global = global;
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

  /** {@return as it is typed, such as {@code --idle-timeout}} */
  public String option() {
    return "--" + leaf.replace('_', '-');
  }

  /** {@return whether it can be set without a server, as {@code mcp.…}} */
  public boolean isGlobal() {
    return global;
  }

  /** {@return the setting for one server} */
  public Flag of(String server, String value) {
    return Flag.ofServer(option(), server, leaf, value);
  }

  /** {@return the setting for all servers; only where {@link #isGlobal()}} */
  public Flag ofAll(String value) {
    return new Flag(option(), "mcp." + leaf, value);
  }
}
