package dev.belay.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one server of a client's own file, as the clients' dialects have it. */
final class ClientServer {
  /** What clients call the address of a server, the one that counts first. */
  private static final List<String> URLS = List.of("httpUrl", "url", "serverUrl");

  /** Keys that mean nothing to a server with an address. */
  private static final Set<String> OF_PROCESSES =
      Set.of(Keys.COMMAND.name(), Keys.ARGS, Keys.ENV, Keys.CWD.name());

  private static final String STDIO = "stdio";

  /** What clients call the transports. */
  private static final Set<String> HTTP =
      Set.of("http", "sse", "streamable-http", "streamableHttp", "streamable_http");

  /** What some editors read variables from. */
  private static final String ENV_FILE = "envFile";

  private final List<Tree.Field> fields;
  private final Section section;
  private final ServerDraft server;
  private final Findings findings;
  private final String type;
  private final @Nullable String url;

  ClientServer(List<Tree.Field> fields, Section section, ServerDraft server, Findings findings) {
    this.fields = fields;
    this.section = section;
    this.server = server;
    this.findings = findings;
    var names = fields.stream().map(Tree.Field::name).toList();
    type = type(fields);
    url = type.equals(STDIO) ? null : first(URLS, names);
  }

  private String type(List<Tree.Field> fields) {
    for (var field : fields) {
      if (field.name().equals("type") && field.value() instanceof Tree.Scalar(var text, _, _)) {
        if (!text.equals(STDIO) && !HTTP.contains(text)) {
          findings.warn(
              field.at(),
              server.values.path("type"),
              "is no transport that Belay knows; there are stdio, http, sse, streamable-http");
        }
        return text;
      }
    }
    return "";
  }

  private static @Nullable String first(List<String> wanted, List<String> names) {
    for (var name : wanted) {
      if (names.contains(name)) {
        return name;
      }
    }
    return null;
  }

  /**
   * Reads all there is.
   *
   * @param files where a file is that is named here, and takes note of it
   */
  void read(Function<String, Path> files) {
    // First, since env has the last word.
    for (var field : fields) {
      if (field.name().equals(ENV_FILE) && url == null) {
        envFile(field, files);
      }
    }
    for (var field : fields) {
      if (!field.name().equals(ENV_FILE)) {
        key(field);
      }
    }
  }

  private void envFile(Tree.Field field, Function<String, Path> files) {
    var path = server.values.path(ENV_FILE);
    for (var named : section.texts(new Tree.Items(List.of(field.value()), field.at()), path)) {
      EnvFile.read(files.apply(named), field.at(), path, findings)
          .forEach((name, value) -> server.start.env(name, value, field.at()));
    }
  }

  private void key(Tree.Field field) {
    var name = field.name();
    if (URLS.contains(name)) {
      url(field);
    } else if (url != null && OF_PROCESSES.contains(name) && !isContested(name)) {
      ignored(field, "since the server has a url");
    } else {
      other(field);
    }
  }

  /** A command beside a url, and no word on which of them counts. */
  private boolean isContested(String name) {
    return name.equals(Keys.COMMAND.name()) && !HTTP.contains(type);
  }

  private void url(Tree.Field field) {
    if (field.name().equals(url)) {
      section.scalar(field, Keys.URL, server.values);
    } else {
      ignored(field, url == null ? "since the type is stdio" : "since there is " + url);
    }
  }

  private void other(Tree.Field field) {
    var path = server.values.path(field.name());
    switch (field.name()) {
      case "timeout" -> ignored(field, "since clients disagree on its unit");
      case "type" -> {
        if (url != null && HTTP.contains(type)) {
          section.scalar(field, Keys.TYPE, server.values);
        }
      }
      case Keys.ARGS -> server.start.args(section.texts(field.value(), path), field.at());
      case Keys.ENV -> section.variables(field.value(), server);
      case Keys.HEADERS -> {
        if (url != null) {
          section.headers(field.value(), server, this::headerOfBelay);
        }
      }
      default -> {
        var key = Keys.find(Keys.OF_SERVER, field.name());
        if (key != null) {
          section.scalar(field, key, server.values);
        } else if (!ClientFile.TOLERATED.contains(field.name())) {
          unknown(field, path);
        }
      }
    }
  }

  private void unknown(Tree.Field field, String path) {
    var known = Keys.names(Keys.OF_SERVER, Keys.ARGS, Keys.ENV, Keys.HEADERS);
    findings.warn(field.at(), path, Section.unknown(field.name(), server.values.path(""), known));
  }

  private void headerOfBelay(Tree.Field field, String path) {
    findings.warn(
        field.at(), path, "is ignored: Belay says it itself, differently for each request");
  }

  private void ignored(Tree.Field field, String why) {
    findings.warn(field.at(), server.values.path(field.name()), "is ignored, " + why);
  }
}
