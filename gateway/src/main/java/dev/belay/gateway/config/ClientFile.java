package dev.belay.gateway.config;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * Reads a client's own file, such as {@code .mcp.json}, where what is unknown is only a warning.
 */
final class ClientFile {
  /** Keys of clients that say nothing about how a server is started. */
  private static final Set<String> TOLERATED =
      Set.of("$schema", "type", "headers", "autoApprove", "alwaysAllow", "description", "name");

  private static final Set<String> URLS = Set.of("url", "serverUrl", "httpUrl");

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
      if (URLS.contains(inner.name())) {
        findings.warn(
            inner.at(), path, "is left out: only servers with a command are supported, not HTTP");
        return;
      }
    }
    var server = draft.server(field.name(), field.at());
    var first = server.values.origin(Keys.COMMAND);
    if (first != null) {
      findings.error(field.at(), path, "the server is there twice; first at " + first);
      return;
    }
    fields.forEach(inner -> key(inner, server));
  }

  private static boolean isOff(Tree.Field field) {
    return field.name().equals("disabled")
        && field.value() instanceof Tree.Scalar(var text, _, _)
        && text.equals("true");
  }

  private void key(Tree.Field field, ServerDraft server) {
    var path = server.values.path(field.name());
    switch (field.name()) {
      case "timeout" ->
          findings.warn(field.at(), path, "is ignored, since clients disagree on its unit");
      case Keys.ARGS -> server.args(section.texts(field.value(), path), field.at());
      case Keys.ENV -> section.variables(field.value(), server);
      default -> {
        var key = Keys.find(Keys.OF_SERVER, field.name());
        if (key != null) {
          section.scalar(field, key, server.values);
        } else if (!TOLERATED.contains(field.name()) && !field.name().equals("disabled")) {
          var known = Keys.names(Keys.OF_SERVER, Keys.ARGS, Keys.ENV);
          findings.warn(
              field.at(), path, Section.unknown(field.name(), server.values.path(""), known));
        }
      }
    }
  }
}
