package dev.belay.cli.command;

import dev.belay.access.Gatekeeper;
import dev.belay.access.InvalidTokens;
import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.server.FoundBy;
import dev.belay.cli.server.HttpBinding;
import dev.belay.cli.server.ScriptFaults;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Config;
import dev.belay.config.Glob;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Settings.Row;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay config}: prints values with their origins, all errors, or the schema of a file. */
final class ConfigCommand implements Subcommand {
  private static final String TOOL = "--tool";
  private static final int MOST_NAMES = 10;
  private static final List<String> ACTIONS = List.of("show", "check", "approvals", "schema");

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("config");
    spec.usageMessage()
        .customSynopsis(
            "belay config (show | check | approvals | schema) [OPTIONS] [-- CMD... | --url URL]")
        .description(
            "",
            "show prints every effective value with its origin, and how processes are found again"
                + " on",
            "this machine; check prints errors and warnings, all at once, including those in",
            "the scripts of models and the tokens of clients; approvals prints which calls wait",
            "for people, in the order of precedence.")
        .footer(
            "",
            "Exit codes: 0 the configuration is valid, 2 it is not.",
            "",
            "Examples:",
            "  belay config show",
            "  belay config check --config belay.yaml --mcp-config .mcp.json",
            "  belay config show --timeout 60 -- npx -y some-mcp-server",
            "  belay config show --port 0 --url http://127.0.0.1:4000/mcp",
            "  belay config approvals --tool files__write_file",
            "  belay config schema > belay.schema.json");
    spec.addOption(
        ServerSpec.text("--name", "NAME", "what to call the server of CMD or URL").build());
    spec.addOption(
        ServerSpec.text(TOOL, "NAME", "with approvals: what holds for that tool").build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("ACTION")
            .type(String.class)
            .description("show, check, approvals or schema")
            .completionCandidates(ACTIONS)
            .build());
    HttpOption.first().forEach(spec::addOption);
    spec.addOption(ServerSpec.noAuth());
    return ServerSpec.finish(spec, HttpOption.fine());
  }

  @Override
  public boolean takesServer() {
    return true;
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException {
    String action = said.matchedPositionalValue(0, "");
    if (!ACTIONS.contains(action)) {
      var nearest = Nearest.to(action, ACTIONS);
      throw new UsageException(
          "expected show, check, approvals or schema, found '"
              + action
              + "'"
              + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }
    String tool = said.matchedOptionValue(TOOL, null);
    if (tool != null && !action.equals("approvals")) {
      throw new UsageException(TOOL + " is for belay config approvals");
    }
    if (action.equals("schema")) {
      shell.print(Config.schema());
      return ExitCode.OK;
    }
    var sources =
        ServerSpec.sources(new ParsedWords(said), command, null, shell.environment(), true);
    return switch (ChosenServer.loaded(sources, shell)) {
      case Loaded.Good(Settings settings, var _) -> {
        if (action.equals("approvals")) {
          approvals(settings, tool, shell);
          yield ExitCode.OK;
        }
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

  /** {@return that all is well, and with what} */
  private static String well(Settings settings) {
    var servers = List.copyOf(settings.servers().keySet());
    return "The configuration is valid: "
        + (servers.isEmpty()
            ? "no servers"
            : servers.size() + (servers.size() == 1 ? " server, " : " servers, "))
        + servers.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
        + (servers.size() > MOST_NAMES ? ", …" : "")
        + ".";
  }

  private static ExitCode checked(Settings settings, Shell shell) throws IOException {
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
    if (!faults.isEmpty()) {
      return ExitCode.USAGE;
    }
    shell.print(well(settings) + "\n");
    return ExitCode.OK;
  }

  private static void approvals(Settings settings, @Nullable String tool, Shell shell)
      throws IOException {
    var table = new Table();
    table.row("TOOLS", "CLIENTS", "CALLS", "SET AT");
    for (var row : settings.explainApprovals(tool)) {
      table.row(row.tools(), row.clients(), row.calls(), row.origin());
    }
    shell.print(table.text());
    if (tool != null && !tool.contains(Glob.SEPARATOR)) {
      shell.say("belay: to include globs of one server, name the tool as server__tool");
    }
    shell.say(
        "belay: the first row that names the tool and the client counts; belay approvals rules"
            + " lists decisions of people on further calls");
  }

  private static String table(List<Row> rows) {
    var table = new Table();
    for (var row : rows) {
      table.row(row.key(), row.value(), row.origin());
    }
    return table.text();
  }
}
