package dev.belay.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads a client's own file, such as {@code .mcp.json} or {@code .vscode/mcp.json}, where what is
 * unknown is only a warning.
 */
final class ClientFile {
  /** Keys of clients that say nothing about how a server is started. */
  static final Set<String> TOLERATED =
      Set.of(
          "$schema",
          "type",
          "autoApprove",
          "alwaysAllow",
          "description",
          "disabled",
          "name",
          "inputs", // what VS Code asks a person for
          "dev",
          "sandbox",
          "sandboxEnabled",
          "gallery",
          "version");

  /** What clients call the servers: nearly all, and VS Code. */
  private static final List<String> SERVERS = List.of(Keys.SERVERS, "servers");

  /** Where VS Code has them in its settings. */
  private static final String IN_SETTINGS = "mcp";

  private final String name;
  private final Path path;
  private final Draft draft;
  private final Findings findings;
  private final Map<String, String> variables;
  private final Section section;

  /** Reads the file at {@code path}, which is called {@code name}. */
  ClientFile(
      String name, Path path, Draft draft, Map<String, String> environment, Findings findings) {
    this.name = name;
    this.path = path;
    this.draft = draft;
    this.findings = findings;
    variables = EditorVariables.with(environment, path);
    section = new Section(draft, variables, findings);
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
    if (!servers(section.fields(tree, "")) && findings.errorCount() == before) {
      findings.error(tree.at(), Keys.SERVERS, "is missing");
    }
  }

  /** {@return whether there was a word of servers, be it of none} */
  private boolean servers(List<Tree.Field> fields) {
    var found = false;
    var names = fields.stream().map(Tree.Field::name).toList();
    boolean inSettings = names.contains(IN_SETTINGS) && SERVERS.stream().noneMatch(names::contains);
    for (var field : fields) {
      if (SERVERS.contains(field.name())) {
        found = true;
        if (!draft.isWrapping()) {
          section.fields(field.value(), field.name()).forEach(this::server);
        }
      } else if (inSettings) {
        if (field.name().equals(IN_SETTINGS)) {
          found = servers(section.fields(field.value(), field.name()));
        }
      } else if (!TOLERATED.contains(field.name())) {
        findings.warn(field.at(), field.name(), "unknown key, ignored");
      }
    }
    return found;
  }

  private void server(Tree.Field field) {
    var path = Keys.SERVERS + "." + field.name();
    if (field.name().isBlank()) {
      findings.error(field.at(), path, "a server needs a name");
      return;
    }
    var found = new Findings();
    var own = new Section(draft, variables, found);
    var fields = own.fields(field.value(), path);
    for (var inner : fields) {
      if (isOff(inner)) {
        findings.warn(inner.at(), path, "is disabled and left out");
        return;
      }
    }
    var server = draft.server(field.name(), field.at());
    var first = server.start.begun();
    if (first != null) {
      findings.error(field.at(), path, "the server is there twice; first at " + first);
      return;
    }
    server.ofClientFile(name);
    new ClientServer(fields, own, server, found).read(this::besides);
    found.warnings().forEach(odd -> findings.warn(odd.at(), odd.key(), odd.text()));
    found.errors().forEach(wrong -> draft.wrong(server, wrong));
  }

  /** A relative path in the file is one from its directory; what it names is read too. */
  private Path besides(String other) {
    var file = path.toAbsolutePath().resolveSibling(other);
    draft.envFile(file);
    return file;
  }

  private static boolean isOff(Tree.Field field) {
    return field.name().equals("disabled")
        && field.value() instanceof Tree.Scalar(var text, _, _)
        && text.equals("true");
  }
}
