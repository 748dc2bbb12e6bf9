package dev.belay.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Reads {@code belay.yaml}, where an unknown key is an error. */
final class BelayFile {
  private static final String[] MORE_OF_SERVER = {Keys.ARGS, Keys.ENV, Keys.HEADERS, Keys.TOOLS};

  private final String name;
  private final Draft draft;
  private final Findings findings;
  private final Section section;
  private final AccessSection access;
  private final AgentSection agents;
  private Path directory = Path.of("");

  BelayFile(String name, Draft draft, Map<String, String> environment, Findings findings) {
    this.name = name;
    this.draft = draft;
    this.findings = findings;
    section = new Section(draft, environment, findings);
    access = new AccessSection(section, findings);
    agents = new AgentSection(section, draft, findings);
  }

  void apply(Path path) {
    var text = ConfigFile.text(path, name, findings);
    if (text == null) {
      return;
    }
    var parent = path.getParent();
    directory = parent == null ? directory : parent;
    var before = findings.errorCount();
    var tree = YamlText.read(name, text, findings);
    if (tree == null || (tree instanceof Tree.Scalar scalar && scalar.nothing())) {
      if (findings.errorCount() == before) {
        findings.warn(Origin.named(name), "", "is empty; the defaults hold");
      }
      return;
    }
    section.fields(tree, "").forEach(this::root);
  }

  private void root(Tree.Field field) {
    switch (field.name()) {
      case Keys.MCP -> section.fields(field.value(), Keys.MCP).forEach(this::mcp);
      case HttpKeys.HTTP ->
          section
              .fields(field.value(), HttpKeys.HTTP)
              .forEach(inner -> known(inner, HttpKeys.ALL, draft.http));
      case ObservabilityKeys.OBSERVABILITY ->
          inner(field, ObservabilityKeys.OF_OBSERVABILITY, draft.observability);
      case ObservabilityKeys.AUDIT -> inner(field, ObservabilityKeys.OF_AUDIT, draft.audit);
      case Keys.AUTH -> section.fields(field.value(), Keys.AUTH).forEach(this::auth);
      case AgentKeys.MODELS -> agents.models(field.value(), directory);
      case TurnKeys.AGENTS -> agents.agents(field.value(), this::toolTimeouts);
      case TurnKeys.TURNS -> section.fields(field.value(), TurnKeys.TURNS).forEach(this::turns);
      case AccessSection.ACCESS -> access.access(field.value(), draft.listing);
      case Keys.SERVERS -> {
        if (!draft.isWrapping()) {
          section.fields(field.value(), Keys.SERVERS).forEach(this::server);
        }
      }
      case Keys.TOOLS -> section.fields(field.value(), Keys.TOOLS).forEach(this::tool);
      default -> findings.error(field.at(), field.name(), unknownRoot(field.name()));
    }
  }

  private void mcp(Tree.Field field) {
    switch (field.name()) {
      case ListKeys.TOOLS_LIST -> inner(field, ListKeys.ALL, draft.listing.lists);
      case Keys.ERRORS -> inner(field, Keys.OF_ERRORS, draft.errors);
      default -> known(field, Keys.OF_MCP, draft.mcp, ListKeys.TOOLS_LIST, Keys.ERRORS);
    }
  }

  private static String unknownRoot(String name) {
    // Keys of mcp and http are easily written one level too high.
    if (Keys.find(Keys.OF_MCP, name) != null) {
      return "unknown key; did you mean " + Keys.MCP + "." + name + "?";
    }
    return Keys.find(HttpKeys.ALL, name) != null
        ? "unknown key; did you mean " + HttpKeys.HTTP + "." + name + "?"
        : Section.unknown(name, "", Keys.ROOT);
  }

  private void turns(Tree.Field field) {
    if (field.name().equals(LoopKeys.LOOPS)) {
      inner(field, LoopKeys.ALL, draft.turns.loops);
    } else {
      known(field, TurnKeys.OF_TURNS, draft.turns.turns, LoopKeys.LOOPS);
    }
  }

  private void auth(Tree.Field field) {
    var auth = draft.auth;
    switch (field.name()) {
      case AuthKeys.TOKENS -> inner(field, AuthKeys.OF_TOKENS, auth.tokens);
      case AuthKeys.OAUTH -> inner(field, AuthKeys.OF_OAUTH, auth.oauth);
      default -> known(field, AuthKeys.OF_AUTH, auth.auth, AuthKeys.TOKENS, AuthKeys.OAUTH);
    }
  }

  private void toolTimeouts(Tree.Field field) {
    var turns = draft.turns;
    for (var inner : section.fields(field.value(), TurnKeys.TIMEOUTS_PATH)) {
      if (inner.name().equals(TurnKeys.OVERRIDES)) {
        section
            .fields(inner.value(), TurnKeys.OVERRIDES_PATH)
            .forEach(tool -> section.scalar(tool, turns.tool(tool.name()), turns.overrides));
      } else {
        known(inner, TurnKeys.OF_TIMEOUTS, turns.timeouts, TurnKeys.OVERRIDES);
      }
    }
  }

  private void inner(Tree.Field field, List<Key<?>> keys, Values values) {
    section.fields(field.value(), values.path()).forEach(one -> known(one, keys, values));
  }

  private void server(Tree.Field field) {
    var path = Keys.SERVERS + "." + field.name();
    if (field.name().isBlank()) {
      findings.error(field.at(), path, "a server needs a name");
      return;
    }
    var server = draft.server(field.name(), field.at());
    for (var inner : section.fields(field.value(), path)) {
      switch (inner.name()) {
        case Keys.ARGS ->
            server.start.args(section.texts(inner.value(), path + ".args"), inner.at());
        case Keys.ENV -> section.variables(inner.value(), server);
        case Keys.HEADERS -> section.headers(inner.value(), server, this::headerOfBelay);
        case Keys.TOOLS ->
            server.tools(access.lists(inner.value(), path + "." + Keys.TOOLS), inner.at());
        case "url" -> begin(inner, Keys.URL, server);
        case "command" -> begin(inner, Keys.COMMAND, server);
        default -> known(inner, Keys.OF_SERVER, server.values, MORE_OF_SERVER);
      }
    }
  }

  private void begin(Tree.Field field, Key<String> key, ServerDraft server) {
    var first = server.values.origin(key);
    if (first == null) {
      section.scalar(field, key, server.values);
    } else {
      findings.error(
          field.at(),
          server.values.path(key.name()),
          "the server is there twice; first at " + first);
    }
  }

  private void headerOfBelay(Tree.Field field, String path) {
    findings.error(field.at(), path, "is said by Belay itself, differently for each request");
  }

  private void tool(Tree.Field field) {
    var values = draft.tool(field.name(), field.at());
    section
        .fields(field.value(), ToolSettings.path(field.name()))
        .forEach(inner -> {
          if (inner.name().equals(RepeatKeys.RETRY)) {
            inner(inner, RepeatKeys.OF_RETRY, draft.retry(field.name()));
          } else {
            known(inner, RepeatKeys.OF_TOOL, values, RepeatKeys.RETRY);
          }
        });
  }

  private void known(Tree.Field field, List<Key<?>> keys, Values values, String... more) {
    section.known(field, keys, values, more);
  }
}
