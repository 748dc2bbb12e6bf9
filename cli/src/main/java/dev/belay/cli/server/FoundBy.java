package dev.belay.cli.server;

import dev.belay.core.time.Time;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Means;
import dev.belay.process.spawn.Spawner;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Describes by what means processes are kept together and found again on this machine (P9). */
public final class FoundBy {
  private FoundBy() {}

  /** {@return the means as one line, best first; found by starting a process that ends at once} */
  public static String probe(Time time) {
    try (var spawner = Spawner.open(time)) {
      var nothing = List.of("/bin/sh", "-c", ":");
      var _ = spawner.start(new Launch(nothing, Map.of(), Optional.empty(), "probe", _ -> {}));
      spawner.warmUp();
      return Means.describe(spawner.means());
    } catch (CannotStart e) {
      return "none: " + e.getMessage();
    }
  }

  /** {@return a warning about these means; null if they hold a tree together} */
  static @Nullable String warning(Set<Means> means) {
    return means.contains(Means.CGROUP) || means.contains(Means.SESSION)
        ? null
        : "warning: no cgroups and no sessions on this machine: what a server leaves behind is "
            + "found by its "
            + Means.describe(means)
            + " alone";
  }
}
