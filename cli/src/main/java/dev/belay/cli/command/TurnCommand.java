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

/** {@code belay turn run}: the calls of one message of a model, from a file. */
final class TurnCommand implements Subcommand {
  private static final String STANDARD_INPUT = "-";

  @Override
  public ExitCode run(Said said, List<String> command, Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    var name = said.words().getFirst();
    var fresh = "run-" + UUID.randomUUID().toString().substring(0, 8);
    var file = TurnFile.of(text(name, shell), name, fresh);
    var gateway = TurnGateway.of(said, command, "turn", shell);
    if (gateway == null) {
      return ExitCode.USAGE;
    }
    try {
      boolean asJson = said.has("--json");
      return new TurnRun(gateway.turns(), file, shell, asJson, Time.system()).run();
    } finally {
      gateway.close();
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
