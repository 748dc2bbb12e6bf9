package dev.belay.samples.web;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.regex.Pattern;

/** What an answer says its content is; {@code value} as in its header, empty for none. */
record MediaType(String value) {
  private static final Pattern TEXT =
      Pattern.compile("text/.*|.*[/+](json|xml|yaml|javascript|ecmascript|x-www-form-urlencoded)");

  private static final Pattern CHARSET =
      Pattern.compile("charset\\s*=\\s*\"?([^\";\\s]+)", Pattern.CASE_INSENSITIVE);

  String name() {
    int end = value.indexOf(';');
    return (end < 0 ? value : value.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** {@return whether it is for reading; what says nothing of itself may be} */
  boolean isText() {
    return value.isBlank() || TEXT.matcher(name()).matches();
  }

  Charset charset() {
    var found = CHARSET.matcher(value);
    try {
      return found.find() ? Charset.forName(found.group(1)) : StandardCharsets.UTF_8;
    } catch (IllegalCharsetNameException | UnsupportedCharsetException _) {
      // As browsers do.
      return StandardCharsets.UTF_8;
    }
  }
}
