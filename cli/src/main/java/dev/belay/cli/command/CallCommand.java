package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay call}: one governed call, with a person watching. */
final class CallCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("call");
    spec.usageMessage()
        .customSynopsis(
            "belay call TOOL [key=value...] [OPTIONS] (-- CMD... | --url URL | --server NAME)")
        .description(
            "",
            "Makes one governed call of a tool and prints its result. A value is JSON where it is",
            "valid JSON, else a text; where the tool wants a text, it is a text.")
        .footer(
            "",
            "Times are in seconds, or as 500ms, 5m, 2h. Only results go to standard output; errors",
            "go to standard error, unless --json is given. Ctrl-C cancels the call, and the server",
            "and all it started are gone before the prompt is back.",
            "",
            "Exit codes: 0 ok, 1 error, 2 usage, 124 timed out, 130 interrupted.",
            "",
            "Examples:",
            "  belay call echo message=hello -- npx -y @modelcontextprotocol/server-everything",
            "  belay call read_text_file path=notes.txt --timeout 10 -- npx -y \\",
            "      @modelcontextprotocol/server-filesystem .",
            "  belay call search --args '{\"query\": \"rope\", \"limit\": 5}' --json --server"
                + " docs");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("TOOL")
            .type(String.class)
            .description("the tool's name")
            .build());
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("1..*")
            .arity("0..*")
            .paramLabel("key=value")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("its arguments")
            .build());
    spec.addOption(
        ServerSpec.text("--args", "JSON", "arguments as one object, below key=value").build());
    spec.addOption(ServerSpec.flag("--json", "print the whole result as JSON"));
    return ChosenServer.options(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    String tool = said.matchedPositionalValue(0, "");
    var arguments =
        ToolArguments.parse(
            said.matchedPositionalValue(1, List.<String>of()),
            said.matchedOptionValue("--args", null));
    var chosen = ChosenServer.of(new ParsedWords(said), command, shell);
    if (chosen == null) {
      return ExitCode.USAGE;
    }
    var session = Session.start(chosen.withoutKeepAlive(), shell, Time.system());
    try {
      return new OneCall(session, chosen.settings(), shell, said.hasMatchedOption("--json"))
          .make(tool, arguments);
    } finally {
      session.close();
    }
  }
}
