package dev.belay.cli.clients;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Changes of a text at certain places, which leave everything else of it as it is. */
final class Splices {
  private static final int LONGEST_LINE = 160;
  private static final int MARGIN = 50;

  /** What is put in place of the characters from one index to another. */
  record Splice(int from, int to, String text) {}

  private final String before;
  private final List<Splice> all = new ArrayList<>();

  Splices(String before) {
    this.before = before;
  }

  void insert(int at, String text) {
    replace(at, at, text);
  }

  void replace(int from, int to, String text) {
    all.add(new Splice(from, to, text));
    // Those at one place keep their order.
    all.sort(Comparator.comparingInt(Splice::from));
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  /** {@return the text with all changes} */
  String after() {
    return part(0, before.length(), all);
  }

  private String part(int from, int to, List<Splice> splices) {
    var text = new StringBuilder();
    int at = from;
    for (var splice : splices) {
      text.append(before, at, splice.from()).append(splice.text());
      at = splice.to();
    }
    return text.append(before, at, to).toString();
  }

  /** {@return the changed lines as they were, after -, and as they are, after +} */
  List<String> diff() {
    var lines = new ArrayList<String>();
    int index = 0;
    while (index < all.size()) {
      int from = before.lastIndexOf('\n', all.get(index).from() - 1) + 1;
      int to = endOfLines(all.get(index));
      int end = index + 1;
      while (end < all.size() && all.get(end).from() < to) {
        to = Math.max(to, endOfLines(all.get(end++)));
      }
      var splices = all.subList(index, end);
      hunk(from, to, splices, lines);
      index = end;
    }
    return lines;
  }

  /** {@return the index after the line in which a change ends, its line break included} */
  private int endOfLines(Splice splice) {
    boolean isWhole = splice.to() > 0 && before.charAt(splice.to() - 1) == '\n';
    if (isWhole && splice.to() > splice.from()) {
      return splice.to();
    }
    int end = before.indexOf('\n', splice.to());
    return end < 0 ? before.length() : end + 1;
  }

  private void hunk(int from, int to, List<Splice> splices, List<String> lines) {
    var first = splices.getFirst();
    int line = 1 + (int) before.substring(0, from).chars().filter(sign -> sign == '\n').count();
    lines.add("@@ line " + line + " @@");
    var old = before.substring(from, to);
    var changed = part(from, to, splices);
    boolean isBetween =
        splices.size() == 1
            && first.from() == first.to()
            && first.from() == from
            && first.text().endsWith("\n");
    if (!isBetween) {
      old.lines().forEach(was -> lines.add("- " + shown(was, first.from() - from)));
    } else {
      // Whole lines put between others: the line after them stays as it is.
      changed = changed.substring(0, changed.length() - old.length());
    }
    changed.lines().forEach(now -> lines.add("+ " + shown(now, first.from() - from)));
  }

  /** {@return a line without secrets, or of a long one what is around the change} */
  private static String shown(String written, int change) {
    var line = LiteralSecrets.masked(written);
    if (line.length() <= LONGEST_LINE) {
      return line;
    }
    int from = Math.max(0, Math.min(change - MARGIN, line.length() - LONGEST_LINE));
    int to = Math.min(line.length(), from + LONGEST_LINE);
    return (from == 0 ? "" : "…") + line.substring(from, to) + (to == line.length() ? "" : "…");
  }
}
