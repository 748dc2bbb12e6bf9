package dev.belay.agent.loop;

import dev.belay.config.AgentSettings;
import dev.belay.config.AgentsSettings;
import java.io.Serial;
import java.util.stream.Collectors;

/** An agent was named that is not configured. */
public final class UnknownAgentException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  UnknownAgentException(String name, AgentsSettings known) {
    super(
        "there is no agent '%s'; there are %s"
            .formatted(
                name,
                known.agents().stream()
                    .map(AgentSettings::name)
                    .collect(Collectors.joining(", "))));
  }
}
