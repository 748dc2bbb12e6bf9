package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.turn.TurnFile;
import dev.belay.cli.turn.TurnRun;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay turn run}: runs the calls of one message of a model, from a file. */
final class TurnCommand implements Subcommand {
  private static final String STANDARD_INPUT = "-";

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("turn run");
    spec.usageMessage()
        .customSynopsis("belay turn run FILE [--json] [OPTIONS] [-- CMD...]")
        .description(
            "",
            "Runs a turn from a file: the calls of one message of a model together, in the form"
                + " that",
            "POST /api/turns takes. Each call has a line while it runs; all results are printed at",
            "the end. agentId and sessionId may be missing.")
        .footer(
            "",
            "It runs on the belay serve of this machine, or the one at --url. With -- CMD or",
            "--mcp-config, it starts those servers for this turn alone; if no belay serve runs, it",
            "starts what belay serve would start. Ctrl-C aborts the turn; a second one leaves at"
                + " once.",
            "",
            "Exit codes: 0 ok, 1 a tool failed or the turn was aborted, 2 usage, or the file is",
            "no turn, 124 a tool or the turn timed out, 130 interrupted.",
            "",
            "Examples:",
            "  belay turn run turn.json",
            "  belay turn run - --json < turn.json | jq '.results[].outcome'",
            "  belay turn run other.json -- python3 my_server.py",
            "",
            "turn.json, for the sample tools (belay serve --samples all):",
            "  { \"toolUses\": [",
            "      { \"id\": \"a\", \"name\": \"search_code\", \"input\": { \"query\": \"hello\","
                + " \"file_pattern\": \"*\" } } ] }");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("1")
            .required(true)
            .paramLabel("FILE")
            .type(String.class)
            .description("the turn as JSON; - is standard input")
            .build());
    spec.addOption(ServerSpec.flag("--json", "print the whole answer as JSON"));
    return TurnGateway.options(spec);
  }

  @Override
  public boolean takesServer() {
    return true;
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    String name = said.matchedPositionalValue(0, "");
    var fresh = "run-" + UUID.randomUUID().toString().substring(0, 8);
    var file = TurnFile.of(text(name, shell), name, fresh);
    try {
      var gateway = TurnGateway.of(said, command, "turn", shell);
      if (gateway == null) {
        return ExitCode.USAGE;
      }
      boolean asJson = said.hasMatchedOption("--json");
      try {
        return new TurnRun(gateway.turns(), file, shell, asJson, Time.system()).run();
      } finally {
        gateway.close();
      }
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static byte[] text(String name, Shell shell) throws UsageException, IOException {
    if (name.equals(STANDARD_INPUT)) {
      return shell.in().readAllBytes();
    }
    try {
      return Files.readAllBytes(Path.of(name));
    } catch (InvalidPathException | NoSuchFileException _) {
      throw new UsageException("there is no file " + name);
    } catch (IOException e) {
      throw new UsageException("cannot read " + name + ": " + e.getMessage());
    }
  }
}
