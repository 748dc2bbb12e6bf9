package dev.belay.cli.wrap;

import dev.belay.gateway.config.Flag;
import dev.belay.gateway.config.Nearest;
import dev.belay.gateway.config.Wrapped;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The command line of {@code belay wrap}, read by hand: a library's reflection would cost more than
 * all else on the way to the first answer.
 *
 * @param config {@code --config}, if given
 * @param flags the server's settings, as typed
 */
public record WrapArguments(@Nullable Path config, List<Flag> flags, Wrapped server) {
  /** Settings by option; each takes one value, after a blank or a {@code =}. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "--timeout", "timeout",
          "--idle-timeout", "idle_timeout",
          "--isolation", "isolation",
          "--startup-timeout", "startup_timeout",
          "--cancel-grace", "cancel_grace",
          "--env", "env");

  /** Reads what follows {@code wrap}. */
  public static WrapArguments parse(List<String> args) throws UsageException {
    String name = null;
    Path config = null;
    var settings = new ArrayList<String[]>();
    int at = 0;
    while (at < args.size() && args.get(at).startsWith("-") && !args.get(at).equals("--")) {
      var word = args.get(at++);
      int equals = word.indexOf('=');
      var option = equals < 0 ? word : word.substring(0, equals);
      boolean known =
          SETTINGS.containsKey(option) || option.equals("--name") || option.equals("--config");
      if (!known) {
        throw new UsageException(unknown(option));
      }
      if (equals < 0 && at == args.size()) {
        throw new UsageException("option " + option + " needs a value");
      }
      var value = equals < 0 ? args.get(at++) : word.substring(equals + 1);
      switch (option) {
        case "--name" -> name = value;
        case "--config" -> config = Path.of(value);
        default -> settings.add(new String[] {option, value});
      }
    }
    if (at < args.size() && args.get(at).equals("--")) {
      at++;
    }
    if (at == args.size()) {
      throw new UsageException("no command to wrap; try: belay wrap -- npx -y some-mcp-server");
    }
    var command = args.subList(at, args.size());
    var server =
        new Wrapped(
            name == null ? ServerName.of(command) : name,
            command.getFirst(),
            command.subList(1, command.size()));
    var flags = new ArrayList<Flag>();
    for (var setting : settings) {
      flags.add(
          Flag.ofServer(
              setting[0], server.name(), SETTINGS.getOrDefault(setting[0], ""), setting[1]));
    }
    return new WrapArguments(config, flags, server);
  }

  private static String unknown(String option) {
    var nearest = Nearest.to(option, SETTINGS.keySet());
    return "unknown option "
        + option
        + (nearest == null ? "" : "; did you mean " + nearest + "?")
        + " Options of the server itself go after --";
  }
}
