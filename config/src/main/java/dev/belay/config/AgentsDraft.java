package dev.belay.config;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the sources said about models, and about the agents that use them. */
final class AgentsDraft {
  final Values defaults = new Values(AgentKeys.DEFAULTS_PATH);
  private final Map<String, ModelDraft> models = new LinkedHashMap<>();
  private final Map<String, Values> agents = new LinkedHashMap<>();

  /** {@return the model of that name, begun where it is named first} */
  ModelDraft model(String name, Origin at, Path directory) {
    return models.computeIfAbsent(name, _ -> new ModelDraft(name, at, directory));
  }

  /** {@return the agent of that name, begun where it is named first} */
  Values agent(String name) {
    return agents.computeIfAbsent(name, _ -> new Values(TurnKeys.AGENTS + "." + name));
  }

  /** {@return all that variables of the environment may set as well, with its keys} */
  Map<Values, List<Key<?>>> sections() {
    Map<Values, List<Key<?>>> all = new LinkedHashMap<>();
    all.put(defaults, AgentKeys.OF_DEFAULTS);
    agents.values().forEach(agent -> all.put(agent, AgentKeys.OF_AGENT));
    models.values().forEach(model -> all.put(model.values, AgentKeys.OF_MODEL));
    return all;
  }

  AgentsSettings settled(Map<String, Origin> into, Findings findings) {
    if (models.isEmpty() && agents.isEmpty() && defaults.isEmpty()) {
      return AgentsSettings.defaults();
    }
    List<ModelSettings> settled = new ArrayList<>();
    for (var model : models.values()) {
      model.values.eachOrigin(into::put);
      var one = model.settled(findings);
      if (one != null) {
        settled.add(one);
      }
    }
    if (models.isEmpty()) {
      settled.add(ModelSettings.DEMO);
    }
    known(defaults, findings);
    defaults.eachOrigin(into::put);
    List<AgentSettings> all = new ArrayList<>();
    agents.forEach((name, values) -> {
      values.eachOrigin(into::put);
      known(values, findings);
      all.add(agent(name, values));
    });
    if (agents.isEmpty()) {
      all.add(agent(AgentSettings.MAIN.name(), agent(AgentSettings.MAIN.name())));
    }
    return new AgentsSettings(all, settled);
  }

  private AgentSettings agent(String name, Values own) {
    return new AgentSettings(
        name,
        text(own, AgentKeys.MODEL, first()),
        text(own, AgentKeys.INSTRUCTIONS, ""),
        own.get(AgentKeys.TOOLS, Texts.NONE).all(),
        own.get(
            AgentKeys.MAX_TOOL_LOOPS,
            defaults.get(AgentKeys.MAX_TOOL_LOOPS, AgentSettings.MAX_TOOL_LOOPS)));
  }

  private String text(Values own, Key<Verbatim> key, String otherwise) {
    var said = own.get(key);
    var inherited = said == null ? defaults.get(key) : said;
    return inherited == null ? otherwise : inherited.text();
  }

  /** {@return the model of agents that name none} */
  private String first() {
    return models.isEmpty() ? ModelSettings.DEMO.name() : models.keySet().iterator().next();
  }

  private void known(Values values, Findings findings) {
    @Nullable Verbatim named = values.get(AgentKeys.MODEL);
    if (named == null || models.containsKey(named.text())) {
      return;
    }
    if (models.isEmpty() && named.text().equals(ModelSettings.DEMO.name())) {
      return;
    }
    findings.error(
        Objects.requireNonNull(values.origin(AgentKeys.MODEL)),
        values.path(AgentKeys.MODEL.name()),
        "there is no model '"
            + named.text()
            + (models.isEmpty()
                ? "'; there are none under models"
                : "'; there are " + String.join(", ", models.keySet())));
  }
}
