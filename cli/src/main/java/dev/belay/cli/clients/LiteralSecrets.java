package dev.belay.cli.clients;

import dev.belay.observe.audit.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds secrets that stand in a client's file itself, where each program of its user reads them.
 */
final class LiteralSecrets {
  private static final String HIDDEN = "(hidden)";

  /** A name and its text, in JSON, TOML or YAML. */
  private static final Pattern NAMED =
      Pattern.compile(
          "([\"']?)([A-Za-z0-9_.-]{1,100})\\1(\\s{0,9}[:=]\\s{0,9})\"((?:[^\"\\\\]|\\\\.)*+)\"");

  private static final Pattern REFERENCE = Pattern.compile("(?:Bearer |Basic )?\\$\\{[^}]+}");

  private LiteralSecrets() {}

  /** {@return the places of secrets in a server, such as {@code env.API_KEY}} */
  static List<String> in(Entry entry) {
    var found = new ArrayList<String>();
    entry
        .env()
        .forEach((name, text) -> {
          if (isSecret(name, text)) {
            found.add("env." + name);
          }
        });
    entry
        .headers()
        .forEach((name, text) -> {
          if (isSecret(name, text)) {
            found.add("headers." + name);
          }
        });
    if (entry.how() instanceof Entry.How.Command command) {
      for (var word : command.words()) {
        if (!Secrets.shapeless(word).equals(word)) {
          found.add("args");
          break;
        }
      }
    }
    return found;
  }

  private static boolean isSecret(String name, String text) {
    boolean isText = !text.isBlank() && !REFERENCE.matcher(text).matches();
    return isText && (Secrets.isNamed(name) || !Secrets.shapeless(text).equals(text));
  }

  /** {@return a line of a file for people, without the secrets in it} */
  static String masked(String line) {
    return Secrets.shapeless(NAMED.matcher(line).replaceAll(LiteralSecrets::masked));
  }

  private static String masked(MatchResult found) {
    boolean isSecret = isSecret(found.group(2), found.group(4));
    return Matcher.quoteReplacement(
        isSecret
            ? found.group(1)
                + found.group(2)
                + found.group(1)
                + found.group(3)
                + "\""
                + HIDDEN
                + "\""
            : found.group());
  }
}
