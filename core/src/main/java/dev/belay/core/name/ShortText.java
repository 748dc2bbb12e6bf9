package dev.belay.core.name;

/**
 * Text from outside, cut to a length at which it may be kept and told of. What is cut ends in an
 * ellipsis, and cutting it again changes nothing.
 */
public final class ShortText {
  /** The most characters of a name: of a tool, a method, a prompt, a caller. */
  public static final int NAME = 200;

  /** The most bytes, as UTF-8, of what is said about a call: its progress, why it was stopped. */
  public static final int MESSAGE = 4 * 1024;

  private static final String ELLIPSIS = "…";
  private static final int ELLIPSIS_BYTES = 3;

  /** No character takes more in UTF-8; one beyond the basic plane takes two halves of it. */
  private static final int WIDEST = 3;

  private ShortText() {}

  /** {@return the name; where it is too long, its beginning and an ellipsis: no tool has that} */
  public static String name(String name) {
    return name.length() <= NAME ? name : name.substring(0, whole(name, NAME)) + ELLIPSIS;
  }

  /** {@return whether a name is longer than any that is known} */
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

  /** Half a character is none. */
  private static int whole(String text, int end) {
    return Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
  }
}
