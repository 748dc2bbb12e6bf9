package dev.belay.cli.command;

import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.log.LinesBeforeLog;
import dev.belay.cli.log.LogStyle;
import dev.belay.cli.log.LogStyle.Detail;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.server.Serving;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay serve}: governed servers behind one URL, for clients of any revision. */
final class ServeCommand implements Subcommand {
  private static final String LOG = "--log";
  private static final String QUIET = "--quiet";
  private static final String VERBOSE = "--verbose";

  /** Names of the options that take a value. */
  static final Set<String> OPTIONS = options();

  /** Names of the options without a value, except for help. */
  static final Set<String> FLAGS = Set.of(ServerSpec.NO_AUTH, "-q", QUIET, "-v", VERBOSE);

  private final Serving serving;

  /** Creates a command that hands the chosen servers to {@code serving}. */
  ServeCommand(Serving serving) {
    this.serving = serving;
  }

  private static Set<String> options() {
    var options =
        new HashSet<>(
            List.of(
                "--server",
                "--name",
                "--config",
                "--mcp-config",
                "--url",
                "--header",
                LOG,
                SampleTools.SAMPLES,
                SampleTools.ROOT));
    for (var option : ServerOption.values()) {
      options.add(option.option());
    }
    options.addAll(HttpOption.names());
    return Set.copyOf(options);
  }

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("serve");
    spec.usageMessage()
        .customSynopsis("belay serve [OPTIONS] [-- CMD... | --url URL | --server NAME...]")
        .description(
            "",
            "Serves MCP servers at http://127.0.0.1:3002/mcp to clients of any revision, and"
                + " governs",
            "every call. The servers are CMD, the one at URL, or all of the configuration, of"
                + " which",
            "--server picks some. With several servers, tools are named server__tool. Without any",
            "server, a few sample tools are served, which read files below this folder.")
        .footer(
            "",
            "Times are in seconds, or as 500ms, 5m, 2h; sizes in bytes, or as 512 KiB, 4 MiB. Only",
            "this machine is served unless the configuration's auth says how clients prove who",
            "they are: tokens of Belay's own, or those of an authorization server. TERM and Ctrl-C",
            "stop it.",
            "",
            "Standard error says when servers are ready or fail, and how each call ended; --log"
                + " json",
            "writes a JSON object a line; mistakes on the command line are told as text.",
            "",
            "The API that shows and stops calls (/api) always asks for a token. The owner's is made"
                + " at",
            "the first start, in $XDG_STATE_HOME/belay/token or ~/.local/state/belay/token; auth"
                + " says",
            "where those of clients are.",
            "",
            "Exit codes: 0 it was told to stop, 1 it could not serve, 2 usage, 130 it was told"
                + " twice.",
            "",
            "Examples:",
            "  belay serve",
            "  belay serve --samples all --root ./notes --root ./drafts",
            "  belay serve -- npx -y @modelcontextprotocol/server-everything",
            "  belay serve --port 0 --timeout 60 --idle-timeout 20 -- python3 my_server.py",
            "  belay serve --url https://mcp.example.com/mcp --header 'Authorization: Bearer"
                + " ${TOKEN}'",
            "  belay serve --mcp-config .mcp.json",
            "  belay serve --mcp-config .mcp.json --server docs --server files",
            "  belay serve --log json --mcp-config .mcp.json 2>> belay.log",
            "",
            "To connect a client:",
            "  claude mcp add --transport http belay http://127.0.0.1:3002/mcp",
            "  .mcp.json: \"belay\": { \"type\": \"http\", \"url\": \"http://127.0.0.1:3002/mcp\""
                + " }",
            "",
            "A client of 2026-07-28 needs no session; each request is complete:",
            "  curl http://127.0.0.1:3002/mcp -H 'MCP-Protocol-Version: 2026-07-28' \\",
            "    -H 'Mcp-Method: tools/list' -H 'Content-Type: application/json' \\",
            "    -H 'Accept: application/json, text/event-stream' \\",
            "    -d"
                + " '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{",
            "        \"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",",
            "        \"io.modelcontextprotocol/clientCapabilities\":{}}}}'");
    HttpOption.first().forEach(spec::addOption);
    spec.addOption(ServerSpec.noAuth())
        .addOption(
            ServerSpec.text(LOG, "FORM", "lines on standard error: text, json (text)").build())
        .addOption(
            flag("-q", QUIET, "log only what needs a person: servers that fail, and warnings"))
        .addOption(flag("-v", VERBOSE, "log also the load, and more of each call"))
        .addOption(
            ServerSpec.text(
                    SampleTools.SAMPLES,
                    "WHICH",
                    "sample tools: none, basic, or all, which adds exec and delete_file (basic if"
                        + " there is no server)")
                .build())
        .addOption(
            ServerSpec.text(
                    SampleTools.ROOT,
                    "DIR",
                    "a folder that sample tools may use (this one); may be repeated")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build());
    var servers =
        ServerSpec.text("--server", "NAME", "only this one of the configuration; may be repeated")
            .type(List.class)
            .auxiliaryTypes(String.class);
    return ChosenServer.options(spec, servers, HttpOption.fine());
  }

  private static OptionSpec flag(String brief, String name, String about) {
    return OptionSpec.builder(brief, name).type(boolean.class).description(about).build();
  }

  @Override
  public boolean takesServer() {
    return true;
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    return run(new ParsedWords(said), command, shell);
  }

  ExitCode run(Said said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    var style = style(said);
    var time = Time.system();
    var chosen =
        ChosenServers.of(
            said, command, LinesBeforeLog.shell(shell, style, /* isTrouble= */ true, time));
    if (chosen == null) {
      return ExitCode.USAGE;
    }
    var provisions =
        chosen.provisions(LinesBeforeLog.shell(shell, style, /* isTrouble= */ false, time));
    return serving.run(chosen.settings(), chosen, provisions, style, shell);
  }

  private static LogStyle style(Said said) throws UsageException {
    boolean isQuiet = said.has("-q") || said.has(QUIET);
    boolean isVerbose = said.has("-v") || said.has(VERBOSE);
    if (isQuiet && isVerbose) {
      throw new UsageException("--quiet and --verbose do not go together");
    }
    var form = said.value(LOG);
    boolean isJson =
        switch (form == null ? "text" : form) {
          case "text" -> false;
          case "json" -> true;
          default ->
              throw new UsageException(
                  "option " + LOG + ": expected text or json, not '" + form + "'");
        };
    return new LogStyle(isJson, isQuiet ? Detail.QUIET : isVerbose ? Detail.VERBOSE : Detail.USUAL);
  }
}
