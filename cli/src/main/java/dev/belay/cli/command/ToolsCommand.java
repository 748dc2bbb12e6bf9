package dev.belay.cli.command;

import dev.belay.cli.client.LocalClient.RequestFailed;
import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Interrupted;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.PinStore;
import dev.belay.gateway.listing.Pins;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay tools}: lists a server's tools, their cost to a model, and lint findings. */
final class ToolsCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("tools");
    spec.usageMessage()
        .customSynopsis("belay tools [OPTIONS] (-- CMD... | --url URL | --server NAME)")
        .description(
            "",
            "Lists the tools of a server with the size of each definition, which a model reads",
            "with every request, and with its oddities.")
        .footer(
            "",
            "Tokens are estimated as a quarter of the bytes. Odd definitions do not change the"
                + " exit",
            "code.",
            "",
            "Exit codes: 0 ok, 1 the tools could not be listed, 2 usage, 130 interrupted.",
            "",
            "With --lint it lists only oddities, each with advice and its source.",
            "",
            "See belay tools accept --help for tools that are held back.",
            "",
            "Examples:",
            "  belay tools -- npx -y @modelcontextprotocol/server-everything",
            "  belay tools --json --mcp-config .mcp.json --server docs");
    spec.addOption(ServerSpec.flag("--json", "print the catalog as JSON"));
    spec.addOption(ServerSpec.flag("--lint", "print what is odd, and what to do about it"));
    return ChosenServer.options(spec);
  }

  @Override
  public boolean takesServer() {
    return true;
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    var chosen = ChosenServer.of(new ParsedWords(said), command, shell);
    if (chosen == null) {
      return ExitCode.USAGE;
    }
    var session = CommandSession.start(chosen.withoutKeepAlive(), false, shell, Time.system());
    try {
      session.conversation().open();
      session.display().begin("tools/list");
      var tools = session.conversation().tools();
      session.display().hide();
      var catalog = new CatalogPage(tools);
      var text = text(said, catalog);
      shell.print(text);
      sayHeldBack(chosen.spec().name(), shell);
      return ExitCode.OK;
    } catch (RequestFailed e) {
      session.display().hide();
      shell.say("belay: " + CommandSession.text(e));
      return ExitCode.ERROR;
    } catch (Interrupted _) {
      session.display().hide();
      return ExitCode.INTERRUPTED;
    } finally {
      session.close();
    }
  }

  private static String text(ParseResult said, CatalogPage catalog) {
    if (said.hasMatchedOption("--json")) {
      return catalog.json();
    }
    return said.hasMatchedOption("--lint") ? catalog.lint() : catalog.text();
  }

  /** Mentions tools that a gateway on this machine holds back, which the list does not show. */
  private static void sayHeldBack(String server, Shell shell) {
    try {
      int held = 0;
      for (var shelved : new PinStore(Pins.directory(shell.environment())).all()) {
        held += PinStore.held(shelved.book(), server).size();
      }
      if (held > 0) {
        shell.say(
            "belay: of "
                + server
                + (held == 1 ? " 1 tool is" : " " + held + " tools are")
                + " held back: belay tools accept --list "
                + server);
      }
    } catch (IOException _) {
      // The gateway reports that pins have no place or cannot be read.
    }
  }
}
