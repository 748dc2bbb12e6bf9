package dev.belay.cli.command;

import dev.belay.cli.client.ToolDefinition;
import dev.belay.cli.display.Display;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.remote.GatewayCall;
import dev.belay.cli.remote.GatewayJobs;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.server.ServerOption;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.shell.Version;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code belay call --detach} and {@code --attach}: a call that a gateway goes on with, and its
 * result afterwards.
 */
record DetachedCall(ParseResult said, Shell shell) {
  private static final String DETACH = "--detach";
  private static final String ATTACH = "--attach";

  /** Adds the options. */
  static void options(CommandSpec spec) {
    spec.addOption(
        ServerSpec.flag(
            DETACH, "print the id of a job and end; the gateway at --url goes on with the call"));
    spec.addOption(
        ServerSpec.text(ATTACH, "ID", "wait for that job of a gateway, and print its result")
            .build());
  }

  /**
   * {@return the command that these options ask for; null where they ask for none}
   *
   * @param command the words after {@code --}
   */
  static @Nullable DetachedCall of(ParseResult said, List<String> command, Shell shell)
      throws UsageException {
    var detaches = said.hasMatchedOption(DETACH);
    var attaches = said.hasMatchedOption(ATTACH);
    if (!detaches && !attaches) {
      return null;
    }
    var option = detaches ? DETACH : ATTACH;
    if (detaches && attaches) {
      throw new UsageException(DETACH + " begins a call and " + ATTACH + " awaits one; give one");
    }
    if (!command.isEmpty() || said.hasMatchedOption("--server")) {
      throw new UsageException(
          option
              + " needs a gateway, which keeps the job: --url URL of a belay serve, or the one of"
              + " belay.yaml. A server that this command starts ends with it");
    }
    if (attaches && (said.hasMatchedPositional(0) || said.hasMatchedOption("--args"))) {
      throw new UsageException(ATTACH + " ID prints the result of a job; give no tool");
    }
    for (var one : ServerOption.values()) {
      if (said.hasMatchedOption(one.option())) {
        throw new UsageException(
            "option "
                + one.option()
                + " is for a server that this command starts; the gateway has"
                + " settings of its own");
      }
    }
    return new DetachedCall(said, shell);
  }

  /** {@return whether it begins a call, rather than awaits one} */
  boolean begins() {
    return said.hasMatchedOption(DETACH);
  }

  ExitCode run(String tool, ToolArguments arguments)
      throws UsageException, IOException, InterruptedException {
    boolean asJson = said.hasMatchedOption("--json");
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      if (said.hasMatchedOption(ATTACH)) {
        return attach(new AwaitedJob(new GatewayJobs(gateway), asJson, shell));
      }
      var headers = headers();
      if (headers == null) {
        return ExitCode.USAGE;
      }
      try (var call = new GatewayCall(gateway, headers)) {
        call.open(Version.NUMBER);
        return print(call.begin(tool, json(tool, arguments, call)), asJson);
      }
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private ExitCode attach(AwaitedJob awaited)
      throws GatewayTrouble, IOException, InterruptedException {
    var id = awaited.id(said.matchedOptionValue(ATTACH, ""));
    if (id == null) {
      return ExitCode.ERROR;
    }
    var isInterrupted = new AtomicBoolean();
    shell.onInterrupt().accept(() -> isInterrupted.set(true));
    var terminal = Terminal.of(shell.environment(), shell.errIsTerminal().getAsBoolean());
    var display = new Display(shell.err(), shell.errIsTerminal(), terminal, Time.system());
    try {
      return awaited.follow(id, display, isInterrupted);
    } finally {
      display.close();
    }
  }

  /** Lists the tools only if the arguments depend on them. */
  private static String json(String tool, ToolArguments arguments, GatewayCall call)
      throws GatewayTrouble, InterruptedException {
    if (!arguments.dependOnTool()) {
      return arguments.json(null);
    }
    return arguments.json(
        call.tools().stream()
            .map(ToolDefinition::new)
            .filter(one -> one.name().equals(tool))
            .findFirst()
            .orElse(null));
  }

  /** {@return the headers of each request; null if an option is wrong, which is reported} */
  private @Nullable Map<String, String> headers() throws UsageException {
    if (!said.hasMatchedOption("--header")) {
      return Map.of();
    }
    if (!said.hasMatchedOption("--url")) {
      throw new UsageException("option --header needs the address of the gateway: --url URL");
    }
    var chosen = ChosenServer.of(new Said.ParsedWords(said), List.of(), shell);
    return chosen == null
        ? null
        : chosen.spec().start() instanceof Start.Url url ? url.headers() : Map.of();
  }

  /** The id alone goes to standard output. */
  private ExitCode print(Envelope answer, boolean asJson) throws IOException {
    var task = answer.text(Member.TASK_ID);
    var staged = task == null ? StagedCall.of(answer) : null;
    var job = staged == null ? task : staged.job().id();
    var result = new CallResult(answer);
    if (job == null) {
      // It was not made a job: there is nothing to attach to.
      var exit = result.isError() ? ExitCode.ERROR : ExitCode.OK;
      if (asJson || exit == ExitCode.OK) {
        shell.print(asJson ? result.json() + "\n" : result.text());
      } else {
        shell.err().print(shell.shownErr(result.text()));
      }
      if (exit == ExitCode.OK) {
        shell.say("belay: the gateway makes no jobs of this tool's calls; this is the result");
      }
      shell.err().flush();
      return exit;
    }
    shell.print(asJson ? result.json() + "\n" : shell.shownOut(job) + "\n");
    return ExitCode.OK;
  }
}
