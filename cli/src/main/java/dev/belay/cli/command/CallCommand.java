package dev.belay.cli.command;

import dev.belay.cli.client.LocalClient.RequestFailed;
import dev.belay.cli.client.ToolDefinition;
import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.display.Wrapped;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Interrupted;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.Settings;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay call}: makes one governed call and prints its result. */
final class CallCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("call");
    spec.usageMessage()
        .customSynopsis(
            "belay call TOOL [key=value...] [OPTIONS] (-- CMD... | --url URL | --server NAME)",
            "belay call TOOL [key=value...] --detach [--url URL]",
            "belay call --attach ID [--url URL]")
        .description(
            "",
            "Makes one governed call of a tool and prints its result. A value is JSON if it is",
            "valid JSON, else a string; a parameter that is a string gets a string. A job in place",
            "of the result is awaited, and its progress shown.")
        .footer(
            "",
            "Times are in seconds, or as 500ms, 5m, 2h. Only results go to standard output; errors",
            "go to standard error, unless --json is given. Ctrl-C cancels the call, and the server",
            "and all it started are gone before the prompt is back. A call of a tool with",
            "approval: ask (or person) is shown whole on the terminal, and runs after a yes there;",
            "without a terminal, or with --json, it is refused.",
            "",
            "Exit codes: 0 ok, 1 error, 2 usage, 124 timed out, 130 interrupted.",
            "",
            "Examples:",
            "  belay call echo message=hello -- npx -y @modelcontextprotocol/server-everything",
            "  belay call read_text_file path=notes.txt --timeout 10 -- npx -y \\",
            "      @modelcontextprotocol/server-filesystem .",
            "  belay call search --args '{\"query\": \"rope\", \"limit\": 5}' --json --server"
                + " docs",
            "  id=$(belay call crawl site=docs --detach --url http://127.0.0.1:3002)",
            "  belay call --attach $id --url http://127.0.0.1:3002");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
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
    DetachedCall.options(spec);
    return ChosenServer.options(spec);
  }

  @Override
  public boolean takesServer() {
    return true;
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    String tool = said.matchedPositionalValue(0, "");
    var detached = DetachedCall.of(said, command, shell);
    if (tool.isEmpty() && (detached == null || detached.begins())) {
      throw new UsageException("TOOL is missing: the tool's name");
    }
    var arguments =
        ToolArguments.parse(
            said.matchedPositionalValue(1, List.<String>of()),
            said.matchedOptionValue("--args", null));
    if (detached != null) {
      return detached.run(tool, arguments);
    }
    var chosen = ChosenServer.of(new ParsedWords(said), command, shell);
    if (chosen == null) {
      return ExitCode.USAGE;
    }
    boolean asJson = said.hasMatchedOption("--json");
    var session = CommandSession.start(chosen.withoutKeepAlive(), !asJson, shell, Time.system());
    try {
      return new OneCall(session, chosen.settings(), shell, asJson).make(tool, arguments);
    } finally {
      session.close();
    }
  }

  /** One call from its opening to its exit code. */
  static final class OneCall {
    private static final String HINT =
        """
        Hint: progress begins the idle limit anew (mcp.idle_timeout, --idle-timeout), and never the \
        total one (mcp.timeout, --timeout); 0 is no limit.\
        """;

    private final CommandSession session;
    private final Settings settings;
    private final Shell shell;
    private final boolean asJson;
    private @Nullable List<String> listed;

    OneCall(CommandSession session, Settings settings, Shell shell, boolean asJson) {
      this.session = session;
      this.settings = settings;
      this.shell = shell;
      this.asJson = asJson;
    }

    ExitCode make(String tool, ToolArguments arguments) throws IOException, InterruptedException {
      try {
        session.conversation().open();
        var definition = definition(tool, arguments);
        if (listed != null) {
          warnIfUnknown(tool);
        }
        session.display().begin(tool);
        var response = session.conversation().call(tool, arguments.json(definition));
        var staged = StagedCall.of(response);
        if (staged != null) {
          return follow(tool, staged);
        }
        session.hide();
        var result = new CallResult(response);
        if (listed == null && exit(result) == ExitCode.ERROR) {
          warnIfUnknown(tool);
        }
        return print(result, exit(result));
      } catch (RequestFailed e) {
        session.hide();
        shell.say("belay: " + CommandSession.text(e));
        return ExitCode.ERROR;
      } catch (Interrupted _) {
        session.interrupt();
        session.hide();
        shell.say("belay: [CANCELLED] Call cancelled by user. (Ctrl-C)");
        return ExitCode.INTERRUPTED;
      }
    }

    /**
     * Waits for the job that the call has become; a job that is left is stopped (S2-25 … S2-29).
     */
    private ExitCode follow(String tool, StagedCall staged)
        throws RequestFailed, Interrupted, IOException, InterruptedException {
      var display = session.display();
      display.progress(staged.shown());
      var limit = session.limit(tool);
      StagedCall.End end;
      try {
        end = staged.await(session.conversation(), display, limit, Time.system());
      } catch (Interrupted e) {
        session.conversation().stop(staged.job());
        throw e;
      }
      if (end instanceof StagedCall.End.None) {
        session.conversation().stop(staged.job());
      }
      session.hide();
      return switch (end) {
        case StagedCall.End.Result(CallResult result) -> print(result, result.exit());
        case StagedCall.End.Enveloped enveloped -> print(enveloped);
        case StagedCall.End.None _ -> {
          shell.say("Tool exceeded wall-clock limit of " + limit.toSeconds() + "s.");
          shell.say(HINT);
          yield ExitCode.TIMED_OUT;
        }
      };
    }

    private ExitCode print(StagedCall.End.Enveloped end) throws IOException {
      if (asJson) {
        write(end.json() + "\n");
      } else {
        boolean isGood = end.exit() == ExitCode.OK;
        if (isGood) {
          write(end.out());
        }
        end.lines().forEach(line -> shell.say(shell.shownErr((isGood ? "belay: " : "") + line)));
      }
      shell.err().flush();
      return end.exit();
    }

    /** Lists the tools only if the arguments or settings depend on them: it costs a round trip. */
    private @Nullable ToolDefinition definition(String tool, ToolArguments arguments)
        throws Interrupted, InterruptedException {
      if (!arguments.dependOnTool() && settings.tools().isEmpty()) {
        return null;
      }
      try {
        var tools = tools();
        return tools.stream().filter(one -> one.name().equals(tool)).findFirst().orElse(null);
      } catch (RequestFailed e) {
        session.display().say("warning: " + e.text());
        return null;
      }
    }

    private List<ToolDefinition> tools() throws Interrupted, InterruptedException, RequestFailed {
      var tools = session.conversation().tools();
      listed = tools.stream().map(ToolDefinition::name).toList();
      return tools;
    }

    /** Warns about a tool that is not listed: servers report this in many ways, or not at all. */
    private void warnIfUnknown(String tool) throws Interrupted, InterruptedException {
      try {
        if (listed == null) {
          var _ = tools();
        }
      } catch (RequestFailed _) {
        return; // The error of the call itself says more.
      }
      var names = listed;
      if (names != null && !names.contains(tool)) {
        var nearest = Nearest.to(tool, names);
        session
            .display()
            .say(
                "warning: the server lists no tool '"
                    + tool
                    + "'"
                    + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
      }
    }

    private ExitCode print(CallResult result, ExitCode exit) throws IOException {
      if (asJson) {
        write(result.json() + "\n");
      } else if (exit == ExitCode.OK) {
        write(result.text());
      } else {
        shell.err().print(Wrapped.atWords(shell, result.text()));
      }
      if (exit == ExitCode.TIMED_OUT) {
        shell.say(HINT);
      }
      shell.err().flush();
      return exit;
    }

    private void write(String text) throws IOException {
      shell.print(text);
    }

    /** The governor decides how the call ended; the result only tells success from failure. */
    private ExitCode exit(CallResult result) {
      var ending = session.ending();
      return switch (ending == null ? "" : ending.outcome()) {
        case "timed out" -> ExitCode.TIMED_OUT;
        case "completed" -> result.isError() ? ExitCode.ERROR : ExitCode.OK;
        default -> ExitCode.ERROR;
      };
    }
  }
}
