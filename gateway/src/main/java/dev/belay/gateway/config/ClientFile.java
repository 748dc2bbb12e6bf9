package dev.belay.gateway.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Reads a client's own file, such as {@code .mcp.json}, where what is unknown is only a warning.
 */
final class ClientFile {
  /** Keys of clients that say nothing about how a server is started. */
  static final Set<String> TOLERATED =
      Set.of("$schema", "type", "autoApprove", "alwaysAllow", "description", "disabled", "name");

  private final String name;
  private final Draft draft;
  private final Findings findings;
  private final Section section;

  ClientFile(String name, Draft draft, Map<String, String> environment, Findings findings) {
    this.name = name;
    this.draft = draft;
    this.findings = findings;
    section = new Section(draft, environment, findings);
  }

  void apply(Path path) {
    var text = ConfigFile.text(path, name, findings);
    if (text == null) {
      return;
    }
    var before = findings.errorCount();
    // JSON allows tabs between tokens, YAML does not; inside strings neither does.
    var tree = YamlText.read(name, text.replace('\t', ' '), findings);
    if (tree == null) {
      if (findings.errorCount() == before) {
        findings.error(Origin.named(name), "", "is empty");
      }
      return;
    }
    var found = false;
    for (var field : section.fields(tree, "")) {
      if (field.name().equals(Keys.SERVERS)) {
        found = true;
        if (!draft.isWrapping()) {
          section.fields(field.value(), Keys.SERVERS).forEach(this::server);
        }
      } else if (!TOLERATED.contains(field.name())) {
        findings.warn(field.at(), field.name(), "unknown key, ignored");
      }
    }
    if (!found && findings.errorCount() == before) {
      findings.error(tree.at(), Keys.SERVERS, "is missing");
    }
  }

  private void server(Tree.Field field) {
    var path = Keys.SERVERS + "." + field.name();
    if (field.name().isBlank()) {
      findings.error(field.at(), path, "a server needs a name");
      return;
    }
    var fields = section.fields(field.value(), path);
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
    fields.forEach(new ClientServer(fields, section, server, findings)::key);
  }

  private static boolean isOff(Tree.Field field) {
    return field.name().equals("disabled")
        && field.value() instanceof Tree.Scalar(var text, _, _)
        && text.equals("true");
  }
}
