package dev.belay.cli.server;

import dev.belay.access.Gatekeeper;
import dev.belay.cli.display.Display;
import dev.belay.cli.server.Serving.Provisions;
import dev.belay.cli.server.Serving.Reloading;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.config.ConfigWatch;
import dev.belay.config.DeclaredLimits;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.config.Start;
import dev.belay.core.call.Seconds;
import dev.belay.core.time.Time;
import dev.belay.gateway.listing.Pins;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs {@code belay serve} from its loaded settings to its exit code. */
public final class HttpServing implements Serving {
  /** Begins the message about a server that never ran; about one that ended, its name does. */
  private static final String CANNOT_START = "cannot start ";

  /** Creates it; nothing is served yet. */
  public HttpServing() {}

  @Override
  public ExitCode run(Settings settings, Reloading reloading, Provisions provisions, Shell shell)
      throws InterruptedException {
    var errors = Display.ofWords(shell.err(), shell.errIsTerminal(), Time.system());
    // The audit log is opened first: every call needs it, and without it no server may start.
    try (var audit = Audit.open(settings.observability().audit(), errors::say, Time.system())) {
      var stop = new CompletableFuture<Boolean>();
      var signals =
          Thread.ofPlatform()
              .name("belay-signals")
              .start(() -> shell.onStop().accept(() -> stop.complete(true)));
      var gateway =
          new GatewayServer(
              settings,
              audit,
              () ->
                  Gatekeeper.open(
                      settings, shell.environment(), Time.system(), errors::say, audit.refusals()),
              reloading.servers(settings),
              provisions,
              state(shell, errors::say),
              errors::say,
              errors::write);
      try {
        signals.join();
        var troubles = gateway.troubles();
        troubles.forEach(errors::say);
        ScriptFaults.of(settings).forEach(errors::say);
        HttpBinding.warning(settings).ifPresent(errors::say);
        if (isVain(reloading.servers(settings), troubles)) {
          return ExitCode.ERROR;
        }
        errors.say("listening on " + gateway.url());
        errors.say(
            "the console is at "
                + gateway.consoleUrl()
                + "; belay console prints a link that signs you in");
        limits(settings, reloading.servers(settings)).forEach(errors::say);
        try (var watch = watch(reloading, settings, gateway, errors::say)) {
          watch.begin();
          var _ = stop.join();
        }
      } finally {
        gateway.close();
      }
      return ExitCode.OK;
    } catch (IOException e) {
      errors.say(why(e));
      return ExitCode.ERROR;
    } finally {
      errors.close();
    }
  }

  private static ConfigWatch watch(
      Reloading reloading, Settings first, GatewayServer gateway, Consumer<String> report) {
    return new ConfigWatch(
            reloading::files,
            reloading::load,
            changed -> {
              var servers = reloading.servers(changed);
              gateway.replace(changed, servers);
              ScriptFaults.of(changed).forEach(report);
              limits(changed, servers).forEach(report);
              if (servers.isEmpty()) {
                report.accept(
                    "the configuration has no servers any more; the present ones are still served");
              }
              var later = first.fromNextStart(changed);
              if (!later.isEmpty()) {
                report.accept(
                    "takes effect at the next start: changes of " + String.join(", ", later));
              }
            },
            report,
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
