package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Members;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Changes of a text at certain places, which leave everything else of it as it is. */
final class Splices {
  private static final int LONGEST_LINE = 160;
  private static final int MARGIN = 50;

  /** What is put in place of the characters from one index to another. */
  record Splice(int from, int to, String text) {}

  private final String before;
  private final Members root;
  private final List<Splice> all = new ArrayList<>();

  /** As people are shown them: those of {@code all} one by one. */
  private final List<Splice> shown = new ArrayList<>();

  private boolean isSorted;

  /** A whole hunk of the text. */
  private record Hunk(int from, int to, List<Splice> splices) {}

  /** Changes a text without values known by their place. */
  Splices(String before) {
    this(before, new Members(List.of(), true, 0, 0));
  }

  /**
   * Changes a text.
   *
   * @param root its values, some of which are not to be shown
   */
  Splices(String before, Members root) {
    this.before = before;
    this.root = root;
  }

  void insert(int at, String text) {
    replace(at, at, text);
  }

  /** Inserts a text that people are shown in another form. */
  void insert(int at, String text, String forPeople) {
    replace(at, at, text, forPeople);
  }

  void replace(int from, int to, String text) {
    replace(from, to, text, text);
  }

  private void replace(int from, int to, String text, String forPeople) {
    all.add(new Splice(from, to, text));
    shown.add(new Splice(from, to, forPeople));
    isSorted = false;
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  private void sort() {
    if (!isSorted) {
      // Those at one place keep their order.
      all.sort(Comparator.comparingInt(Splice::from));
      shown.sort(Comparator.comparingInt(Splice::from));
      isSorted = true;
    }
  }

  /** {@return the text with all changes} */
  String after() {
    sort();
    return part(0, before.length(), all);
  }

  private String part(int from, int to, List<Splice> splices) {
    var text = new StringBuilder();
    int at = from;
    for (var splice : splices) {
      if (splice.from() >= at) {
        text.append(before, at, splice.from());
      }
      text.append(splice.text());
      at = Math.max(at, splice.to());
    }
    return text.append(before, Math.min(at, to), to).toString();
  }

  /** {@return the changed lines as they were, after -, and as they are, after +} */
  List<String> diff() {
    sort();
    var hunks = new TreeMap<Integer, Hunk>();
    int index = 0;
    while (index < shown.size()) {
      int from = before.lastIndexOf('\n', shown.get(index).from() - 1) + 1;
      int to = endOfLines(shown.get(index));
      int end = index + 1;
      while (end < shown.size() && shown.get(end).from() < to) {
        to = Math.max(to, endOfLines(shown.get(end++)));
      }
      hunks.put(from, new Hunk(from, to, shown.subList(index, end)));
      index = end;
    }
    var hidden = new ArrayList<Splice>();
    LiteralSecrets.find(
        root,
        (start, end) -> {
          var last = hunks.lowerEntry(end);
          return last != null && last.getValue().to() > start;
        },
        hidden);
    hidden.sort(Comparator.comparingInt(Splice::from));
    return lines(hunks.values(), hidden);
  }

  private List<String> lines(Collection<Hunk> hunks, List<Splice> hidden) {
    var lines = new ArrayList<String>();
    int line = 1;
    int counted = 0;
    int next = 0;
    for (var hunk : hunks) {
      for (; counted < hunk.from(); counted++) {
        line += before.charAt(counted) == '\n' ? 1 : 0;
      }
      while (next < hidden.size() && hidden.get(next).to() <= hunk.from()) {
        next++;
      }
      var inside = new ArrayList<Splice>();
      for (int at = next; at < hidden.size() && hidden.get(at).from() < hunk.to(); at++) {
        var each = hidden.get(at);
        inside.add(
            new Splice(
                Math.max(each.from(), hunk.from()), Math.min(each.to(), hunk.to()), each.text()));
      }
      hunk(hunk, line, inside, lines);
    }
    return lines;
  }

  /** {@return changes, and what is hidden beside them, in their order} */
  private static List<Splice> merged(List<Splice> splices, List<Splice> hidden) {
    var merged = new ArrayList<>(splices);
    int at = 0;
    for (var each : hidden) {
      while (at < splices.size() && splices.get(at).to() <= each.from()) {
        at++;
      }
      if (at == splices.size() || splices.get(at).from() >= each.to()) {
        merged.add(each);
      }
    }
    merged.sort(Comparator.comparingInt(Splice::from));
    return merged;
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

  private void hunk(Hunk hunk, int line, List<Splice> hidden, List<String> lines) {
    int from = hunk.from();
    var splices = hunk.splices();
    var first = splices.getFirst();
    lines.add("@@ line " + line + " @@");
    var old = part(from, hunk.to(), hidden);
    var changed = part(from, hunk.to(), merged(splices, hidden));
    boolean isBetween =
        splices.size() == 1
            && first.from() == first.to()
            && first.from() == from
            && first.text().endsWith("\n");
    if (!isBetween) {
      old.lines().forEach(was -> lines.add("- " + line(was, first.from() - from)));
    } else {
      // Whole lines put between others: the line after them stays as it is.
      changed = changed.substring(0, changed.length() - old.length());
    }
    changed.lines().forEach(now -> lines.add("+ " + line(now, first.from() - from)));
  }

  /** {@return a line without secrets, or of a long one what is around the change} */
  private static String line(String written, int change) {
    var line = LiteralSecrets.masked(written);
    if (line.length() <= LONGEST_LINE) {
      return line;
    }
    int from = Math.max(0, Math.min(change - MARGIN, line.length() - LONGEST_LINE));
    int to = Math.min(line.length(), from + LONGEST_LINE);
    return (from == 0 ? "" : "…") + line.substring(from, to) + (to == line.length() ? "" : "…");
  }
}
