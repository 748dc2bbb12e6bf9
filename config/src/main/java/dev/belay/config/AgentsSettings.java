package dev.belay.config;

import java.util.List;
import java.util.Optional;

/**
 * Who can be talked to: {@code agents} and {@code models}.
 *
 * @param agents in the order of the file; the first is the one that people mean who name none
 */
public record AgentsSettings(List<AgentSettings> agents, List<ModelSettings> models) {
  /** Keeps its own copies. */
  public AgentsSettings {
    agents = List.copyOf(agents);
    models = List.copyOf(models);
  }

  /** {@return one agent, whose model follows the script built in} */
  public static AgentsSettings defaults() {
    return new AgentsSettings(List.of(AgentSettings.MAIN), List.of(ModelSettings.DEMO));
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
