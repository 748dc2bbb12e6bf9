package dev.belay.cli.command;

import dev.belay.cli.client.RequestFailed;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Interrupted;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay tools}: what a server offers, what it costs a model to know, and what is odd. */
final class ToolsCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("tools");
    spec.usageMessage()
        .customSynopsis("belay tools [OPTIONS] (-- CMD... | --url URL | --server NAME)")
        .description(
            "",
            "Lists the tools of a server with the size of each definition, which a model reads",
            "with every request, and with what is odd about it.")
        .footer(
            "",
            "Tokens are estimated as a quarter of the bytes. Odd definitions do not change the"
                + " exit",
            "code.",
            "",
            "Exit codes: 0 ok, 1 the tools could not be listed, 2 usage, 130 interrupted.",
            "",
            "Examples:",
            "  belay tools -- npx -y @modelcontextprotocol/server-everything",
            "  belay tools --json --mcp-config .mcp.json --server docs");
    spec.addOption(ServerSpec.flag("--json", "print the catalog as JSON"));
    return ChosenServer.options(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    var chosen = ChosenServer.of(new ParsedWords(said), command, shell);
    if (chosen == null) {
      return ExitCode.USAGE;
    }
    var session = Session.start(chosen.withoutKeepAlive(), shell, Time.system());
    try {
      session.conversation().open();
      session.display().begin("tools/list");
      var tools = session.conversation().tools();
      session.display().hide();
      var catalog = new Catalog(tools);
      var text = said.hasMatchedOption("--json") ? catalog.json() : catalog.text();
      shell.out().write(text.getBytes(StandardCharsets.UTF_8));
      return ExitCode.OK;
    } catch (RequestFailed e) {
      session.display().hide();
      shell.err().println("belay: " + e.text());
      return ExitCode.ERROR;
    } catch (Interrupted _) {
      session.display().hide();
      return ExitCode.INTERRUPTED;
    } finally {
      session.close();
    }
  }
}
