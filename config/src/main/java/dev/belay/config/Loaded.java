package dev.belay.config;

import java.util.List;

/** The result of loading the configuration: settings, or all errors. */
public sealed interface Loaded {
  /** {@return the warnings, which do not stop Belay from running} */
  List<Finding> warnings();

  /** The configuration is valid. */
  record Good(Settings settings, List<Finding> warnings) implements Loaded {
    public Good {
      warnings = List.copyOf(warnings);
    }
  }

  /** The configuration is invalid; {@code errors} is not empty. */
  record Bad(List<Finding> errors, List<Finding> warnings) implements Loaded {
    public Bad {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * One error or warning of the configuration, with its place and key (J20).
   *
   * @param at its place
   * @param key path of the key, such as {@code mcpServers.files.command}; empty for a whole file
   * @param text the fault and the valid form
   */
  public record Finding(Origin at, String key, String text) {
    /**
     * {@return one line, such as {@code belay.yaml:3:5: mcp.timeout: expected seconds, found soon};
     * an option of the command line is known by its own name alone}
     */
    @Override
    public String toString() {
      boolean hasKey = !key.isEmpty() && !at.isFlag();
      return at.exact() + ": " + (hasKey ? key + ": " : "") + text;
    }
  }
}
