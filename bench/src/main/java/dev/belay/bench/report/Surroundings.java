package dev.belay.bench.report;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Place and time of a measurement, without which its figures mean little. */
public final class Surroundings {
  private static final Path CPUS = Path.of("/proc/cpuinfo");

  private Surroundings() {}

  /** {@return the load of the last minute; negative if unknown} */
  public static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  /** {@return one line about the machine and the run} */
  public static String line(double loadBefore, double loadAfter) {
    return "%s; %d cores (%s), %s %s, Java %s; load average %.1f before, %.1f after."
        .formatted(
            Time.system().wall().toString().substring(0, 10),
            Runtime.getRuntime().availableProcessors(),
            cpu(),
            System.getProperty("os.name"),
            System.getProperty("os.arch"),
            Runtime.version(),
            loadBefore,
            loadAfter);
  }

  private static String cpu() {
    try (var lines = Files.lines(CPUS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unnamed");
    } catch (IOException _) {
      return "unnamed";
    }
  }
}
