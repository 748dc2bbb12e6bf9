package dev.belay.cli.golden;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A folder of golden files, compared with the output of today.
 *
 * <p>A difference fails, with a diff of each file and the command that accepts it. With {@code
 * -Dbelay.golden=write} the folder is rewritten instead.
 */
public final class Golden {
  static final String COMMAND =
      "mvn -pl cli -am test -Dtest='*GoldenTest' -Dsurefire.failIfNoSpecifiedTests=false"
          + " -Dbelay.golden=write";

  /** The folder of all golden files. */
  public static final Path ROOT = Path.of("src/test/golden");

  /** Cells of the table that a diff may fill; beyond, all lines count as changed. */
  private static final long MOST_CELLS = 4_000_000;

  private static final int CONTEXT = 2;
  private static final int MOST_LINES = 120;

  private final Path folder;
  private final boolean writes;

  Golden(Path folder, boolean writes) {
    this.folder = folder;
    this.writes = writes;
  }

  /** {@return the folder of this name} */
  public static Golden in(String folder) {
    return new Golden(ROOT.resolve(folder), "write".equals(System.getProperty("belay.golden")));
  }

  /**
   * Fails unless the folder has exactly these files.
   *
   * @param now the texts of today by the names of their files
   */
  public void assertIs(Map<String, String> now) throws IOException {
    var today = new TreeMap<String, String>();
    now.forEach((name, text) -> today.put(name, text.endsWith("\n") ? text : text + "\n"));
    var golden = read();
    if (writes) {
      write(golden, today);
      return;
    }
    var names = new TreeMap<>(golden);
    names.putAll(today);
    var differences =
        names.keySet().stream()
            .filter(name -> !today.getOrDefault(name, "").equals(golden.getOrDefault(name, "")))
            .map(name -> difference(name, golden.get(name), today.get(name)))
            .collect(Collectors.joining("\n"));
    if (!differences.isEmpty()) {
      throw new AssertionError(
          "What Belay shows has changed; - is the golden file, + is now.\n"
              + differences
              + "\nIf this is meant: "
              + COMMAND);
    }
  }

  private SortedMap<String, String> read() throws IOException {
    var texts = new TreeMap<String, String>();
    if (Files.isDirectory(folder)) {
      try (var files = Files.list(folder)) {
        for (var file : files.filter(Files::isRegularFile).toList()) {
          texts.put(String.valueOf(file.getFileName()), Files.readString(file));
        }
      }
    }
    return texts;
  }

  private void write(Map<String, String> golden, Map<String, String> today) throws IOException {
    Files.createDirectories(folder);
    for (var name : golden.keySet()) {
      if (!today.containsKey(name)) {
        Files.delete(folder.resolve(name));
      }
    }
    for (var one : today.entrySet()) {
      Files.writeString(folder.resolve(one.getKey()), one.getValue());
    }
  }

  private String difference(String name, @Nullable String golden, @Nullable String now) {
    var file = folder.resolve(name);
    return "--- "
        + (golden == null ? "(no such file)" : file)
        + "\n+++ "
        + (now == null ? "(shown no more)" : file)
        + "\n"
        + diff(lines(golden), lines(now));
  }

  private static List<String> lines(@Nullable String text) {
    return text == null ? List.of() : text.lines().toList();
  }

  /** {@return the lines that differ, with some context, numbered as in the golden file} */
  private static String diff(List<String> golden, List<String> now) {
    int start = 0;
    while (start < Math.min(golden.size(), now.size())
        && golden.get(start).equals(now.get(start))) {
      start++;
    }
    int end = 0;
    while (end < Math.min(golden.size(), now.size()) - start
        && golden.get(golden.size() - 1 - end).equals(now.get(now.size() - 1 - end))) {
      end++;
    }
    var marked = new ArrayList<Line>();
    for (int i = 0; i < start; i++) {
      marked.add(new Line(' ', golden.get(i)));
    }
    marked.addAll(
        changed(golden.subList(start, golden.size() - end), now.subList(start, now.size() - end)));
    for (int i = golden.size() - end; i < golden.size(); i++) {
      marked.add(new Line(' ', golden.get(i)));
    }
    return hunks(marked);
  }

  /** One line of a diff: kept (blank), gone (minus) or new (plus). */
  private record Line(char mark, String text) {}

  /** {@return the lines of both, marked by a longest common subsequence} */
  private static List<Line> changed(List<String> golden, List<String> now) {
    var marked = new ArrayList<Line>();
    if ((long) golden.size() * now.size() > MOST_CELLS) {
      golden.forEach(line -> marked.add(new Line('-', line)));
      now.forEach(line -> marked.add(new Line('+', line)));
      return marked;
    }
    var common = new int[golden.size() + 1][now.size() + 1];
    for (int i = golden.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            golden.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < golden.size() || j < now.size()) {
      if (i < golden.size() && j < now.size() && golden.get(i).equals(now.get(j))) {
        marked.add(new Line(' ', golden.get(i)));
        i++;
        j++;
      } else if (j == now.size() || (i < golden.size() && common[i + 1][j] >= common[i][j + 1])) {
        marked.add(new Line('-', golden.get(i++)));
      } else {
        marked.add(new Line('+', now.get(j++)));
      }
    }
    return marked;
  }

  private static String hunks(List<Line> marked) {
    var text = new StringBuilder();
    int number = 0;
    int shown = 0;
    boolean isOpen = false;
    for (int at = 0; at < marked.size(); at++) {
      var line = marked.get(at);
      number += line.mark() == '+' ? 0 : 1;
      if (!isNearChange(marked, at)) {
        isOpen = false;
        continue;
      }
      if (shown++ == MOST_LINES) {
        return text.append("… and more\n").toString();
      }
      if (!isOpen) {
        text.append("@@ line ").append(Math.max(1, number)).append(" @@\n");
        isOpen = true;
      }
      text.append(line.mark()).append(line.text()).append('\n');
    }
    return text.toString();
  }

  private static boolean isNearChange(List<Line> marked, int at) {
    return marked
        .subList(Math.max(0, at - CONTEXT), Math.min(marked.size(), at + CONTEXT + 1))
        .stream()
        .anyMatch(line -> line.mark() != ' ');
  }
}
