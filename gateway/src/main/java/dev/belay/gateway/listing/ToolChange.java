package dev.belay.gateway.listing;

import dev.belay.config.OnChange;
import java.util.Set;

/**
 * A tool says something else of itself than it did when it was accepted.
 *
 * @param server whose tool it is
 * @param tool its name there
 * @param accepted what it said
 * @param seen what it says now
 * @param verdict what becomes of it
 */
public record ToolChange(String server, String tool, Pin accepted, Pin seen, OnChange verdict) {
  /** {@return what becomes of it, in one word} */
  public String word() {
    return switch (verdict) {
      case ALLOW -> "allowed";
      case ASK -> "waiting";
      case REFUSE -> "refused";
    };
  }

  /** {@return what a person needs to know, on one line} */
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
