package dev.belay.cli.chat;

import dev.belay.cli.chat.ChatTurn.Place;
import dev.belay.cli.display.Display;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.GatewayTurns.TalkingAgent;
import dev.belay.cli.server.TerminalQuestion.Keys;
import dev.belay.cli.shell.ExitCode;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Controls;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.Terminal.Signal;
import org.jline.terminal.TerminalBuilder;

/** Runs {@code belay chat} in a terminal, line by line, until the person leaves. */
public final class Talk {
  private static final String HELP =
      """
      /agent NAME  talk to another agent, afresh; without a name, list them
      /new         begin afresh: what was said is forgotten
      /help        this
      /quit        leave; so does Ctrl-C or Ctrl-D at the prompt
      Ctrl-C while the agent answers cancels that, a second one leaves.
      """;

  private final ChatGateway gateway;
  private final GatewayTurns turns;
  private final Terminal terminal;
  private final Map<String, String> environment;
  private final Time time;
  private final PrintStream screen;
  private Partner partner;

  private Talk(
      ChatGateway gateway,
      Partner partner,
      Terminal terminal,
      Map<String, String> environment,
      Time time) {
    this.gateway = gateway;
    turns = gateway.turns();
    this.partner = partner;
    this.terminal = terminal;
    this.environment = environment;
    this.time = time;
    screen = new PrintStream(terminal.output(), true, StandardCharsets.UTF_8);
  }

  /** {@return the terminal to read from; a dumb one if there is none} */
  public static Terminal terminal() throws IOException {
    return TerminalBuilder.builder().system(true).dumb(true).nativeSignals(true).build();
  }

  /** {@return whether the terminal supports a conversation} */
  public static boolean isFit(Terminal terminal) {
    return !terminal.getType().startsWith(Terminal.TYPE_DUMB);
  }

  /** Talks on the terminal until the person leaves; the terminal stays open. */
  public static ExitCode on(
      Terminal terminal,
      ChatGateway gateway,
      Partner partner,
      Map<String, String> environment,
      Time time)
      throws GatewayTrouble, IOException, InterruptedException {
    return new Talk(gateway, partner, terminal, environment, time).talk();
  }

  private ExitCode talk() throws GatewayTrouble, IOException, InterruptedException {
    greet(turns.agents());
    var reader = reader();
    while (true) {
      String line;
      try {
        line = reader.readLine(prompt()).strip();
      } catch (UserInterruptException | EndOfFileException _) {
        return ExitCode.OK;
      }
      if (line.equals("/quit") || line.equals("/exit")) {
        return ExitCode.OK;
      }
      if (line.startsWith("/")) {
        obey(line);
      } else if (!line.isEmpty() && !say(line)) {
        return ExitCode.INTERRUPTED;
      }
    }
  }

  /**
   * {@return a reader that takes lines literally: no quotes, escapes or history by exclamation
   * marks}
   */
  private LineReader reader() {
    var plain = new DefaultParser();
    plain.setEscapeChars(new char[0]);
    plain.setQuoteChars(new char[0]);
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .appName("belay")
        .parser(plain)
        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
        .option(LineReader.Option.DISABLE_HIGHLIGHTER, true)
        .option(LineReader.Option.BRACKETED_PASTE, true)
        .build();
  }

  private String prompt() {
    return (partner.agent() == null ? "" : CallRow.line(partner.agent())) + "> ";
  }

  private void greet(List<TalkingAgent> agents) throws GatewayTrouble {
    if (agents.isEmpty()) {
      throw new GatewayTrouble("the gateway has no agents; they are configured under agents");
    }
    var named = partner.agent();
    if (named == null) {
      partner = new Partner(agents.getFirst().agentId(), partner.session());
    } else if (!isKnown(agents, named)) {
      throw new GatewayTrouble(unknown(agents, named));
    }
    agents.stream()
        .filter(agent -> agent.agentId().equals(partner.agent()))
        .findFirst()
        .ifPresent(
            agent -> screen.println(ChatBanner.line(agent, turns, partner) + " /help tells more."));
  }

  private static boolean isKnown(List<TalkingAgent> agents, String name) {
    return agents.stream().anyMatch(agent -> agent.agentId().equals(name));
  }

  private static String unknown(List<TalkingAgent> agents, String name) {
    var names = agents.stream().map(TalkingAgent::agentId).toList();
    var nearest = Nearest.to(name, names);
    return CallRow.line(
        "no agent '"
            + name
            + "'"
            + (nearest == null
                ? "; there are " + String.join(", ", names)
                : "; did you mean " + nearest + "?"));
  }

  private void obey(String line) throws InterruptedException {
    var words = line.split("\\s+", 2);
    switch (words[0]) {
      case "/help" -> screen.print(HELP);
      case "/new" -> {
        partner = Partner.fresh(partner.agent());
        screen.println("Begun afresh: conversation " + partner.session() + ".");
      }
      case "/agent" -> agent(words.length == 1 ? "" : words[1].strip());
      default ->
          screen.println("there is no " + CallRow.line(words[0]) + "; /help lists what there is");
    }
  }

  private void agent(String name) throws InterruptedException {
    try {
      var agents = turns.agents();
      if (name.isEmpty()) {
        agents.forEach(agent -> screen.println(agent.line()));
      } else if (isKnown(agents, name)) {
        partner = Partner.fresh(name);
      } else {
        screen.println(unknown(agents, name));
      }
    } catch (GatewayTrouble e) {
      screen.println("belay: " + e.text());
    }
  }

  /** Sends a message; returns false if the person left during the answer. */
  private boolean say(String message) throws IOException, InterruptedException {
    var cancel = new CompletableFuture<Boolean>();
    var leave = new CompletableFuture<Boolean>();
    var before =
        terminal.handle(
            Signal.INT,
            _ -> {
              if (!cancel.complete(true)) {
                leave.complete(true);
              }
            });
    var shows = shows();
    var display = new Display(screen, () -> true, shows, time);
    try {
      var place =
          new Place(
              terminal.output(),
              Controls::shown,
              screen,
              shows,
              /* isOneScreen= */ true,
              new Keys(
                  terminal.reader(),
                  this::taking,
                  () -> {},
                  terminal::getWidth,
                  /* isEchoing= */ true));
      var _ = new ChatTurn(gateway, partner, place, display, time).say(message, cancel, leave);
    } catch (GatewayTrouble e) {
      // Not fatal: the gateway may be back for the next message.
      display.say(e.text());
    } finally {
      display.close();
      var _ = terminal.handle(Signal.INT, before);
    }
    if (leave.isDone()) {
      screen.println(); // the shell's prompt begins on a line of its own
      return false;
    }
    return true;
  }

  /** Takes each key as it is pressed: a reading of whole lines could not be given up. */
  private Runnable taking() {
    var before = terminal.enterRawMode();
    return () -> terminal.setAttributes(before);
  }

  private dev.belay.cli.display.Terminal shows() {
    var said = dev.belay.cli.display.Terminal.of(environment, /* isTerminal= */ true);
    int columns = terminal.getWidth();
    return new dev.belay.cli.display.Terminal(
        /* live= */ true, said.colour(), said.unicode(), columns < 20 ? said.columns() : columns);
  }
}
