package dev.belay.config;

import java.util.List;

/** What loading the configuration gave: settings to run with, or everything that is wrong. */
public sealed interface Loaded {
  /** {@return what is odd but does not stop Belay from running} */
  List<Finding> warnings();

  /** The configuration holds. */
  record Good(Settings settings, List<Finding> warnings) implements Loaded {
    public Good {
      warnings = List.copyOf(warnings);
    }
  }

  /** The configuration does not hold; {@code errors} has at least one finding. */
  record Bad(List<Finding> errors, List<Finding> warnings) implements Loaded {
    public Bad {
      errors = List.copyOf(errors);
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * One thing wrong or odd in the configuration, with its place and key (J20).
   *
   * @param at where it stands
   * @param key path of the key, such as {@code mcpServers.files.command}; empty for a whole file
   * @param text what is wrong and what would be right
   */
  public record Finding(Origin at, String key, String text) {
    /**
     * {@return one line, such as {@code belay.yaml:3:5: mcp.timeout: expected seconds, found soon}}
     */
    @Override
    public String toString() {
      return at.exact() + ": " + (key.isEmpty() ? "" : key + ": ") + text;
    }
  }
}
