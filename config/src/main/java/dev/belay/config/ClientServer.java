package dev.belay.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one server of a client's own file, in the dialects of clients. */
final class ClientServer {
  /** The names of a server's URL, in the order of precedence. */
  private static final List<String> URLS = List.of("httpUrl", "url", "serverUrl");

  /** Keys that have no meaning for a server with a URL. */
  private static final Set<String> OF_PROCESSES =
      Set.of(
          ServerSettings.COMMAND.name(),
          ServerSettings.ARGS.name(),
          ServerSettings.ENV.name(),
          ServerSettings.CWD.name());

  private static final String STDIO = "stdio";

  /** The names of the HTTP transports in clients. */
  private static final Set<String> HTTP =
      Set.of("http", "sse", "streamable-http", "streamableHttp", "streamable_http");

  /** A file of variables, which some editors read. */
  private static final String ENV_FILE = "envFile";

  private final List<YamlTree.Field> fields;
  private final YamlTreeReader reader;
  private final Values server;
  private final Findings findings;
  private final String type;
  private final @Nullable String url;

  ClientServer(
      List<YamlTree.Field> fields, YamlTreeReader reader, Values server, Findings findings) {
    this.fields = fields;
    this.reader = reader;
    this.server = server;
    this.findings = findings;
    var names = fields.stream().map(YamlTree.Field::name).toList();
    type = type(fields);
    url = type.equals(STDIO) ? null : first(URLS, names);
  }

  private String type(List<YamlTree.Field> fields) {
    for (var field : fields) {
      if (field.name().equals("type") && field.value() instanceof YamlTree.Scalar(var text, _, _)) {
        if (!text.equals(STDIO) && !HTTP.contains(text)) {
          findings.warn(
              field.at(),
              server.path("type"),
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
   * Reads all keys.
   *
   * @param files resolves a file named here, and records it
   */
  void read(Function<String, Path> files) {
    // First, since env takes precedence.
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

  private void envFile(YamlTree.Field field, Function<String, Path> files) {
    var path = server.path(ENV_FILE);
    var named = reader.place(field.value(), path + "[0]");
    if (named != null) {
      var into = server.begin(ServerSettings.ENV);
      EnvFile.read(files.apply(named), field.at(), path, findings)
          .forEach((name, value) ->
              into.take(
                  ServerSettings.VARIABLE,
                  name,
                  new Reading.Good<>(value),
                  "",
                  null,
                  field.at(),
                  findings));
    }
  }

  private void key(YamlTree.Field field) {
    var name = field.name();
    if (URLS.contains(name)) {
      url(field);
    } else if (url != null && OF_PROCESSES.contains(name) && !isContested(name)) {
      ignored(field, "since the server has a url");
    } else {
      other(field);
    }
  }

  /** Tells whether a command stands beside a URL, without a type that decides between them. */
  private boolean isContested(String name) {
    return name.equals(ServerSettings.COMMAND.name()) && !HTTP.contains(type);
  }

  private void url(YamlTree.Field field) {
    if (field.name().equals(url)) {
      var named = new YamlTree.Field(ServerSettings.URL.name(), field.value(), field.at());
      reader.value(named, ServerSettings.URL, server);
    } else {
      ignored(field, url == null ? "since the type is stdio" : "since there is " + url);
    }
  }

  private void other(YamlTree.Field field) {
    var member = ServerSettings.SECTION.member(field.name());
    if (member == ServerSettings.TIMEOUT) {
      ignored(field, "since clients disagree on its unit");
    } else if (member == ServerSettings.TYPE) {
      if (url != null && HTTP.contains(type)) {
        reader.value(field, ServerSettings.TYPE, server);
      }
    } else if (member == ServerSettings.ENV) {
      reader.variables(field.value(), server);
    } else if (member == ServerSettings.HEADERS) {
      if (url != null) {
        reader.headers(field.value(), server, this::headerOfBelay);
      }
    } else if (member instanceof Setting<?> setting) {
      reader.value(field, setting, server);
    } else if (!ClientFile.TOLERATED.contains(field.name())) {
      findings.warn(
          field.at(),
          server.path(field.name()),
          // Clients use that name for their own lists of tools.
          ServerSettings.SECTION.unknown(field.name(), server.path(""), ToolAccess.SECTION));
    }
  }

  private void headerOfBelay(YamlTree.Field field, String path) {
    findings.warn(field.at(), path, "is ignored: Belay sets it itself for each request");
  }

  private void ignored(YamlTree.Field field, String why) {
    findings.warn(field.at(), server.path(field.name()), "is ignored, " + why);
  }

  /**
   * Reads a file of variables, which editors allow beside {@code env}: {@code NAME=value} on each
   * line, optionally quoted, with comments after {@code #}. Nothing in it is expanded.
   */
  private static final class EnvFile {
    private static final String EXPORT = "export ";

    private EnvFile() {}

    /** {@return the variables, in their order; none after an error} */
    static Map<String, String> read(Path path, Origin at, String key, Findings findings) {
      var own = new Findings();
      var text = ConfigFile.text(path, path.toString(), own);
      if (text == null) {
        own.errors().forEach(fault -> findings.error(at, key, path + " " + fault.text()));
        return Map.of();
      }
      var variables = new LinkedHashMap<String, String>();
      int number = 0;
      for (var line : text.lines().toList()) {
        number++;
        var said = line.strip();
        if (said.isEmpty() || said.startsWith("#")) {
          continue;
        }
        var assignment = said.startsWith(EXPORT) ? said.substring(EXPORT.length()).strip() : said;
        int equals = assignment.indexOf('=');
        if (equals < 1) {
          findings.error(at, key, path + ":" + number + " is not of the form NAME=value");
        } else {
          variables.put(
              assignment.substring(0, equals).strip(), value(assignment.substring(equals + 1)));
        }
      }
      return variables;
    }

    private static String value(String written) {
      var value = written.strip();
      for (var quote : new String[] {"\"", "'"}) {
        int end = value.indexOf(quote, 1);
        if (value.startsWith(quote) && end > 0) {
          return value.substring(1, end);
        }
      }
      int comment = value.indexOf(" #");
      return comment < 0 ? value : value.substring(0, comment).strip();
    }
  }
}
