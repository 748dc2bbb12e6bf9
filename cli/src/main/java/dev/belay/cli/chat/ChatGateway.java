package dev.belay.cli.chat;

import dev.belay.cli.display.Display;
import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.GatewayTurns;
import java.util.List;

/**
 * The gateway of a conversation.
 *
 * @param turns its turns
 * @param approvals its calls that wait for a person
 * @param displays what it writes to the same terminal; empty if it is not of this program
 */
public record ChatGateway(GatewayTurns turns, GatewayApprovals approvals, List<Display> displays) {
  /** Copies the list. */
  public ChatGateway {
    displays = List.copyOf(displays);
  }
}
