package dev.belay.gateway.listing;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Finds characters in a text that a person cannot see and a model can read: invisible letters, and
 * marks that change the direction of writing.
 */
public final class Unseen {
  /** The last character of the alphabets without joiners. */
  private static final int LATIN = 0x24f;

  private Unseen() {}

  /** {@return each such character once, as {@code U+200B}, in order of appearance} */
  public static Set<String> in(String text) {
    var found = new LinkedHashSet<String>();
    int before = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (isUnseen(c, before)) {
        found.add(name(c));
      }
      before = c;
    }
    return found;
  }

  /** {@return those in the definition of a tool, escaped or not} */
  public static Set<String> inTool(byte[] tool) {
    return in(new String(Canonical.of(tool), StandardCharsets.UTF_8));
  }

  /** {@return the text with names in place of characters that a terminal would not show} */
  public static String shown(String text) {
    var shown = new StringBuilder(text.length());
    int before = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      int c = text.codePointAt(i);
      if (isUnseen(c, before) || (Character.isISOControl(c) && c != '\n')) {
        shown.append('<').append(name(c)).append('>');
      } else {
        shown.appendCodePoint(c);
      }
      before = c;
    }
    return shown.toString();
  }

  private static String name(int c) {
    return String.format(Locale.ROOT, "U+%04X", c);
  }

  private static boolean isUnseen(int c, int before) {
    return switch (c) {
      // Joiners belong between letters of some scripts, and between the parts of an emoji.
      case 0x200c, 0x200d -> before <= LATIN;
      case 0xad, 0x34f, 0x61c, 0x115f, 0x1160, 0x180e, 0x3164, 0xfeff, 0xffa0 -> true;
      default ->
          isWithin(c, 0x200b, 0x200f)
              || isWithin(c, 0x202a, 0x202e)
              || isWithin(c, 0x2060, 0x206f)
              || isWithin(c, 0xe0000, 0xe0fff);
    };
  }

  private static boolean isWithin(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
