package dev.belay.cli.shell;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The help of one command, from which its command line is read too: an option is described once.
 *
 * <p>A page is a resource. A line {@code @part} stands for the rows of another one, or for rows
 * that the program generates. Rows below {@code Options:} and {@code Parameters:} begin with what
 * is typed and, after two blanks or on the next line, say what it is for.
 *
 * @param text as it is printed
 */
public record HelpPage(String text) {
  /** Rows begin before this column; what they say goes on behind it. */
  private static final String FAR = " ".repeat(8);

  private static final String GAP = "  ";

  /**
   * An option.
   *
   * @param name the long one
   * @param values the number of words that follow it
   */
  public record Option(String name, int values) {}

  /** {@return the page of that name, which has no generated rows} */
  public static HelpPage of(String name) {
    return of(name, part -> part);
  }

  /**
   * {@return the page of that name}
   *
   * @param generated gives the rows of a part that is no resource
   */
  public static HelpPage of(String name, UnaryOperator<String> generated) {
    return new HelpPage(
        read(name)
            .lines()
            .map(line -> line.startsWith("@") ? part(line.substring(1), generated) : line + "\n")
            .collect(Collectors.joining()));
  }

  private static String part(String name, UnaryOperator<String> generated) {
    return HelpPage.class.getResource(resource(name)) == null ? generated.apply(name) : read(name);
  }

  private static String read(String name) {
    try (var in = HelpPage.class.getResourceAsStream(resource(name))) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String resource(String name) {
    return "help/" + name + ".txt";
  }

  /** {@return the options by each of their names} */
  public Map<String, Option> options() {
    var options = new LinkedHashMap<String, Option>();
    for (var typed : rows("Options:").keySet()) {
      var names = List.of(typed.split(", "));
      var longest = names.getLast();
      int equals = longest.indexOf('=');
      var name = equals < 0 ? longest : longest.substring(0, equals);
      var option = new Option(name, equals < 0 ? 0 : longest.endsWith(" FILE") ? 2 : 1);
      names.forEach(each -> options.put(each.equals(longest) ? name : each, option));
    }
    return options;
  }

  /** {@return the parameters in their order, in brackets if they may be missing, and their use} */
  public Map<String, String> parameters() {
    return rows("Parameters:");
  }

  private Map<String, String> rows(String title) {
    var rows = new LinkedHashMap<String, String>();
    text.lines()
        .dropWhile(line -> !line.equals(title))
        .skip(1)
        .takeWhile(line -> !line.isEmpty())
        .filter(line -> !line.startsWith(FAR))
        .map(String::strip)
        .forEach(row -> {
          int end = row.indexOf(GAP);
          rows.put(
              end < 0 ? row : row.substring(0, end), end < 0 ? "" : row.substring(end).strip());
        });
    return rows;
  }
}
