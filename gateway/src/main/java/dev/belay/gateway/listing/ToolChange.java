package dev.belay.gateway.listing;

import dev.belay.config.OnChange;
import java.util.Set;

/**
 * A change of a tool's definition since it was accepted.
 *
 * @param server the tool's server
 * @param tool its name there
 * @param accepted the accepted definition
 * @param seen the current definition
 * @param verdict the treatment of the tool
 */
public record ToolChange(String server, String tool, Pin accepted, Pin seen, OnChange verdict) {
  /** {@return the treatment of the tool, in one word} */
  public String word() {
    return switch (verdict) {
      case ALLOW -> "allowed";
      case ASK -> "waiting";
      case REFUSE -> "refused";
    };
  }

  /** {@return a description for people, on one line} */
  public String line() {
    var name = Unseen.shown(server + "__" + tool).replace("\n", " ");
    var unseen = unseen();
    return "tool "
        + name
        + " has changed its definition since it was accepted (sha256 "
        + accepted.shortHash()
        + ", now "
        + seen.shortHash()
        + ")"
        + (unseen.isEmpty() ? "" : "; it holds what cannot be seen: " + String.join(", ", unseen))
        + switch (verdict) {
          case ALLOW -> "";
          case ASK -> "; it is held back until: belay tools accept " + name;
          case REFUSE -> "; it is refused (on_change)";
        };
  }

  /** {@return invisible characters in the new definition} */
  public Set<String> unseen() {
    var definition = seen.definition();
    return definition == null ? Set.of() : Unseen.in(definition.toString());
  }
}
