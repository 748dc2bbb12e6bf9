package dev.belay.config;

import java.io.File;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a client's own file, such as {@code .mcp.json} or {@code .vscode/mcp.json}, where an
 * unknown key is only a warning.
 */
final class ClientFile {
  /** Keys of clients that do not affect how a server is started. */
  static final Set<String> TOLERATED =
      Set.of(
          "$schema",
          "type",
          "autoApprove",
          "alwaysAllow",
          "description",
          "disabled",
          "name",
          "inputs", // values that VS Code prompts for
          "dev",
          "sandbox",
          "sandboxEnabled",
          "gallery",
          "version");

  /** The names of the servers' object: in nearly all clients, and in VS Code. */
  private static final List<String> SERVERS = List.of(ServerSettings.SERVERS.name(), "servers");

  /** The key of that object in VS Code's settings. */
  private static final String IN_SETTINGS = "mcp";

  private final String name;
  private final Path path;
  private final ConfigBuilder draft;
  private final Findings findings;
  private final Map<String, String> variables;
  private final YamlTreeReader reader;

  /** Creates a reader for the file at {@code path}, shown as {@code name}. */
  ClientFile(
      String name,
      Path path,
      ConfigBuilder draft,
      Map<String, String> environment,
      Findings findings) {
    this.name = name;
    this.path = path;
    this.draft = draft;
    this.findings = findings;
    variables = EditorVariables.with(environment, path);
    reader = new YamlTreeReader(variables, draft.variables, findings);
  }

  void apply() {
    var text = ConfigFile.text(path, name, findings);
    if (text == null) {
      return;
    }
    var before = findings.errorCount();
    // JSON allows tabs between tokens, YAML does not; inside strings neither does.
    var tree = YamlText.read(name, JsonComments.blank(text).replace('\t', ' '), findings);
    if (tree == null) {
      if (findings.errorCount() == before) {
        findings.error(Origin.named(name), "", "is empty");
      }
      return;
    }
    if (!servers(reader.fields(tree, "")) && findings.errorCount() == before) {
      findings.error(tree.at(), ServerSettings.SERVERS.name(), "is missing");
    }
  }

  /** {@return whether the servers' object was present, even if empty} */
  private boolean servers(List<YamlTree.Field> fields) {
    var found = false;
    var names = fields.stream().map(YamlTree.Field::name).toList();
    boolean inSettings = names.contains(IN_SETTINGS) && SERVERS.stream().noneMatch(names::contains);
    for (var field : fields) {
      if (SERVERS.contains(field.name())) {
        found = true;
        if (!draft.isWrapping()) {
          reader.fields(field.value(), field.name()).forEach(this::server);
        }
      } else if (inSettings) {
        if (field.name().equals(IN_SETTINGS)) {
          found = servers(reader.fields(field.value(), field.name()));
        }
      } else if (!TOLERATED.contains(field.name())) {
        findings.warn(field.at(), field.name(), "unknown key, ignored");
      }
    }
    return found;
  }

  private void server(YamlTree.Field field) {
    var path = ServerSettings.SERVERS.name() + "." + field.name();
    if (field.name().isBlank()) {
      findings.error(field.at(), path, "a server needs a name");
      return;
    }
    var found = new Findings();
    var own = new YamlTreeReader(variables, draft.variables, found);
    var fields = own.fields(field.value(), path);
    for (var inner : fields) {
      if (isOff(inner)) {
        findings.warn(inner.at(), path, "is disabled and left out");
        return;
      }
    }
    var server = draft.servers().begin(field.name()).at(field.at());
    var command = server.origin(ServerSettings.COMMAND);
    var first = command == null ? server.origin(ServerSettings.URL) : command;
    if (first != null) {
      findings.error(field.at(), path, "the server is there twice; first at " + first);
      return;
    }
    draft.ofClientFile(field.name(), name);
    new ClientServer(fields, own, server, found).read(this::besides);
    found.warnings().forEach(odd -> findings.warn(odd.at(), odd.key(), odd.text()));
    found.errors().forEach(wrong -> draft.wrong(field.name(), wrong));
  }

