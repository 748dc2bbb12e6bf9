package dev.belay.cli.command;

import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.server.OwnGateway;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/**
 * The gateway that a command has turns run on: the one that runs, or one of its own for as long as
 * the command runs.
 */
final class TurnGateway {
  private static final String MCP_CONFIG = "--mcp-config";
  private static final String URL = "--url";

  private final RunningGateway running;
  private final @Nullable OwnGateway own;

  private TurnGateway(RunningGateway running, @Nullable OwnGateway own) {
    this.running = running;
    this.own = own;
  }

  /** {@return the command with the options that choose one} */
  static CommandSpec options(CommandSpec spec) {
    return GatewayOptions.finish(
        spec.addOption(
            ServerSpec.text(
                    MCP_CONFIG, "FILE", "start the servers of this client's file; may be repeated")
                .type(List.class)
                .auxiliaryTypes(String.class)
                .build()));
  }

  /**
   * Finds the one that is meant, or starts one.
   *
   * @param command of a server, after {@code --}; empty without
   * @param occasion what one is started for where none runs, such as {@code conversation}
   * @return null if the configuration is wrong, which was said
   * @throws GatewayTrouble if there is none
   */
  static @Nullable TurnGateway of(
      ParseResult said, List<String> command, String occasion, Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    var words = new ParsedWords(said);
    boolean starts = !command.isEmpty() || words.has(MCP_CONFIG);
    if (starts && words.has(URL)) {
      throw new UsageException(
          URL + " names a gateway that runs, and takes no servers of its own; leave one out");
    }
    if (starts) {
      return own(words, command, shell, null);
    }
    var running = GatewayOptions.gateway(said, shell);
    try {
      var _ = new GatewayTurns(running).active();
      return new TurnGateway(running, null);
    } catch (GatewayTrouble e) {
      running.close();
      if (!e.isNobodyThere() || words.has(URL)) {
        throw e;
      }
      return own(
          words,
          command,
          shell,
          servers ->
              "no belay serve runs here: starting one for this " + occasion + ", with " + servers);
    }
  }

  /**
   * Starts one.
   *
   * @param told says that to a person, who has not asked for it; null where it was asked for
   */
  private static @Nullable TurnGateway own(
      Said said, List<String> command, Shell shell, @Nullable UnaryOperator<String> told)
      throws UsageException, IOException, InterruptedException {
    var fixed = List.of("--host", "127.0.0.1", "--port", "0");
    var chosen =
        ChosenServers.of(
            option -> {
              int at = fixed.indexOf(option);
              return at < 0 ? said.values(option) : fixed.subList(at + 1, at + 2);
            },
            command,
            shell);
    if (chosen == null) {
      return null;
    }
    if (told != null) {
      shell.say("belay: " + told.apply(chosen.served()));
    }
    // Sample tools are only among them where that was just said.
    var provisions = chosen.provisions(shell, () -> {});
    var own = OwnGateway.start(chosen.settings(), chosen, provisions, shell);
    // A token that is given for another gateway is none for this one.
    var environment = new HashMap<>(shell.environment());
    environment.keySet().removeAll(Set.of(RunningGateway.TOKEN));
    return new TurnGateway(new RunningGateway(own.base(), environment), own);
  }

  /** {@return whether it was started for this command alone} */
  boolean isOwn() {
    return own != null;
  }

  /** {@return its turns} */
  GatewayTurns turns() {
    return new GatewayTurns(running);
  }

  /** Leaves it; one of its own ends, with all that it has started. */
  void close() throws InterruptedException {
    running.close();
    if (own != null) {
      own.close();
    }
  }
}
