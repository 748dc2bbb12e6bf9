package dev.belay.observe.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A page of docs/, parsed for comparison with the code. */
final class Page {
  private static final Pattern NAME = Pattern.compile("`([^`]+)`");

  private final List<String> lines;

  private Page(List<String> lines) {
    this.lines = lines;
  }

  static Page of(String name) throws IOException {
    return new Page(Files.readAllLines(Path.of("../docs", name)));
  }

  /** {@return the part from this heading to the next one of the same level} */
  Page section(String heading) {
    var level = heading.substring(0, heading.indexOf(' ') + 1);
    var part = new ArrayList<String>();
    boolean isIn = false;
    for (var line : lines) {
      if (line.startsWith(level)) {
        isIn = line.equals(heading);
      } else if (isIn) {
        part.add(line);
      }
    }
    if (part.isEmpty()) {
      throw new IllegalArgumentException("there is no " + heading);
    }
    return new Page(part);
  }

  /** {@return the texts in backticks in headings of the second level} */
  Set<String> headings() {
    var names = new TreeSet<String>();
    lines.stream().filter(line -> line.startsWith("## `")).forEach(line -> names.addAll(in(line)));
    return names;
  }

  /** {@return the texts in backticks in this column of every table} */
  Set<String> column(int number) {
    var names = new TreeSet<String>();
    for (var line : lines) {
      var cells = line.split("\\|", -1);
      if (cells.length > number + 1) {
        names.addAll(in(cells[number]));
      }
    }
    return names;
  }

  /** {@return the cells of every row of its tables, without their heads} */
  List<List<String>> rows() {
    var rows = new ArrayList<List<String>>();
    for (var line : lines) {
      if (line.startsWith("| ---")) {
        // The row above that was the head.
        rows.removeLast();
      } else if (line.startsWith("| ")) {
        rows.add(List.of(line.substring(2, line.length() - 2).split(" \\| ", -1)));
      }
    }
    return rows;
  }

  /** {@return the texts of the second column in the row that starts with {@code first}} */
  Set<String> row(String first) {
    for (var line : lines) {
      if (line.startsWith("| `" + first + "` |")) {
        return in(line.split("\\|", -1)[2]);
      }
    }
    throw new IllegalArgumentException("there is no row " + first);
  }

  /** {@return all texts in backticks} */
  Set<String> names() {
    var names = new TreeSet<String>();
    lines.forEach(line -> names.addAll(in(line)));
    return names;
  }

  private static Set<String> in(String text) {
    var names = new TreeSet<String>();
    var found = NAME.matcher(text);
    while (found.find()) {
      names.add(found.group(1));
    }
    return names;
  }
}