  /** Resolves a path relative to the file's directory, and records it as a file that is read. */
  private Path besides(String other) {
    var file = path.toAbsolutePath().resolveSibling(other);
    draft.envFile(file);
    return file;
  }

  private static boolean isOff(YamlTree.Field field) {
    return field.name().equals("disabled")
        && field.value() instanceof YamlTree.Scalar(var text, _, _)
        && text.equals("true");
  }

  /** The comments that editors allow in their JSON files, which are not valid YAML. */
  private static final class JsonComments {
    private JsonComments() {}

    /** {@return the text with its comments blanked out, so that positions are unchanged} */
    static String blank(String text) {
      if (text.indexOf("//") < 0 && text.indexOf("/*") < 0) {
        return text;
      }
      var blanked = new StringBuilder(text);
      int at = 0;
      while (at < text.length()) {
        int end = text.charAt(at) == '"' ? endOfString(text, at) : endOfComment(text, at);
        if (end == at) {
          at++;
          continue;
        }
        if (text.charAt(at) == '/') {
          blank(blanked, at, end);
        }
        at = end;
      }
      return blanked.toString();
    }

    private static int endOfString(String text, int from) {
      int at = from + 1;
      while (at < text.length() && text.charAt(at) != '"') {
        at += text.charAt(at) == '\\' ? 2 : 1;
      }
      return Math.min(at + 1, text.length());
    }

    /** {@return the end of the comment that begins here; the same position if none does} */
    private static int endOfComment(String text, int from) {
      if (text.startsWith("/*", from)) {
        int end = text.indexOf("*/", from + 2);
        return end < 0 ? text.length() : end + 2;
      }
      if (text.startsWith("//", from) && !isOfAddress(text, from)) {
        int end = text.indexOf('\n', from);
        return end < 0 ? text.length() : end;
      }
      return from;
    }

    /** In YAML, which such a file may also be, a URL needs no quotes: {@code url: http://…}. */
    private static boolean isOfAddress(String text, int slashes) {
      return slashes > 1
          && text.charAt(slashes - 1) == ':'
          && Character.isLetter(text.charAt(slashes - 2));
    }

    private static void blank(StringBuilder text, int from, int to) {
      for (int at = from; at < to; at++) {
        if (text.charAt(at) != '\n' && text.charAt(at) != '\r') {
          text.setCharAt(at, ' ');
        }
      }
    }
  }

  /** The variables that editors define in their own files, in addition to the environment. */
  private static final class EditorVariables {
    /** Directories of a project that hold an editor's files. */
    private static final Set<String> OF_EDITORS = Set.of(".vscode", ".cursor");

    private EditorVariables() {}

    /**
     * {@return the environment, with {@code ${workspaceFolder}} and similar variables for that
     * file}
     *
     * @param file a client's file; the project is its directory, or the parent of its editor's
     *     directory
     */
    static Map<String, String> with(Map<String, String> environment, Path file) {
      var variables = new HashMap<String, String>();
      var folder = folder(file.toAbsolutePath().normalize());
      var name = folder.getFileName();
      variables.put("workspaceFolder", folder.toString());
      variables.put("workspaceFolderBasename", name == null ? "" : name.toString());
      variables.put("pathSeparator", File.separator);
      variables.put("/", File.separator);
      var home = environment.get("HOME");
      if (home != null) {
        variables.put("userHome", home);
      }
      variables.putAll(environment);
      return variables;
    }

    private static Path folder(Path file) {
      var directory = file.getParent();
      if (directory == null) {
        return file;
      }
      var name = directory.getFileName();
      var above = directory.getParent();
      return name != null && above != null && OF_EDITORS.contains(name.toString())
          ? above
          : directory;
    }
  }
}
