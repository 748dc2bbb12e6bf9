package dev.belay.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Arguments of a program as they are displayed: without values that belong to names of secrets, as
 * {@code --api-key VALUE}, {@code TOKEN=VALUE} or {@code Authorization: VALUE}, and without the
 * user of a URL. Errs on the side of hiding too much; a reference to a variable is shown.
 */
public final class MaskedArguments {
  private static final String HIDDEN = "(hidden)";

  private static final String NAME =
      "[A-Za-z0-9_-]*?(?:token|secret|passw(?:or)?d|passphrase|credential|authorization|cookie"
          + "|(?:api|private|access)[-_]?key)[A-Za-z0-9_-]*+";

  /** The name of a secret with its value, to the end of the argument. */
  private static final Pattern WITH_VALUE =
      Pattern.compile("(?is)(\\b" + NAME + "[\"']?\\s*+[=:]\\s*+)(\\S.*+)");

  /** An option whose value is the next argument. */
  private static final Pattern OPTION = Pattern.compile("(?i)--?" + NAME);

  /** The user of a URL, with the password. */
  private static final Pattern USER = Pattern.compile("(?<=://)[^/\\s@?#]++(?=@)");

  private MaskedArguments() {}

  /** {@return the arguments in that form, as many as they are} */
  public static List<String> of(List<String> args) {
    var shown = new ArrayList<String>();
    boolean isValue = false;
    for (var arg : args) {
      shown.add(isValue ? value(arg) : shown(arg));
      isValue = OPTION.matcher(arg).matches();
    }
    return shown;
  }

  private static String shown(String arg) {
    var found = WITH_VALUE.matcher(arg);
    return USER.matcher(found.find() ? arg.substring(0, found.end(1)) + value(found.group(2)) : arg)
        .replaceAll(user -> Matcher.quoteReplacement(value(user.group())));
  }

  private static String value(String text) {
    return Substitution.shown(text).equals(text) ? text : HIDDEN;
  }
}
