package dev.belay.cli.command;

import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayHistory;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.JournalLine;
import dev.belay.cli.remote.JsonFields;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.remote.ServerEvents;
import dev.belay.cli.remote.ServerEvents.ServerEvent;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay logs}: tells what has happened on a gateway, to one call or behind one server. */
final class LogsCommand implements Subcommand {
  private static final int MOST = 200;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /** How long all that is remembered may take. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("logs");
    spec.usageMessage()
        .customSynopsis("belay logs [-f] [-n N] [--json] [CALL | SERVER] [--url URL]")
        .description(
            "",
            "Prints what has happened on a running belay serve, from its journal, which has the"
                + " newest",
            "4,096 events: to one call, or to the calls of one server, whose last words on"
                + " standard",
            "error come first; or to all calls.")
        .footer(
            "",
            "Exit codes: 0 ok, 1 nothing is known of it or the gateway could not be asked, 2"
                + " usage.",
            "",
            "Examples:",
            "  belay logs",
            "  belay logs 3f9a1c07",
            "  belay logs -f files",
            "  belay logs --json -n 1000 | jq 'select(.event == \"settled\")'");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("CALL | SERVER")
            .index("0")
            .arity("0..1")
            .type(String.class)
            .description(
                "an ID of belay ps -a, or enough of its first digits to be unique; or a server")
            .build());
    spec.addOption(
        OptionSpec.builder("-f", "--follow")
            .type(boolean.class)
            .description("go on with what happens, until Ctrl-C")
            .build());
    spec.addOption(
        OptionSpec.builder("-n", "--lines")
            .paramLabel("N")
            .type(String.class)
            .description("how many of the newest events (" + MOST + ")")
            .build());
    spec.addOption(ServerSpec.flag("--json", "print each event as an object"));
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    String word = said.matchedPositionalValue(0, (String) null);
    int most = new TypedNumbers(new ParsedWords(said)).count("--lines", MOST, 0);
    boolean asJson = said.hasMatchedOption("--json");
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      var history = new GatewayHistory(gateway);
      var ofServer = word == null ? null : history.server(word);
      var telling = new Telling(history, word, ofServer != null, most, asJson, shell);
      if (ofServer != null && !asJson) {
        telling.printWords(ofServer);
      }
      return said.hasMatchedOption("--follow") ? telling.follow() : telling.once();
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  /**
   * Tells the events that are meant.
   *
   * @param word the call or the server; null for all calls
   */
  private record Telling(
      GatewayHistory history,
      @Nullable String word,
      boolean isServer,
      int most,
      boolean asJson,
      Shell shell) {
    void printWords(JsonFields server) throws IOException {
      for (var line : server.texts("stderr")) {
        shell.print("[" + CallRow.line(server.text("name")) + "] " + CallRow.line(line) + "\n");
      }
    }

    private boolean isMeant(ServerEvent event) {
      var data = event.data();
      if (word == null) {
        return true;
      }
      if (!data.has("call")) {
        return isServer && data.text("upstream").equals(word);
      }
      var call = data.in("call");
      return isServer
          ? call.text("upstream").equals(word)
          : RemoteCall.isMeant(call.text("id"), word);
    }

    /** Prints what is remembered. */
    ExitCode once() throws GatewayTrouble, IOException, InterruptedException {
      var kept = new ArrayDeque<ServerEvent>();
      var _ = remembered(kept);
      for (var event : kept) {
        print(event);
      }
      return kept.isEmpty() && word != null && !isServer ? unknown(word) : ExitCode.OK;
    }

    /**
     * Collects the newest of the events that are meant.
     *
     * @return the id of the last event that was read
     */
    private String remembered(ArrayDeque<ServerEvent> kept)
        throws GatewayTrouble, InterruptedException {
      var newest = history.newest();
      if (newest.isEmpty()) {
        return GatewayHistory.BEGINNING;
      }
      var last = GatewayHistory.BEGINNING;
      try (var events = history.events(GatewayHistory.BEGINNING);
          // The newest event may be another principal's, and is then never sent.
          var _ = Time.system().after(PATIENCE, () -> close(events))) {
        for (var event = events.next(); event != null; event = events.next()) {
          // The first event tells that the run is another one.
          if (!event.type().equals("replay_gap") && isMeant(event)) {
            kept.add(event);
            if (kept.size() > most) {
              kept.remove();
            }
          }
          last = events.lastId().isEmpty() ? last : events.lastId();
          var number = GatewayHistory.number(events.lastId());
          if (number.isPresent() && number.getAsLong() >= newest.getAsLong()) {
            break;
          }
        }
      } catch (IOException _) {
        // What has come so far is what there is.
      }
      return last;
    }

    /** A call that the journal has no more may be a job, of which the end is remembered. */
    private ExitCode unknown(String id) throws GatewayTrouble, IOException, InterruptedException {
      var story = history.story(id);
      if (story == null) {
        shell.say(
            "belay: nothing is known of "
                + CallRow.line(id)
                + ": neither a server nor a call of the journal. See: belay ps -a, belay health");
        return ExitCode.ERROR;
      }
      var outcome = story.find("outcome");
      var how = outcome == null ? "runs" : outcome.replace('_', ' ');
      shell.print(
          CallRow.line(story.text("id") + "  " + story.text("tool") + "  " + how)
              + "; its events are remembered no more\n");
      return ExitCode.OK;
    }

    /** Prints what is remembered and what follows, until Ctrl-C. */
    ExitCode follow() throws GatewayTrouble, IOException, InterruptedException {
      var stopped = new AtomicBoolean();
      var open = new AtomicReference<@Nullable ServerEvents>();
      shell
          .onInterrupt()
          .accept(() -> {
            stopped.set(true);
            close(open.get());
          });
      var kept = new ArrayDeque<ServerEvent>();
      var after = remembered(kept);
      for (var event : kept) {
        print(event);
      }
      while (!stopped.get()) {
        try (var events = history.events(after)) {
          open.set(events);
          after = print(events, after, stopped);
        } catch (IOException _) {
          // Lost, or closed at the end: the next one goes on after the last event.
        }
        var _ = stopped.get() || Time.system().await(new CompletableFuture<>(), PAUSE);
      }
      return ExitCode.OK;
    }

    /** {@return the id of the last event} */
    private String print(ServerEvents events, String after, AtomicBoolean stopped)
        throws IOException {
      var last = after;
      while (!stopped.get()) {
        var event = events.next();
        if (event == null) {
          break;
        }
        boolean isFirst = last.equals(GatewayHistory.BEGINNING);
        if (!(isFirst && event.type().equals("replay_gap")) && isMeant(event)) {
          print(event);
        }
        last = events.lastId().isEmpty() ? last : events.lastId();
      }
      return last;
    }

    private static void close(@Nullable ServerEvents events) {
      try {
        if (events != null) {
          events.close();
        }
      } catch (IOException _) {
        // It is gone in any case.
      }
    }

    private void print(ServerEvent event) throws IOException {
      shell.print((asJson ? json(event) : JournalLine.of(event, ZoneId.systemDefault())) + "\n");
    }

    private static String json(ServerEvent event) {
      var object = JsonObject.empty().setText("event", event.type());
      var data = event.data().object();
      for (var name : data.names()) {
        var raw = data.raw(name);
        if (raw != null) {
          object.set(name, raw);
        }
      }
      return new String(object.json(), StandardCharsets.UTF_8);
    }
  }
}
