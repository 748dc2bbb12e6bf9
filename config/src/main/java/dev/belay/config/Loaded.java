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
}
