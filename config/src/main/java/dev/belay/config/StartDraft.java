package dev.belay.config;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How one server is come by, while its sources are read: by a command or by a url, never both. */
final class StartDraft {
  private final Values values;
  private final Origin at;
  private @Nullable List<String> args;
  private final Map<String, String> env = new LinkedHashMap<>();
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Map<String, Origin> origins = new LinkedHashMap<>();

  /**
   * Begins with nothing.
   *
   * @param at where the server itself stands
   */
  StartDraft(Values values, Origin at) {
    this.values = values;
    this.at = at;
  }

  void args(List<String> given, Origin origin) {
    args = List.copyOf(given);
    origins.put(values.path(Keys.ARGS), origin);
  }

  void env(String variable, String value, Origin origin) {
    env.put(variable, value);
    origins.put(values.path(Keys.ENV) + "." + variable, origin);
  }

  /** Sets a header; a later source replaces one of the same name, however that is spelled. */
  void header(String name, String value, Origin origin) {
    headers.keySet().removeIf(name::equalsIgnoreCase);
    headers.put(name, value);
    origins.put(values.path(Keys.HEADERS) + "." + name, origin);
  }

  /** {@return where a command or a url was said, null before that} */
  @Nullable Origin begun() {
    var command = values.origin(Keys.COMMAND);
    return command == null ? values.origin(Keys.URL) : command;
  }

  void eachOrigin(Map<String, Origin> into) {
    into.putAll(origins);
  }

  /** {@return how it is come by; null where that is in the findings} */
  @Nullable Start settled(Findings findings) {
    var commandAt = values.origin(Keys.COMMAND);
    var urlAt = values.origin(Keys.URL);
    if (commandAt == null && urlAt == null) {
      findings.error(at, values.path(), "needs a " + Keys.COMMAND.name() + " or a url");
      return null;
    }
    if (commandAt != null && urlAt != null) {
      findings.error(
          urlAt,
          values.path(Keys.URL.name()),
          "a server has a command or a url, not both; its command is at " + commandAt);
      return null;
    }
    return commandAt == null ? url(findings) : command(findings);
  }

  private @Nullable Start command(Findings findings) {
    foreign(Keys.HEADERS, "a url", findings);
    var type = values.origin(Keys.TYPE);
    if (type != null) {
      findings.error(type, values.path(Keys.TYPE.name()), "is for servers with a url");
    }
    var program = values.get(Keys.COMMAND);
    var directory = directory(findings);
    // A wrong command is already in the findings.
    return program == null
        ? null
        : new Start.Command(program, args == null ? List.of() : args, env, directory);
  }

  private @Nullable Start url(Findings findings) {
    foreign(Keys.ARGS, "a command", findings);
    foreign(Keys.ENV, "a command", findings);
    var cwd = values.origin(Keys.CWD);
    if (cwd != null) {
      findings.error(cwd, values.path(Keys.CWD.name()), "is for servers with a command");
    }
    var isolation = values.get(Keys.ISOLATION);
    if (isolation == Isolation.CALL) {
      findings.error(
          origin(Keys.ISOLATION),
          values.path(Keys.ISOLATION.name()),
          "call is for servers with a command, which then get a process for each call; a server"
              + " with a url can be shared or session");
    }
    var url = values.get(Keys.URL);
    return url == null
        ? null
        : new Start.Url(URI.create(url), headers, values.get(Keys.TYPE, Transport.HTTP));
  }

  private void foreign(String key, String whose, Findings findings) {
    var path = values.path(key);
    origins.forEach((one, origin) -> {
      if (one.equals(path) || one.startsWith(path + ".")) {
        findings.error(origin, one, "is for servers with " + whose);
      }
    });
  }

  private @Nullable Path directory(Findings findings) {
    var cwd = values.get(Keys.CWD);
    try {
      return cwd == null ? null : Path.of(cwd);
    } catch (InvalidPathException e) {
      findings.error(origin(Keys.CWD), values.path("cwd"), "is no path: " + e.getReason());
      return null;
    }
  }

  private Origin origin(Key<?> key) {
    var origin = values.origin(key);
    return origin == null ? at : origin;
  }
}
