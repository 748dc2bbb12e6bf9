package dev.belay.cli.command;

import dev.belay.cli.chat.ChatGateway;
import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.remote.GatewayApprovals;
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
 * The gateway on which a command runs turns: a running one, or one of its own for the duration of
 * the command.
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

  /** Adds the options that choose a gateway. */
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
   * Finds the chosen gateway, or starts one.
   *
   * @param command a server's own command line, after {@code --}; empty if there is none
   * @param occasion what a gateway is started for if none runs, such as {@code conversation}
   * @return null if the configuration is wrong, which has been reported
   * @throws GatewayTrouble if the gateway cannot be used
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
   * Starts a gateway of the command's own.
   *
   * @param told the message about a start that was not asked for, given the servers; null if it was
   *     asked for
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
    // Sample tools are served only if the line above has named them.
    var provisions = chosen.provisions(shell, () -> {});
    var own = OwnGateway.start(chosen.settings(), chosen, provisions, shell);
    // A token for another gateway is not valid for this one.
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

  /** {@return the gateway for a conversation} */
  ChatGateway chat() {
    return new ChatGateway(
        turns(), new GatewayApprovals(running), own == null ? List.of() : List.of(own.display()));
  }

  /** Disconnects; the command's own gateway ends, with all that it has started. */
  void close() throws InterruptedException {
    running.close();
    if (own != null) {
      own.close();
    }
  }
}
