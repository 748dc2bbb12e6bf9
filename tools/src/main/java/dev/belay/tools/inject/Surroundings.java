package dev.belay.tools.inject;

import java.util.List;
import java.util.Optional;

/**
 * Sources of injected values: the project, its settings, and injectors.
 *
 * @param injectors asked in this order; the first that knows a parameter fills it
 */
public record Surroundings(ProjectPaths paths, Settings settings, List<Injector> injectors) {
  /** Makes a defensive copy. */
  public Surroundings {
    injectors = List.copyOf(injectors);
  }

  /**
   * Finds the source of a parameter's value (S4-71).
   *
   * @param visible the settings that the tool may see
   */
  public Optional<Injector.Source> find(InjectionPoint point, Settings visible) {
    if (point.type() == Settings.class) {
      return Optional.of(_ -> visible);
    }
    if (point.type() == ProjectPaths.class) {
      return Optional.of(_ -> paths);
    }
    for (var injector : injectors) {
      var source = injector.source(point);
      if (source.isPresent()) {
        return source;
      }
    }
    return Optional.empty();
  }
}
