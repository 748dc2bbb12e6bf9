package dev.belay.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads {@code belay.yaml}, where an unknown key is an error. */
final class BelayFile {
  private final String name;
  private final ConfigBuilder draft;
  private final Findings findings;
  private final YamlTreeReader reader;

  BelayFile(String name, ConfigBuilder draft, Map<String, String> environment, Findings findings) {
    this.name = name;
    this.draft = draft;
    this.findings = findings;
    reader = new YamlTreeReader(environment, draft.variables, findings);
  }

  void apply(Path path) {
    var text = ConfigFile.text(path, name, findings);
    if (text == null) {
      return;
    }
    var before = findings.errorCount();
    var tree = YamlText.read(name, text, findings);
    if (tree == null || (tree instanceof YamlTree.Scalar scalar && scalar.nothing())) {
      if (findings.errorCount() == before) {
        findings.warn(Origin.named(name), "", "is empty; the defaults hold");
      }
      return;
    }
    reader.fields(tree, "").forEach(this::root);
  }

  private void root(YamlTree.Field field) {
    var member = Config.ROOT.member(field.name());
    if (member == null) {
      findings.error(field.at(), field.name(), unknown(field.name()));
    } else if (member == ServerSettings.SERVERS) {
      if (!draft.isWrapping()) {
        entries(field, ServerSettings.SERVERS);
      }
    } else if (member == AgentSettings.AGENTS && !draft.hasAgents()) {
      toolTimeouts(field);
    } else if (member != AgentsSettings.MODELS || draft.hasAgents()) {
      reader.member(field, draft.root);
    }
  }

  /** Keys of mcp and http are easily written one level too high. */
  private static String unknown(String name) {
    for (var section : List.of(McpSettings.SECTION, HttpSettings.SECTION)) {
      if (section.member(name) != null) {
        return "unknown key; did you mean " + section.name() + "." + name + "?";
      }
    }
    return Config.ROOT.unknown(name, "");
  }

  /**
   * For a command that only runs servers the variables needed by agents may be missing, so the rest
   * of {@code agents} is not read.
   */
  private void toolTimeouts(YamlTree.Field agents) {
    var into = draft.root.begin(AgentSettings.AGENTS);
    for (var field : reader.fields(agents.value(), into.path())) {
      if (field.name().equals(AgentSettings.DEFAULTS.name())) {
        var defaults = into.begin(AgentSettings.DEFAULTS);
        for (var inner : reader.fields(field.value(), defaults.path())) {
          if (inner.name().equals(TurnSettings.TIMEOUTS.name())) {
            reader.member(inner, defaults);
          }
        }
      }
    }
  }

  private void entries(YamlTree.Field field, Section section) {
    var servers = draft.root.begin(section);
    for (var one : reader.fields(field.value(), servers.path())) {
      if (one.name().isBlank()) {
        reader.member(one, servers);
      } else {
        server(one, servers.begin(one.name()).at(one.at()));
      }
    }
  }

  private void server(YamlTree.Field field, Values server) {
    for (var inner : reader.fields(field.value(), server.path())) {
      var member = ServerSettings.SECTION.member(inner.name());
      if (member == ServerSettings.ENV) {
        reader.variables(inner.value(), server);
      } else if (member == ServerSettings.HEADERS) {
        reader.headers(inner.value(), server, this::headerOfBelay);
      } else if (member == ServerSettings.COMMAND) {
        begin(inner, ServerSettings.COMMAND, server);
      } else if (member == ServerSettings.URL) {
        begin(inner, ServerSettings.URL, server);
      } else {
        reader.member(inner, server);
      }
    }
  }

  private void begin(YamlTree.Field field, Setting<String> setting, Values server) {
    var first = server.origin(setting);
    if (first == null) {
      reader.member(field, server);
    } else {
      findings.error(
          field.at(), server.path(setting.name()), "the server is there twice; first at " + first);
    }
  }

  private void headerOfBelay(YamlTree.Field field, String path) {
    findings.error(field.at(), path, "is set by Belay itself for each request");
  }
}
