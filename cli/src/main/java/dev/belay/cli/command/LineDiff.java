package dev.belay.cli.command;

import java.util.ArrayList;
import java.util.List;

/** What must go from some lines, and come in, to make them others: the least of it. */
final class LineDiff {
  /** Beyond this all goes and all comes: nobody would read it line by line. */
  private static final int MOST_PAIRS = 4_000_000;

  private LineDiff() {}

  /** {@return lines that begin with {@code -} and {@code +}; what stays is left out} */
  static List<String> of(List<String> old, List<String> now) {
    var diff = new ArrayList<String>();
    if ((long) old.size() * now.size() > MOST_PAIRS) {
      old.forEach(line -> diff.add("- " + line));
      now.forEach(line -> diff.add("+ " + line));
      return diff;
    }
    var common = common(old, now);
    int i = 0;
    int j = 0;
    while (i < old.size() || j < now.size()) {
      if (i < old.size() && j < now.size() && old.get(i).equals(now.get(j))) {
        i++;
        j++;
      } else if (j == now.size() || (i < old.size() && common[i + 1][j] >= common[i][j + 1])) {
        diff.add("- " + old.get(i++));
      } else {
        diff.add("+ " + now.get(j++));
      }
    }
    return diff;
  }

  /** {@return how many lines the rests have in common, from each pair of places on} */
  private static int[][] common(List<String> old, List<String> now) {
    var common = new int[old.size() + 1][now.size() + 1];
    for (int i = old.size() - 1; i >= 0; i--) {
      for (int j = now.size() - 1; j >= 0; j--) {
        common[i][j] =
            old.get(i).equals(now.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return common;
  }
}
