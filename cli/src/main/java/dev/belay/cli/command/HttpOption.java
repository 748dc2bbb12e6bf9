package dev.belay.cli.command;

import dev.belay.config.HttpSettings;
import dev.belay.config.Settings;
import dev.belay.config.Sources.Flag;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of {@code http} as options, each named after its key. */
final class HttpOption {
  /** Number of options that come first in the help: host and port. */
  private static final int FIRST = 2;

  private HttpOption() {}

  /** {@return an option as it is typed, such as {@code --resume-for}} */
  static String name(Settings.Key key) {
    return "--" + key.path().substring(key.path().indexOf('.') + 1).replace('_', '-');
  }

  /** {@return every option, as it is typed} */
  static List<String> names() {
    return HttpSettings.keys().stream().map(HttpOption::name).toList();
  }

  /** {@return the address and the port, which many set} */
  static List<OptionSpec> first() {
    return specs().limit(FIRST).toList();
  }

  /** {@return all other options, which are rarely needed} */
  static OptionSpec[] fine() {
    return specs().skip(FIRST).toArray(OptionSpec[]::new);
  }

  private static Stream<OptionSpec> specs() {
    return HttpSettings.keys().stream()
        .map(key -> ServerSpec.text(name(key), key.label(), key.about()).build());
  }

  /** {@return the options that were given, as flags} */
  static List<Flag> flags(Said said) {
    return HttpSettings.keys().stream()
        .filter(key -> said.value(name(key)) != null)
        .map(key -> new Flag(name(key), key.path(), Objects.requireNonNull(said.value(name(key)))))
        .toList();
  }
}
