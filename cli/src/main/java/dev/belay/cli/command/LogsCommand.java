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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
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

  /** How long the first of what is remembered may take. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How long the next one may take: all of it is sent at once. */
  private static final Duration QUIET = Duration.ofMillis(500);

  private static final int MOST_IDS = 20;

  private final Time time;

  /** Creates the command; its waits go by {@code time}. */
  LogsCommand(Time time) {
    this.time = time;
  }

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("logs");
    spec.usageMessage()
        .customSynopsis("belay logs [-f] [-n N] [--json] [CALL | SERVER] [--url URL]")
        .description(
            "",
            "Prints what has happened on a running belay serve, from its journal, which has the"
                + " newest",
            "16,384 events: to one call, or to the calls of one server, whose last words on"
                + " standard",
            "error come first; or to all calls.")
        .footer(
            "",
            "With -f it goes on once a gateway that was restarted is back.",
            "",
            "Exit codes: 0 ok, 1 nothing is known of it, it means several calls, or the gateway"
                + " could not",
            "be asked, 2 usage.",
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
      var telling =
          new Telling(
              history, word, ofServer != null, new LinkedHashSet<>(), most, asJson, shell, time);
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
   * @param ids the calls that the word has meant
   */
  private record Telling(
      GatewayHistory history,
      @Nullable String word,
      boolean isServer,
      Set<String> ids,
      int most,
      boolean asJson,
      Shell shell,
      Time time) {
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
      if (isServer) {
        return call.text("upstream").equals(word);
      }
      return RemoteCall.isMeant(call.text("id"), word);
    }

    private boolean isOfCall() {
      return word != null && !isServer;
    }

    private static boolean isGap(ServerEvent event) {
      return event.type().equals("replay_gap");
    }

    /** {@return whether the word means several calls, which are then listed} */
    private boolean isOfSeveral() {
      if (word == null || ids.size() < 2) {
        return false;
      }
      shell.say(
          "belay: " + CallRow.line(word) + " means " + ids.size() + " calls; give more digits:");
      ids.stream().limit(MOST_IDS).forEach(id -> shell.say("  " + CallRow.line(id)));
      if (ids.size() > MOST_IDS) {
        shell.say("  …");
      }
      return true;
    }

    /** Prints what is remembered. */
    ExitCode once() throws GatewayTrouble, IOException, InterruptedException {
      var kept = new ArrayDeque<ServerEvent>();
      var _ = remembered(kept);
      if (isOfSeveral()) {
        return ExitCode.ERROR;
      }
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
      try (var events = history.events(GatewayHistory.BEGINNING)) {
        boolean isFirst = true;
        for (var event = next(events, PATIENCE); event != null; event = next(events, QUIET)) {
          // The first event tells that the run is another one.
          if (!(isFirst && isGap(event)) && isMeant(event)) {
            if (isOfCall()) {
              ids.add(event.data().in("call").text("id"));
            }
            kept.add(event);
            if (kept.size() > most) {
              kept.remove();
            }
          }
          isFirst = false;
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

    /** {@return the next event; null if there is none in time, after which the stream is closed} */
    private @Nullable ServerEvent next(ServerEvents events, Duration limit) throws IOException {
      if (events.isReady()) {
        return events.next();
      }
      // The newest event may be another principal's, and is then never sent.
      try (var _ = time.after(limit, () -> close(events))) {
        return events.next();
      }
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
      var stop = new CompletableFuture<Boolean>();
      var open = new AtomicReference<@Nullable ServerEvents>();
      shell
          .onInterrupt()
          .accept(() -> {
            stop.complete(true);
            close(open.get());
          });
      var kept = new ArrayDeque<ServerEvent>();
      var after = remembered(kept);
      if (isOfSeveral()) {
        return ExitCode.ERROR;
      }
      for (var event : kept) {
        print(event);
      }
      boolean isTold = false;
      while (!stop.isDone()) {
        try (var events = history.events(after)) {
          isTold = false;
          open.set(events);
          after = print(events, after, stop);
        } catch (IOException _) {
          // Lost, or closed at the end: the next one goes on after the last event.
        } catch (GatewayTrouble e) {
          if (!e.isNobodyThere() && !e.isAnswerLost()) {
            throw e;
          }
          if (!isTold) {
            shell.say("belay: the gateway does not answer; waiting until it is back");
          }
          isTold = true;
        }
        var _ = time.await(stop, PAUSE);
      }
      return ExitCode.OK;
    }

    /** {@return the id of the last event} */
    private String print(ServerEvents events, String after, CompletableFuture<Boolean> stop)
        throws IOException {
      var last = after;
      boolean isFirst = after.equals(GatewayHistory.BEGINNING);
      while (!stop.isDone()) {
        var event = events.next();
        if (event == null) {
          break;
        }
        // The first event after no run's id tells that the run is another one.
        if (!(isFirst && isGap(event)) && isMeant(event) && isOfFirstCall(event)) {
          print(event);
        }
        isFirst = false;
        last = events.lastId().isEmpty() ? last : events.lastId();
      }
      return last;
    }

    /** {@return whether it is of the call that the word meant first, as later ones may begin so} */
    private boolean isOfFirstCall(ServerEvent event) {
      if (!isOfCall()) {
        return true;
      }
      var id = event.data().in("call").text("id");
      return ids.isEmpty() ? ids.add(id) : ids.contains(id);
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
