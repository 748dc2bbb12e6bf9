package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Items;
import dev.belay.cli.clients.Node.Members;
import dev.belay.cli.clients.Node.Other;
import dev.belay.cli.clients.Node.Text;
import dev.belay.cli.clients.Splices.Splice;
import dev.belay.config.MaskedArguments;
import dev.belay.observe.audit.Secrets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
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

  private static final Pattern QUERY = Pattern.compile("(?<=://)([^\\s?]++)\\?[^\\s]++");

  private static final Pattern REFERENCE = Pattern.compile("(?:Bearer |Basic )?\\$\\{[^}]+}");

  private LiteralSecrets() {}

  /** {@return the places of secrets in a server, such as {@code env.API_KEY}} */
  static List<String> in(ServerEntry entry) {
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
    if (entry.how() instanceof ServerEntry.How.Command command) {
      for (var word : command.words()) {
        if (!Secrets.shapeless(word).equals(word)) {
          found.add("args");
          break;
        }
      }
    }
    return found;
  }

  /** {@return whether any of its texts would not be shown to people as it is} */
  static boolean isAnyIn(ServerEntry entry) {
    return !in(entry).isEmpty()
        || switch (entry.how()) {
          case ServerEntry.How.Command command ->
              !arguments(command.words()).equals(command.words());
          case ServerEntry.How.Url(String url) -> !shown(url).equals(url);
          case ServerEntry.How.Odd _ -> false;
        };
  }

  /** {@return the words of a command for people, as many as they are} */
  static List<String> arguments(List<String> words) {
    return MaskedArguments.of(words).stream().map(LiteralSecrets::withoutShapes).toList();
  }

  /** {@return a text for people} */
  static String shown(String text) {
    return arguments(List.of(text)).getFirst();
  }

  /** {@return the value of a variable or a header for people} */
  static String shown(String name, String text) {
    return isSecret(name, text) ? HIDDEN : shown(text);
  }

  private static String withoutShapes(String text) {
    return Secrets.shapeless(QUERY.matcher(text).replaceAll("$1?…"));
  }

  /**
   * Finds the values in a file that are not shown to people as they are.
   *
   * @param isWanted whether anything between two indexes will be shown
   * @param found takes the places of values, and what is shown there
   */
  static void find(Members root, BiPredicate<Integer, Integer> isWanted, List<Splice> found) {
    for (var member : root.all()) {
      find(member.name(), member.value(), isWanted, found);
    }
  }

  private static void find(
      String name, Node node, BiPredicate<Integer, Integer> isWanted, List<Splice> found) {
    switch (node) {
      // Tables of TOML are no pieces of text.
      case Members members when !members.inBraces() -> find(members, isWanted, found);
      case Node each when !isWanted.test(each.start(), each.end()) -> {}
      case Members members -> find(members, isWanted, found);
      case Items(var all, _, _) -> {
        var texts = all.stream().filter(Text.class::isInstance).map(Text.class::cast).toList();
        var shown = arguments(texts.stream().map(Text::value).toList());
        for (int at = 0; at < texts.size(); at++) {
          var text = texts.get(at);
          add(text, isSecret(name, text.value()) ? HIDDEN : shown.get(at), found);
        }
        for (var each : all) {
          if (!(each instanceof Text)) {
            find(name, each, isWanted, found);
          }
        }
      }
      case Text text -> add(text, shown(name, text.value()), found);
      case Other(var written, var start, var end) -> {
        boolean isWord = Character.isLetter(written.charAt(0));
        if (!isWord && Secrets.isNamed(name)) {
          found.add(new Splice(start, end, HIDDEN));
        }
      }
    }
  }

  private static void add(Text text, String shown, List<Splice> found) {
    if (!shown.equals(text.value())) {
      found.add(new Splice(text.start(), text.end(), KnownClient.quoted(shown)));
    }
  }

  private static boolean isSecret(String name, String text) {
    boolean isText = !text.isBlank() && !REFERENCE.matcher(text).matches();
    return isText && (Secrets.isNamed(name) || !Secrets.shapeless(text).equals(text));
  }

  /**
   * {@return a line of a file for people, without secrets that stand in its comments, where no
   * value is known by its place}
   */
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
