package dev.belay.gateway.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One server while its sources are read; files may share its keys but only one may start it. */
final class ServerDraft {
  final String name;
  final Origin at;
  final Values values;
  private @Nullable List<String> args;
  private @Nullable Origin argsAt;
  private final Map<String, String> env = new LinkedHashMap<>();
  private final Map<String, Origin> envAt = new LinkedHashMap<>();
  private boolean fromCommandLine;
  private boolean leftOut;

  ServerDraft(String name, Origin at) {
    this.name = name;
    this.at = at;
    values = new Values(Keys.SERVERS + "." + name);
  }

  void args(List<String> given, Origin origin) {
    args = List.copyOf(given);
    argsAt = origin;
  }

  void env(String variable, String value, Origin origin) {
    env.put(variable, value);
    envAt.put(values.path(Keys.ENV) + "." + variable, origin);
  }

  void startedByCommandLine() {
    fromCommandLine = true;
  }

  /** The server is known but cannot or shall not be started; the reason is in the findings. */
  void leaveOut() {
    leftOut = true;
  }

  @Nullable ServerSettings settled(
      Duration startupTimeout,
      Duration cancelGrace,
      Map<String, Origin> origins,
      Findings findings) {
    var command = values.get(Keys.COMMAND);
    if (leftOut) {
      return null;
    }
    if (command == null) {
      // A wrong command is already in the findings.
      if (values.origin(Keys.COMMAND) == null) {
        findings.error(at, values.path(Keys.COMMAND.name()), "is missing");
      }
      return null;
    }
    values.eachOrigin(origins::put);
    origins.putAll(envAt);
    if (argsAt != null) {
      origins.put(values.path(Keys.ARGS), argsAt);
    }
    return new ServerSettings(
        name,
        command,
        args == null ? List.of() : args,
        env,
        directory(findings),
        values.get(Keys.TIMEOUT),
        values.get(Keys.IDLE_TIMEOUT),
        values.get(Keys.STARTUP_TIMEOUT, startupTimeout),
        values.get(Keys.CANCEL_GRACE, cancelGrace),
        values.get(Keys.ISOLATION, Isolation.SHARED),
        fromCommandLine);
  }

  private @Nullable Path directory(Findings findings) {
    var cwd = values.get(Keys.CWD);
    try {
      return cwd == null ? null : Path.of(cwd);
    } catch (InvalidPathException e) {
      var origin = values.origin(Keys.CWD);
      findings.error(
          origin == null ? at : origin, values.path("cwd"), "is no path: " + e.getReason());
      return null;
    }
  }
}
