package dev.belay.cli.command;

import dev.belay.access.Gatekeeper;
import dev.belay.access.InvalidTokens;
import dev.belay.cli.server.FoundBy;
import dev.belay.cli.server.HttpBinding;
import dev.belay.cli.server.ScriptFaults;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Settings.Row;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** {@code belay config}: values and origins, all that is wrong, or what a file may hold. */
final class ConfigCommand implements Subcommand {
  private static final List<String> ACTIONS = List.of("show", "check", "schema");

  @Override
  public ExitCode run(Said said, List<String> command, Shell shell)
      throws UsageException, IOException {
    var action = said.words().getFirst();
    if (!ACTIONS.contains(action)) {
      var nearest = Nearest.to(action, ACTIONS);
      throw new UsageException(
          "expected show, check or schema, found '"
              + action
              + "'"
              + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }
    if (action.equals("schema")) {
      shell.print(Config.schema());
      return ExitCode.OK;
    }
    var sources = ServerOptions.sources(said, command, null, shell.environment(), true);
    return switch (ChosenServer.loaded(sources, shell)) {
      case Loaded.Good(Settings settings, var _) -> {
        if (action.equals("show")) {
          var rows = new ArrayList<>(settings.explain());
          rows.add(new Row("processes.means", FoundBy.probe(Time.system()), "probed"));
          shell.print(table(rows));
          yield ExitCode.OK;
        }
        yield checked(settings, shell);
      }
      case Loaded.Bad _ -> ExitCode.USAGE;
    };
  }

  private static ExitCode checked(Settings settings, Shell shell) {
    HttpBinding.warning(settings).ifPresent(warning -> shell.say("belay: " + warning));
    var faults = ScriptFaults.of(settings).toList();
    faults.forEach(fault -> shell.say("belay: " + fault));
    try {
      Gatekeeper.check(
          settings.auth(), shell.environment(), told -> shell.say("belay: warning: " + told));
    } catch (InvalidTokens e) {
      shell.say("belay: " + e.getMessage());
      return ExitCode.USAGE;
    }
    return faults.isEmpty() ? ExitCode.OK : ExitCode.USAGE;
  }

  private static String table(List<Row> rows) {
    var table = new Table();
    for (var row : rows) {
      table.row(row.key(), row.value(), row.origin());
    }
    return table.text();
  }
}
