package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The agents and models: {@code agents} and {@code models}.
 *
 * @param agents in the order of the file; the first is the default agent
 */
public record AgentsSettings(List<AgentSettings> agents, List<ModelSettings> models) {
  static final Section MODELS =
      new Section("models", Reload.AT_ONCE, "Models by name.").of(ModelSettings.SECTION, "a model");

  /** The name of the built-in agent, for a configuration without agents. */
  private static final String MAIN = "main";

  /** Copies the lists. */
  public AgentsSettings {
    agents = List.copyOf(agents);
    models = List.copyOf(models);
  }

  /** {@return one agent, whose model follows the built-in script} */
  public static AgentsSettings defaults() {
    return of(new Values(Config.ROOT), Path.of(""), new Findings());
  }

  /**
   * Reads the agents and models; without any, uses the built-in one of each.
   *
   * @param directory resolves the paths of scripts
   */
  static AgentsSettings of(Values root, Path directory, Findings findings) {
    var said = root.begin(MODELS);
    var known = said.entries().keySet();
    if (known.isEmpty()) {
      said.begin(ModelSettings.DEMO.name())
          .assume(ModelSettings.PROVIDER, ModelSettings.Provider.SCRIPTED);
    }
    List<ModelSettings> models = new ArrayList<>();
    for (var model : said.entries().entrySet()) {
      var one = ModelSettings.of(model.getKey(), model.getValue(), directory, findings);
      if (one != null) {
        models.add(one);
      }
    }
    var agents = root.begin(AgentSettings.AGENTS);
    var defaults = agents.begin(AgentSettings.DEFAULTS);
    requireModel(defaults, known, findings);
    agents.entries().values().forEach(agent -> requireModel(agent, known, findings));
    defaults.assume(AgentSettings.MODEL, said.entries().keySet().iterator().next());
    if (agents.entries().isEmpty()) {
      var _ = agents.begin(MAIN);
    }
    return new AgentsSettings(
        agents.entries().entrySet().stream()
            .map(agent -> AgentSettings.of(agent.getKey(), agent.getValue()))
            .toList(),
        models);
  }

  private static void requireModel(Values agent, Set<String> known, Findings findings) {
    var named = agent.find(AgentSettings.MODEL);
    var at = agent.origin(AgentSettings.MODEL);
    if (named == null
        || at == null
        || known.contains(named)
        || (known.isEmpty() && named.equals(ModelSettings.DEMO.name()))) {
      return;
    }
    findings.error(
        at,
        agent.path(AgentSettings.MODEL.name()),
        "there is no model '"
            + named
            + (known.isEmpty()
                ? "'; there are none under models"
                : "'; there are " + String.join(", ", known)));
  }

  /** {@return the agent of that name} */
  public Optional<AgentSettings> agent(String name) {
    return agents.stream().filter(agent -> agent.name().equals(name)).findFirst();
  }

  /** {@return the model of that name} */
  public Optional<ModelSettings> model(String name) {
    return models.stream().filter(model -> model.name().equals(name)).findFirst();
  }
}
