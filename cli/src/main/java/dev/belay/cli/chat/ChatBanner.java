package dev.belay.cli.chat;

import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.GatewayTurns;
import dev.belay.cli.remote.GatewayTurns.TalkingAgent;
import java.util.ArrayList;
import java.util.List;

/**
 * Introduces the agent and its gateway, which may run with another configuration than the one here.
 *
 * @param turns turns of that gateway
 * @param expected the agents that the configuration here names; empty for none
 */
public record ChatBanner(GatewayTurns turns, Partner partner, List<String> expected) {
  /**
   * {@return the lines to show before a message}
   *
   * @param isSeen whether a person watches, who is then told the agent too
   */
  public List<String> lines(boolean isSeen) throws GatewayTrouble, InterruptedException {
    if (!isSeen && expected.isEmpty()) {
      return List.of();
    }
    var agents = turns.agents();
    var lines = new ArrayList<String>();
    var strangers = new ArrayList<>(expected);
    agents.forEach(agent -> strangers.remove(agent.agentId()));
    if (!strangers.isEmpty()) {
      lines.add(
          CallRow.line(
              "the gateway at "
                  + turns.address()
                  + " does not know "
                  + String.join(", ", strangers)
                  + " of the configuration here: it was started with another one"));
    }
    if (isSeen) {
      agents.stream()
          .filter(agent -> partner.agent() == null || agent.agentId().equals(partner.agent()))
          .findFirst()
          .ifPresent(agent -> lines.add(line(agent, turns, partner)));
    }
    return lines;
  }

  static String line(TalkingAgent agent, GatewayTurns turns, Partner partner) {
    return "Talking to "
        + agent.line()
        + " at "
        + turns.address()
        + ", conversation "
        + CallRow.line(partner.session())
        + ".";
  }
}
