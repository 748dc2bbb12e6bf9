package dev.belay.config;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Reads who can be talked to: {@code models}, and {@code agents} beside their tools' timeouts. */
final class AgentSection {
  private final Section section;
  private final Findings findings;
  private final Draft draft;

  AgentSection(Section section, Draft draft, Findings findings) {
    this.section = section;
    this.draft = draft;
    this.findings = findings;
  }

  /**
   * Reads {@code models}, unless nobody talks to an agent: the keys may not be there then.
   *
   * @param directory against which scripts resolve
   */
  void models(Tree tree, Path directory) {
    if (!draft.hasAgents()) {
      return;
    }
    for (var field : section.fields(tree, AgentKeys.MODELS)) {
      if (named(field, AgentKeys.MODELS, "a model")) {
        var values = draft.agents.model(field.name(), field.at(), directory).values;
        for (var inner : section.fields(field.value(), values.path())) {
          section.known(inner, AgentKeys.OF_MODEL, values);
        }
        var path = values.path(AgentKeys.API_KEY.name());
        var key = values.get(AgentKeys.API_KEY);
        if (key != null) {
          HeaderRules.checkValue(key, fault -> findings.error(field.at(), path, fault));
        }
      }
    }
  }

  /**
   * Reads {@code agents}.
   *
   * @param toolTimeouts reads that part of the defaults
   */
  void agents(Tree tree, Consumer<Tree.Field> toolTimeouts) {
    for (var field : section.fields(tree, TurnKeys.AGENTS)) {
      if (field.name().equals(TurnKeys.DEFAULTS)) {
        defaults(field, toolTimeouts);
      } else if (draft.hasAgents() && named(field, TurnKeys.AGENTS, "an agent")) {
        agent(field);
      }
    }
  }

  private void defaults(Tree.Field field, Consumer<Tree.Field> toolTimeouts) {
    for (var inner : section.fields(field.value(), AgentKeys.DEFAULTS_PATH)) {
      if (inner.name().equals(TurnKeys.TOOL_TIMEOUTS)) {
        toolTimeouts.accept(inner);
      } else if (draft.hasAgents()) {
        section.known(inner, AgentKeys.OF_DEFAULTS, draft.agents.defaults, TurnKeys.TOOL_TIMEOUTS);
      }
    }
  }

  private void agent(Tree.Field field) {
    var values = draft.agents.agent(field.name());
    for (var inner : section.fields(field.value(), values.path())) {
      if (inner.name().equals(AgentKeys.TOOLS.name())
          && inner.value() instanceof Tree.Items(List<Tree> items, _)
          && items.isEmpty()) {
        // It would read as "no tools" to one, and as "no matter" to another.
        findings.error(
            inner.at(), values.path(inner.name()), "is empty; leave it out, or write \"*\"");
      } else {
        section.known(inner, AgentKeys.OF_AGENT, values);
      }
    }
  }

  private boolean named(Tree.Field field, String path, String what) {
    if (field.name().isBlank()) {
      findings.error(field.at(), path + "." + field.name(), what + " needs a name");
      return false;
    }
    return true;
  }
}
