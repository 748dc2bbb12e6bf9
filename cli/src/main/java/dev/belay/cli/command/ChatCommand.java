package dev.belay.cli.command;

import dev.belay.cli.chat.ChatBanner;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * {@code belay chat}: a conversation with an agent of a gateway, in a terminal or for one message.
 */
final class ChatCommand implements Subcommand {
  private static final String AGENT = "--agent";
  private static final String SESSION = "--session";

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("chat");
    spec.usageMessage()
        .customSynopsis("belay chat [MESSAGE] [--agent NAME] [OPTIONS] [-- CMD...]")
        .description(
            "",
            "Talks to an agent. Its answer appears as it is written, and each tool that it uses has"
                + " a",
            "line. With MESSAGE, or text on standard input, it answers that one message: the"
                + " answer",
            "goes to standard output, everything else to standard error.")
        .footer(
            "",
            "Ctrl-C while it answers cancels the turn with all its tools; a second one, or one at"
                + " the",
            "prompt, leaves. A call that needs a person's yes is shown whole on the terminal, and"
                + " runs",
            "after a yes there. /help at the prompt lists the commands. Agents and their models",
            "are configured under agents and models; without them there is one, main, which"
                + " follows",
            "a script and needs no key.",
            "",
            "It talks to the belay serve of this machine, or the one at --url. With -- CMD or",
            "--mcp-config, it starts those servers for the conversation; if no belay serve runs,"
                + " it",
            "starts what belay serve would start.",
            "",
            "Exit codes: 0 it was answered, 1 it was not, 2 usage, 124 the turn timed out, 130"
                + " interrupted.",
            "",
            "Examples:",
            "  belay chat",
            "  belay chat --agent researcher",
            "  belay chat 'read notes.txt'",
            "  git diff | belay chat --agent reviewer > review.md");
    spec.addPositional(
        PositionalParamSpec.builder()
            .index("0")
            .arity("0..1")
            .paramLabel("MESSAGE")
            .type(String.class)
            .description("the message; without it, typed lines, or standard input")
            .build());
    spec.addOption(ServerSpec.text(AGENT, "NAME", "the agent to talk to (the first one)").build());
    spec.addOption(
        ServerSpec.text(SESSION, "ID", "continue the conversation of this name").build());
    return TurnGateway.options(spec);
  }

  @Override
  public boolean takesServer() {
    return true;
  }

  @Override
  public ExitCode run(ParseResult said, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    var partner =
        new Partner(
            said.matchedOptionValue(AGENT, null),
            said.matchedOptionValue(SESSION, Partner.freshSession()));
    @Nullable String message = said.matchedPositionalValue(0, null);
    if (message != null && message.isBlank()) {
      throw new UsageException("the message is empty; say something, or start it in a terminal");
    }
    try {
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
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static ExitCode talk(
      TurnGateway gateway,
      Partner partner,
      List<String> expected,
      @Nullable String message,
      Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    var introduction = new ChatBanner(gateway.turns(), partner, expected);
    if (message == null && shell.outIsTerminal().getAsBoolean()) {
      try (var terminal = Talk.terminal()) {
        if (Talk.isFit(terminal)) {
          say(introduction, /* isSeen= */ false, shell);
          return Talk.on(terminal, gateway.chat(), partner, shell.environment(), Time.system());
        }
      }
    }
    var text = message == null ? piped(shell) : message;
    say(introduction, !gateway.isOwn() && shell.errIsTerminal().getAsBoolean(), shell);
    return OneMessage.say(text, gateway.chat(), partner, shell, Time.system());
  }

  private static void say(ChatBanner introduction, boolean isSeen, Shell shell)
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
