package dev.belay.config;

import dev.belay.config.Loaded.Finding;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects errors and warnings, so that a user sees all of them at once. */
final class Findings {
  private final Set<Finding> errors = new LinkedHashSet<>();
  private final Set<Finding> warnings = new LinkedHashSet<>();

  void error(Origin at, String key, String text) {
    errors.add(new Finding(at, key, text));
  }

  void warn(Origin at, String key, String text) {
    warnings.add(new Finding(at, key, text));
  }

  int errorCount() {
    return errors.size();
  }

  List<Finding> errors() {
    return new ArrayList<>(errors);
  }

  List<Finding> warnings() {
    return new ArrayList<>(warnings);
  }
}
