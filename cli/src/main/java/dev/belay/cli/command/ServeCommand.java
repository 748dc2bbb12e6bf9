package dev.belay.cli.command;

import dev.belay.cli.server.Serving;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.List;

/** {@code belay serve}: governed servers behind one URL, for clients of any revision. */
final class ServeCommand implements Subcommand {
  private final Serving serving;

  /** Hands over to {@code serving} once it is clear what is wanted. */
  ServeCommand(Serving serving) {
    this.serving = serving;
  }

  @Override
  public ExitCode run(Said said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    var chosen = ChosenServers.of(said, command, shell);
    return chosen == null
        ? ExitCode.USAGE
        : serving.run(chosen.settings(), chosen, chosen.provisions(shell), shell);
  }
}
