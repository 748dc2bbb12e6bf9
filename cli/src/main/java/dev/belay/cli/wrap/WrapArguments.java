package dev.belay.cli.wrap;

import dev.belay.cli.server.ServerName;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import dev.belay.core.name.Nearest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code belay wrap}, parsed by hand: a library's reflection would take longer
 * than everything else before the first answer.
 */
public sealed interface WrapArguments {
  /** Options of other commands that select a server. */
  List<String> ELSEWHERE = List.of("--url", "--header", "--server", "--mcp-config");

  /** A request for the help page. */
  record Help() implements WrapArguments {}

  /**
   * A request to wrap a server.
   *
   * @param config {@code --config}, if given
   * @param flags the server's settings, as typed
   */
  record Run(@Nullable Path config, List<Flag> flags, Wrapped server) implements WrapArguments {
    public Run {
      flags = List.copyOf(flags);
    }
  }

  /** Parses the words after {@code wrap}. */
  static WrapArguments parse(List<String> args) throws UsageException {
    String name = null;
    Path config = null;
    var settings = new ArrayList<Setting>();
    int at = 0;
    while (at < args.size() && args.get(at).startsWith("-") && !args.get(at).equals("--")) {
      var word = args.get(at++);
      int equals = word.indexOf('=');
      var option = equals < 0 ? word : word.substring(0, equals);
      if (option.equals("--help") || option.equals("-h")) {
        return new Help();
      }
      var setting = ServerOption.named(option);
      if (setting == null && !option.equals("--name") && !option.equals("--config")) {
        throw new UsageException(unknown(option));
      }
      if (equals < 0 && at == args.size()) {
        throw new UsageException("option " + option + " needs a value");
      }
      var value = equals < 0 ? args.get(at++) : word.substring(equals + 1);
      if (setting != null) {
        settings.add(new Setting(setting, value));
      } else if (option.equals("--name")) {
        name = value;
      } else {
        config = Path.of(value);
      }
    }
    if (at < args.size() && args.get(at).equals("--")) {
      at++;
    }
    if (at == args.size()) {
      throw new UsageException("no command to wrap; try: belay wrap -- npx -y some-mcp-server");
    }
    var server = ServerName.wrapped(name, args.subList(at, args.size()));
    var flags = new ArrayList<Flag>();
    for (var setting : settings) {
      flags.add(setting.option().of(server.name(), setting.value()));
    }
    return new Run(config, flags, server);
  }

  private static String unknown(String option) {
    if (ELSEWHERE.contains(option)) {
      return option
          + " is no option of wrap, which starts the command that it is given; belay serve and"
          + " belay call take it";
    }
    var known = new ArrayList<>(List.of("--name", "--config", "--help"));
    for (var setting : ServerOption.values()) {
      known.add(setting.option());
    }
    var nearest = Nearest.to(option, known);
    return "unknown option "
        + option
        + (nearest == null ? "." : "; did you mean " + nearest + "?")
        + " Options of the server itself go after --";
  }

  /** One setting, as typed. */
  record Setting(ServerOption option, String value) {}
}
