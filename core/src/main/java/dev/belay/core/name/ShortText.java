package dev.belay.core.name;

/**
 * Truncates text from outside to a length that may be kept and displayed. A truncated text ends in
 * an ellipsis, and truncating it again changes nothing.
 */
public final class ShortText {
  /** The greatest number of characters in a name: of a tool, a method, a prompt, a caller. */
  public static final int NAME = 200;

  /**
   * The greatest size, in bytes of UTF-8, of a text about a call: its progress, the reason of its
   * end.
   */
  public static final int MESSAGE = 4 * 1024;

  private static final String ELLIPSIS = "…";
  private static final int ELLIPSIS_BYTES = 3;

  /**
   * A UTF-16 unit takes at most this many bytes in UTF-8; a character beyond the basic plane has
   * two units.
   */
  private static final int WIDEST = 3;

  private ShortText() {}

  /**
   * {@return the name; if too long, its beginning and an ellipsis, which no tool has as its name}
   */
  public static String name(String name) {
    return name.length() <= NAME ? name : name.substring(0, whole(name, NAME)) + ELLIPSIS;
  }

  /** {@return whether a name is longer than any known name} */
  public static boolean isTooLong(String name) {
    return name.length() > NAME;
  }

  /** {@return the message, in at most {@link #MESSAGE} bytes of UTF-8} */
  public static String message(String message) {
    if (message.length() * (long) WIDEST <= MESSAGE) {
      return message;
    }
    int bytes = 0;
    int cut = 0;
    for (int at = 0; at < message.length(); at += Character.charCount(message.codePointAt(at))) {
      if (bytes + ELLIPSIS_BYTES <= MESSAGE) {
        cut = at;
      }
      bytes += width(message.codePointAt(at));
      if (bytes > MESSAGE) {
        return message.substring(0, cut) + ELLIPSIS;
      }
    }
    return message;
  }

  private static int width(int character) {
    if (character < 0x80) {
      return 1;
    }
    return character < 0x800 ? 2 : Character.isBmpCodePoint(character) ? WIDEST : 4;
  }

  /** Never splits a surrogate pair. */
  private static int whole(String text, int end) {
    return Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }
}
