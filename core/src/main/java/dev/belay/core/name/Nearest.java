package dev.belay.core.name;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the known name closest to a mistyped one. */
public final class Nearest {
  /** The most names that are said to have been meant. */
  public static final int MOST = 3;

  private static final int LONGEST = 100;

  private Nearest() {}

  /** {@return the known name with the smallest edit distance, or null if none is close} */
  public static @Nullable String to(String given, Collection<String> known) {
    if (given.length() > LONGEST) {
      return null;
    }
    String best = null;
    var fewest = Math.max(2, given.length() / 3) + 1;
    for (var name : known) {
      // Each additional or missing character is an edit: so names of very different length are
      // skipped.
      if (Math.abs(name.length() - given.length()) >= fewest) {
        continue;
      }
      var edits = edits(given.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT));
      if (edits < fewest) {
        fewest = edits;
        best = name;
      }
    }
    return best;
  }

  /** {@return the close known names, nearest first, at most {@code most}} */
  public static List<String> several(String given, Collection<String> known, int most) {
    var left = new LinkedHashSet<>(known);
    var near = new ArrayList<String>();
    while (near.size() < most) {
      var next = to(given, left);
      if (next == null) {
        break;
      }
      near.add(next);
      left.remove(next);
    }
    return near;
  }

  /**
   * {@return that {@code what} of that name is unknown, and which others may have been meant}
   *
   * @param near the names that come close; empty for none
   */
  public static String unknown(String what, String given, List<String> near) {
    var text = "Unknown " + what + ": " + given + ".";
    return near.isEmpty() ? text : text + " Did you mean " + String.join(" or ", near) + "?";
  }

  private static int edits(String a, String b) {
    var row = new int[b.length() + 1];
    for (var j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (var i = 1; i <= a.length(); i++) {
      var diagonal = row[0];
      row[0] = i;
      for (var j = 1; j <= b.length(); j++) {
        var swap = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(swap, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
