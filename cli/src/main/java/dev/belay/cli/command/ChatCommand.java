package dev.belay.cli.command;

import dev.belay.cli.chat.Introduction;
import dev.belay.cli.chat.OneMessage;
import dev.belay.cli.chat.Partner;
import dev.belay.cli.chat.Talk;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code belay chat}: talking to an agent of a gateway, in a terminal or for one message. */
final class ChatCommand implements Subcommand {
  private static final String AGENT = "--agent";
  private static final String SESSION = "--session";

  @Override
  public ExitCode run(Said said, List<String> command, Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    var partner =
        new Partner(
            said.value(AGENT),
            said.has(SESSION) ? said.values(SESSION).getLast() : Partner.freshSession());
    var message = said.words().isEmpty() ? null : said.words().getFirst();
    if (message != null && message.isBlank()) {
      throw new UsageException("the message is empty; say something, or start it in a terminal");
    }
    var gateway = TurnGateway.of(said, command, "conversation", shell);
    if (gateway == null) {
      return ExitCode.USAGE;
    }
    try {
      var expected = gateway.isOwn() ? List.<String>of() : GatewayOptions.agents(said, shell);
      return talk(gateway, partner, expected, message, shell);
    } finally {
      gateway.close();
    }
  }

  private static ExitCode talk(
      TurnGateway gateway,
      Partner partner,
      List<String> expected,
      @Nullable String message,
      Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    var introduction = new Introduction(gateway.turns(), partner, expected);
    if (message == null && shell.outIsTerminal().getAsBoolean()) {
      try (var terminal = Talk.terminal()) {
        if (Talk.isFit(terminal)) {
          say(introduction, /* isSeen= */ false, shell);
          return Talk.on(terminal, gateway.turns(), partner, shell.environment(), Time.system());
        }
      }
    }
    var text = message == null ? piped(shell) : message;
    say(introduction, !gateway.isOwn() && shell.errIsTerminal().getAsBoolean(), shell);
    return OneMessage.say(text, gateway.turns(), partner, shell, Time.system());
  }

  private static void say(Introduction introduction, boolean isSeen, Shell shell)
      throws GatewayTrouble, InterruptedException {
    introduction.lines(isSeen).forEach(line -> shell.say("belay: " + line));
  }

  private static String piped(Shell shell) throws UsageException, IOException {
    var text = new String(shell.in().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (text.isEmpty()) {
      throw new UsageException("standard input is empty; say something, or start it in a terminal");
    }
    return text;
  }
}
