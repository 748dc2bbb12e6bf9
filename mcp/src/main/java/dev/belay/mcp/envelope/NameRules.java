package dev.belay.mcp.envelope;

import dev.belay.core.name.ShortText;
import dev.belay.mcp.envelope.Envelope.Located;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the names in a message, and a client's description of itself, which are kept and
 * displayed: longer ones are refused here, before any other code sees them (C38).
 */
final class NameRules {
  /** The greatest length of an escaped character in bytes. */
  private static final int WIDEST = 6;

  private static final String CLIENT_INFO = "clientInfo";
  private static final String ICONS = "icons";

  private NameRules() {}

  /** Why a message is refused: a name that cannot exist, or too long a description. */
  record Refusal(ErrorCode code, String message) {}

  /** {@return why a well-formed message is refused; null if it is not} */
  static @Nullable Refusal refusal(byte[] bytes, Located located, Bounds bounds) {
    var method = tooLong(bytes, located.get(Member.METHOD), bounds.nameChars());
    if (method != null) {
      return new Refusal(ErrorCode.METHOD_NOT_FOUND, "There is no method " + method + " here.");
    }
    if (!located.has(Member.METHOD) || !located.has(Member.PARAMS)) {
      return null;
    }
    var name = tooLong(bytes, located.get(Member.PARAMS_NAME), bounds.nameChars());
    if (name != null) {
      var kind = named(method(bytes, located));
      if (kind != null) {
        return invalid("Unknown " + kind + ": " + name + ".");
      }
    }
    var uri = tooLong(bytes, located.get(Member.PARAMS_URI), bounds.uriChars());
    if (uri != null && method(bytes, located).startsWith("resources/")) {
      return invalid("No server has a resource " + uri + ".");
    }
    if (tooLong(bytes, located.get(Member.PARAMS_TASK_ID), bounds.idBytes()) != null) {
      return invalid("There is no such task.");
    }
    return saysTooMuch(bytes, located, bounds)
        ? invalid(
            "Invalid params: a client may say "
                + bounds.introductionBytes()
                + " bytes of itself at most")
        : null;
  }

  /** {@return what the {@code name} of that method denotes; null if unknown} */
  private static @Nullable String named(String method) {
    return switch (method) {
      case "tools/call" -> "tool";
      case "prompts/get" -> "prompt";
      default -> null;
    };
  }

  /**
   * {@return the message with an empty list of the client's icons, if the client's description of
   * itself is too long and has icons; otherwise null} Icons are only for people to look at, and a
   * client may put whole pictures there.
   */
  static byte @Nullable [] withoutIcons(byte[] bytes, Located located, Bounds bounds) {
    if (!saysTooMuch(bytes, located, bounds)) {
      return null;
    }
    Span modern = located.get(Member.META_CLIENT_INFO);
    Span params = located.get(Member.PARAMS);
    Span info = modern != null || params == null ? modern : Slices.find(bytes, params, CLIENT_INFO);
    Span icons = info == null ? null : Slices.find(bytes, info, ICONS);
    if (icons == null || !icons.isArray(bytes) || Splice.isEmpty(bytes, icons)) {
      return null;
    }
    var plain = new ByteArrayOutputStream(bytes.length - icons.length() + 2);
    plain.write(bytes, 0, icons.offset() + 1);
    plain.write(bytes, icons.end() - 1, bytes.length - icons.end() + 1);
    return plain.toByteArray();
  }

  private static boolean saysTooMuch(byte[] bytes, Located located, Bounds bounds) {
    int modern =
        length(located.get(Member.META_CLIENT_INFO))
            + length(located.get(Member.META_CLIENT_CAPABILITIES));
    if (modern > bounds.introductionBytes()) {
      return true;
    }
    return length(located.get(Member.PARAMS)) > bounds.introductionBytes()
        && method(bytes, located).equals("initialize");
  }

  private static int length(@Nullable Span span) {
    return span == null ? 0 : span.length();
  }

  private static String method(byte[] bytes, Located located) {
    Span span = located.get(Member.METHOD);
    return span == null ? "" : JsonString.decode(bytes, span);
  }

  private static Refusal invalid(String why) {
    return new Refusal(ErrorCode.INVALID_PARAMS, why);
  }

  /**
   * {@return the beginning of a string of more than {@code most} characters; null for a shorter
   * one}
   */
  private static @Nullable String tooLong(byte[] bytes, @Nullable Span literal, int most) {
    // A character takes at least one byte: most names need no second look.
    if (literal == null || literal.length() - 2 <= most || !literal.isString(bytes)) {
      return null;
    }
    if (literal.length() - 2 > (long) most * WIDEST) {
      return ShortText.name(JsonString.beginning(bytes, literal, ShortText.NAME + 1));
    }
    var text = JsonString.decode(bytes, literal);
    return text.length() > most ? ShortText.name(text) : null;
  }
}
