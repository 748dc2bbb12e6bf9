package dev.belay.cli.server;

import dev.belay.access.Gatekeeper;
import dev.belay.cli.log.CallLog;
import dev.belay.cli.log.LogStyle;
import dev.belay.cli.log.ReadyWatch;
import dev.belay.cli.log.ServeLog;
import dev.belay.cli.server.Serving.Provisions;
import dev.belay.cli.server.Serving.Reloading;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.config.ConfigWatch;
import dev.belay.config.DeclaredLimits;
import dev.belay.config.Origin;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.core.call.Seconds;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.upstream.Report;
import dev.belay.mcp.envelope.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs {@code belay serve} from its loaded settings to its exit code. */
public final class HttpServing implements Serving {
  /** Begins the message about a server that never ran; about one that ended, its name does. */
  private static final String CANNOT_START = "cannot start ";

  private static final int MOST_NAMES = 10;

  /** Creates it; nothing is served yet. */
  public HttpServing() {}

  @Override
  public ExitCode run(
      Settings settings, Reloading reloading, Provisions provisions, LogStyle style, Shell shell)
      throws InterruptedException {
    var time = Time.system();
    long begun = time.nanos();
    var log = new ServeLog(shell, style, time);
    if (measures(settings)) {
      log.measure();
    }
    // The audit log is opened first: every call needs it, and without it no server may start.
    try (var audit = Audit.open(settings.observability().audit(), log::say, time)) {
      var stop = new CompletableFuture<Boolean>();
      var signals =
          Thread.ofPlatform()
              .name("belay-signals")
              .start(() -> shell.onStop().accept(() -> stop.complete(true)));
      var gateway =
          new GatewayServer(
              time,
              settings,
              audit,
              () ->
                  Gatekeeper.open(settings, shell.environment(), time, log::say, audit.refusals()),
              reloading.servers(settings),
              provisions,
              state(shell, log::say),
              new LoggedReport(log),
              log::words);
      try (var calls = new CallLog(gateway.journal(), log, gateway::named, time)) {
        signals.join();
        if (!serve(gateway, settings, reloading, calls, stop, log)) {
          return ExitCode.ERROR;
        }
        int processes = gateway.processes();
        gateway.close();
        calls.sayGoodbye(Duration.ofNanos(time.nanos() - begun), processes);
      } finally {
        gateway.close();
      }
      return ExitCode.OK;
    } catch (IOException e) {
      log.say("error: " + why(e));
      return ExitCode.ERROR;
    } finally {
      log.close();
    }
  }

  /** Writes what the gateway reports to the log. */
  private record LoggedReport(ServeLog log) implements Report {
    @Override
    public void say(String line) {
      log.say(line);
    }

    @Override
    public void figures(String line) {
      log.figures(line);
    }
  }

  /** {@return false if there is nothing to serve; else true, once it was told to stop} */
  private static boolean serve(
      GatewayServer gateway,
      Settings settings,
      Reloading reloading,
      CallLog calls,
      CompletableFuture<Boolean> stop,
      ServeLog log) {
    try (var ready = new ReadyWatch(gateway.states(), log, Time.system())) {
      ready.look();
      ScriptFaults.of(settings).forEach(log::say);
      HttpBinding.warning(settings).ifPresent(log::say);
      if (isVain(reloading.servers(settings), gateway.troubles())) {
        return false;
      }
      calls.start();
      greet(gateway, settings, reloading, log);
      ready.begin();
      try (var watch = watch(reloading, settings, gateway, log)) {
        watch.begin();
        return stop.join();
      }
    }
  }

  /** {@return whether somebody has set how often figures are written, as load tests do} */
  private static boolean measures(Settings settings) {
    return Stream.of("pressure_log_interval", "tools_stats_log_interval")
        .anyMatch(key -> !settings.origins().of("observability." + key).equals(Origin.DEFAULT));
  }

  /** Says what is served, where, for whom and within which limits. */
  private static void greet(
      GatewayServer gateway, Settings settings, Reloading reloading, ServeLog log) {
    var servers = reloading.servers(settings);
    log.inform("serving " + names(servers) + ", " + audience(settings));
    log.inform(
        "listening on " + gateway.url(),
        new JsonText()
            .text("event", "listening")
            .text("url", gateway.url())
            .text("console", gateway.consoleUrl())
            .texts("servers", servers.stream().map(ServerSettings::name).toList())
            .flag("needs_token", settings.auth().isRequired()));
    log.inform(
        "the console is at "
            + gateway.consoleUrl()
            + "; belay console prints a link that signs you in");
    limits(settings, servers).forEach(log::inform);
  }

