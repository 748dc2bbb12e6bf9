package dev.belay.config;

import static dev.belay.config.ServerSettings.ARGS;
import static dev.belay.config.ServerSettings.COMMAND;
import static dev.belay.config.ServerSettings.CWD;
import static dev.belay.config.ServerSettings.ENV;
import static dev.belay.config.ServerSettings.HEADERS;
import static dev.belay.config.ServerSettings.ISOLATION;
import static dev.belay.config.ServerSettings.TYPE;
import static dev.belay.config.ServerSettings.URL;

import dev.belay.config.Start.Transport;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How a server is started or reached: by a command or by a URL, never both. */
record StartRules(Values server, Findings findings) {
  /** {@return the command or URL; null if it is invalid, with the reason in the findings} */
  @Nullable Start start() {
    var commandAt = server.origin(COMMAND);
    var urlAt = server.origin(URL);
    if (commandAt == null && urlAt == null) {
      findings.error(server.at(), server.path(), "needs a " + COMMAND.name() + " or a url");
      return null;
    }
    if (commandAt != null && urlAt != null) {
      findings.error(
          urlAt,
          server.path(URL.name()),
          "a server has a command or a url, not both; its command is at " + commandAt);
      return null;
    }
    return commandAt == null ? url() : command();
  }

  private @Nullable Start command() {
    foreign(HEADERS, "a url");
    foreign(TYPE, "a url");
    var program = server.find(COMMAND);
    var directory = directory();
    // An invalid command is already in the findings.
    return program == null
        ? null
        : new Start.Command(
            program,
            server.or(ARGS, List.of()),
            server.in(ENV).all(ServerSettings.VARIABLE),
            directory);
  }

  private @Nullable Start url() {
    foreign(ARGS, "a command");
    foreign(ENV, "a command");
    foreign(CWD, "a command");
    if (server.find(ISOLATION) == Isolation.CALL) {
      var at = server.origin(ISOLATION);
      findings.error(
          at == null ? server.at() : at,
          server.path(ISOLATION.name()),
          "call is for servers with a command, which then get a process for each call; a server"
              + " with a url can be shared or session");
    }
    server.assume(TYPE, Transport.HTTP);
    var url = server.find(URL);
    return url == null
        ? null
        : new Start.Url(
            URI.create(url),
            server.in(HEADERS).all(ServerSettings.HEADER),
            server.or(TYPE, Transport.HTTP));
  }

  private void foreign(ConfigMember member, String whose) {
    switch (member) {
      case Setting<?> setting -> {
        var origin = server.origin(setting);
        if (origin != null) {
          findings.error(origin, server.path(setting.name()), "is for servers with " + whose);
        }
      }
      case Section section ->
          server
              .in(section)
              .eachOrigin((path, at) -> findings.error(at, path, "is for servers with " + whose));
    }
  }

  private @Nullable Path directory() {
    var cwd = server.find(CWD);
    try {
      return cwd == null ? null : Path.of(cwd);
    } catch (InvalidPathException e) {
      var at = server.origin(CWD);
      findings.error(
          at == null ? server.at() : at, server.path(CWD.name()), "is no path: " + e.getReason());
      return null;
    }
  }
}
