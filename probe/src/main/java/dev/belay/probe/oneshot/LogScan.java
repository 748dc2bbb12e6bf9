package dev.belay.probe.oneshot;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Summary of a server's log.
 *
 * @param statsLines lines of statistics of {@code tools/list} (S4-21)
 * @param servedLines lines about a served {@code tools/list}
 * @param loaderLines lines of a loader of tools
 * @param warnings lines with {@code WARN} or Belay's own {@code warning:}
 * @param errors lines with {@code ERROR} or Belay's own {@code error:}
 * @param lastStats the newest line of statistics; null if there is none
 * @param lastLoader the newest line of a loader; null if there is none
 */
public record LogScan(
    int lines,
    int statsLines,
    int servedLines,
    int loaderLines,
    int warnings,
    int errors,
    @Nullable String lastStats,
    @Nullable String lastLoader) {
  /** Summary of an empty log. */
  public static final LogScan EMPTY = new LogScan(0, 0, 0, 0, 0, 0, null, null);

  private static final String STATS = "[MCP] tools/list stats";
  private static final String SERVED = "tools/list served";
  private static final Pattern FIGURE = Pattern.compile("([a-z_]+)=([0-9]+(?:[.][0-9]+)?)%?");
  private static final int LONGEST = 2_000;

  /** {@return this summary with one more line} */
  public LogScan with(String line) {
    var lower = line.toLowerCase(Locale.ROOT);
    boolean stats = line.contains(STATS);
    boolean loader = lower.contains("dynamic loader") || lower.contains("dynamic_loader");
    return new LogScan(
        lines + 1,
        statsLines + (stats ? 1 : 0),
        servedLines + (line.contains(SERVED) ? 1 : 0),
        loaderLines + (loader ? 1 : 0),
        warnings + (line.contains("WARN") || line.contains("warning:") ? 1 : 0),
        errors + (line.contains("ERROR") || line.contains("error:") ? 1 : 0),
        stats ? cut(line) : lastStats,
        loader ? cut(line) : lastLoader);
  }

  private static String cut(String line) {
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST);
  }

  /** {@return the figures of the newest line of statistics, in its spelling} */
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

  /**
   * End of a log at the start of a run, so that only later lines count.
   *
   * @param key identifies the file among others of its name; null without a file or a key
   */
  record LogMark(Path path, long end, @Nullable Object key) {
    /** The most bytes read from a log. */
    private static final long MOST = 64L * 1024 * 1024;

    /** {@return the current end of the log} */
    static LogMark at(Path path) {
      try {
        var now = Files.readAttributes(path, BasicFileAttributes.class);
        return new LogMark(path, now.size(), now.fileKey());
      } catch (IOException _) {
        return new LogMark(path, 0, null);
      }
    }

    /** {@return the summary of later lines; null if there is no log} */
    @Nullable LogScan scan() throws IOException {
      if (!Files.isRegularFile(path)) {
        return null;
      }
      var now = Files.readAttributes(path, BasicFileAttributes.class);
      // Another file, or a shorter one, was rotated: all of it is new.
      boolean same = Objects.equals(key, now.fileKey()) && now.size() >= end;
      long from = Math.max(same ? end : 0, now.size() - MOST);
      var scan = EMPTY;
      try (var file = FileChannel.open(path, StandardOpenOption.READ).position(from);
          var text =
              new BufferedReader(
                  new InputStreamReader(Channels.newInputStream(file), StandardCharsets.UTF_8))) {
        for (var line = text.readLine(); line != null; line = text.readLine()) {
          scan = scan.with(line);
        }
      }
      return scan;
    }
  }
}
