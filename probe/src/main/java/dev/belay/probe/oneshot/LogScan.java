package dev.belay.probe.oneshot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Counts what a server wrote into its log, line by line. For one thread. */
public final class LogScan {
  private static final String STATS = "[MCP] tools/list stats";
  private static final String SERVED = "tools/list served";
  private static final Pattern FIGURE = Pattern.compile("([a-z_]+)=([0-9]+(?:[.][0-9]+)?)%?");
  private static final int LONGEST = 2_000;

  private int lines;
  private int stats;
  private int served;
  private int loader;
  private int warnings;
  private int errors;
  private @Nullable String lastStats;
  private @Nullable String lastLoader;

  /** Begins with nothing read. */
  public LogScan() {}

  /** Takes the next line. */
  public void line(String line) {
    lines++;
    var lower = line.toLowerCase(Locale.ROOT);
    if (line.contains(STATS)) {
      stats++;
      lastStats = cut(line);
    }
    if (lower.contains("dynamic loader") || lower.contains("dynamic_loader")) {
      loader++;
      lastLoader = cut(line);
    }
    served += line.contains(SERVED) ? 1 : 0;
    warnings += line.contains("WARN") || line.contains("warning:") ? 1 : 0;
    errors += line.contains("ERROR") || line.contains("error:") ? 1 : 0;
  }

  private static String cut(String line) {
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST);
  }

  /** {@return how many lines there were} */
  public int lines() {
    return lines;
  }

  /** {@return lines of statistics of {@code tools/list} (S4-21)} */
  public int statsLines() {
    return stats;
  }

  /** {@return lines that tell of a {@code tools/list} that was served} */
  public int servedLines() {
    return served;
  }

  /** {@return lines of a loader of tools} */
  public int loaderLines() {
    return loader;
  }

  /** {@return lines with {@code WARN} or Belay's own {@code warning:}} */
  public int warnings() {
    return warnings;
  }

  /** {@return lines with {@code ERROR} or Belay's own {@code error:}} */
  public int errors() {
    return errors;
  }

  /** {@return the newest line of statistics; null if there was none} */
  public @Nullable String lastStats() {
    return lastStats;
  }

  /** {@return the newest line of a loader; null if there was none} */
  public @Nullable String lastLoader() {
    return lastLoader;
  }

  /** {@return the figures of the newest line of statistics, as they are written there} */
  public Map<String, String> lastFigures() {
    var figures = new LinkedHashMap<String, String>();
    if (lastStats != null) {
      var match = FIGURE.matcher(lastStats);
      while (match.find()) {
        var name = match.group(1);
        figures.put(name.equals("hit_rate") ? "hit_rate_pct" : name, match.group(2));
      }
    }
    return figures;
  }
}
