package dev.belay.gateway.catalog;

import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The instructions of all servers as one text: each under the prefix of its tools, in the order of
 * the configuration. A server that has not started yet is omitted.
 */
final class Instructions {
  /** The maximum length of one server's instructions, and of all together, in characters. */
  static final int MOST_OF_ONE = 4_096;

  static final int MOST = 32_768;

  private static final String CUT = " ...";

  private Instructions() {}

  /** {@return the present instructions; null if no server has any} */
  static @Nullable String of(CatalogSnapshot snapshot) {
    if (snapshot.members().size() == 1) {
      return said(snapshot.members().getFirst());
    }
    var merged = new StringBuilder();
    for (var member : snapshot.members()) {
      var said = said(member);
      if (said != null) {
        var section = "## " + snapshot.heading(member) + "\n\n" + lowered(said);
        int room = MOST - merged.length() - 2;
        if (room > section.length() / 2) {
          merged.append(merged.isEmpty() ? "" : "\n\n").append(cut(section, room));
        }
      }
    }
    return merged.isEmpty() ? null : merged.toString();
  }

  private static @Nullable String said(CatalogMember member) {
    var said = member.backend().instructions();
    return said == null || said.isBlank() ? null : cut(said.strip(), MOST_OF_ONE);
  }

  /**
   * Lowers a server's own headings below the one with its name, so that none can pass for another
   * server's.
   */
  private static String lowered(String text) {
    return text.lines().map(Instructions::loweredLine).collect(Collectors.joining("\n"));
  }

  private static String loweredLine(String line) {
    int start = 0;
    while (start < Math.min(3, line.length()) && Character.isWhitespace(line.charAt(start))) {
      start++;
    }
    int end = start;
    while (end < line.length() && line.charAt(end) == '#') {
      end++;
    }
    boolean isHeading =
        end > start
            && end - start <= 6
            && (end == line.length() || Character.isWhitespace(line.charAt(end)));
    return isHeading ? line.substring(0, start) + "##" + line.substring(start) : line;
  }

  private static String cut(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = most - CUT.length();
    return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + CUT;
  }
}