  private static String names(List<ServerSettings> servers) {
    var names =
        servers.stream()
            .limit(MOST_NAMES)
            .map(ServerSettings::name)
            .collect(Collectors.joining(", "));
    int more = servers.size() - MOST_NAMES;
    return more > 0 ? names + " and " + more + " more" : names;
  }

  private static String audience(Settings settings) {
    var auth = settings.auth();
    if (!auth.isRequired()) {
      return "to programs on this machine, without a token";
    }
    var oauth = auth.oauth();
    return "to clients with a token"
        + (oauth == null
            ? ""
            : (auth.tokens().isConfigured() ? ", or one of " : " of ") + oauth.issuer());
  }

  private static ConfigWatch watch(
      Reloading reloading, Settings first, GatewayServer gateway, ServeLog log) {
    return new ConfigWatch(
            reloading::files,
            reloading::load,
            changed -> {
              var servers = reloading.servers(changed);
              gateway.replace(changed, servers);
              ScriptFaults.of(changed).forEach(log::say);
              limits(changed, servers).forEach(log::inform);
              if (servers.isEmpty()) {
                log.say(
                    "the configuration has no servers any more; the present ones are still served");
              }
              var later = first.fromNextStart(changed);
              if (!later.isEmpty()) {
                log.say("takes effect at the next start: changes of " + String.join(", ", later));
              }
            },
            log::say,
            Time.system())
        .also(gateway::lookAtPins)
        .since(first);
  }

  /** {@return the effective limits of calls, one line per distinct limits, and of turns (C6)} */
  static List<String> limits(Settings settings, List<ServerSettings> servers) {
    var names = new LinkedHashMap<String, List<String>>();
    for (var server : servers) {
      // The empty name is matched only by globs that match every tool.
      var merged =
          server.start() instanceof Start.Native
              ? settings.limits(server.name(), "", new DeclaredLimits("", null, null))
              : settings.limits(server.name(), "");
      var text =
          "timeout "
              + limit(merged.timeout().value())
              + ", idle_timeout "
              + limit(merged.idleTimeout().value());
      names.computeIfAbsent(text, _ -> new ArrayList<>()).add(server.name());
    }
    var lines = new ArrayList<String>();
    names.forEach((text, of) ->
        lines.add(
            "limits of calls"
                + (names.size() == 1 ? "" : " to " + String.join(", ", of))
                + ": "
                + text));
    lines.add(
        "limit of turns: "
            + limit(settings.turns().limit())
            + "; belay config show says where each limit is set, and those of single tools");
    return lines;
  }

  private static String limit(Duration limit) {
    return limit.isZero() ? "none" : Seconds.text(limit) + "s";
  }

  /**
   * {@return whether serving is pointless: the only server is the command of the command line, and
   * it cannot be started} A server at a URL, or one that ended, may come back; a file may be
   * corrected.
   */
  private static boolean isVain(List<ServerSettings> servers, List<String> troubles) {
    return servers.size() == 1
        && servers.getFirst().fromCommandLine()
        && servers.getFirst().start() instanceof Start.Command
        && !troubles.isEmpty()
        && troubles.getFirst().startsWith(CANNOT_START);
  }

  /**
   * The state directory; null, after a warning, if there is none: changed tools then go unnoticed,
   * and jobs end with the program.
   */
  static @Nullable Path state(Shell shell, Consumer<String> report) {
    try {
      return Pins.directory(shell.environment()).getParent();
    } catch (IOException e) {
      report.accept("warning: changes of tools go unnoticed: " + e.getMessage());
      return null;
    }
  }

  /** Strips the system call and error number that the native transport puts first. */
  private static String plain(Throwable cause) {
    return String.valueOf(cause.getMessage())
        .replaceFirst("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ", "");
  }

  private static String why(IOException e) {
    var text = String.valueOf(e.getMessage());
    var cause = e.getCause();
    return cause == null
        ? text
        : text + " (" + plain(cause) + "). Choose another with --port, or --port 0 for any.";
  }
}
