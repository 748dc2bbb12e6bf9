package dev.belay.cli.command;

import dev.belay.config.HttpSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources.Flag;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** The settings of {@code http} as options, each named after its key. */
final class HttpOption {
  /** How many come first in the help: where to listen. */
  private static final int FIRST = 2;

  private HttpOption() {}

  /** {@return an option as it is typed, such as {@code --resume-for}} */
  static String name(Settings.Key key) {
    return "--" + key.path().substring(key.path().indexOf('.') + 1).replace('_', '-');
  }

  /** {@return the rows of a help page: where to listen, which many set, or all others} */
  static String rows(String part) {
    var keys = HttpSettings.keys();
    return (part.equals("listen") ? keys.subList(0, FIRST) : keys.subList(FIRST, keys.size()))
        .stream()
            .map(key -> row(name(key) + "=" + key.label(), key.about()))
            .collect(Collectors.joining());
  }

  private static String row(String typed, String about) {
    var lines = about.replaceAll("(.{1,68})( |$)", "$1\n" + " ".repeat(32)).strip();
    return typed.length() > 22
        ? "      %s%n%30s%s%n".formatted(typed, "", lines)
        : "      %-24s%s%n".formatted(typed, lines);
  }

  /** {@return those that were given} */
  static List<Flag> flags(Said said) {
    return HttpSettings.keys().stream()
        .filter(key -> said.value(name(key)) != null)
        .map(key -> new Flag(name(key), key.path(), Objects.requireNonNull(said.value(name(key)))))
        .toList();
  }
}
