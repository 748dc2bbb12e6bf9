package dev.belay.core.journal;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

/**
 * One event of a tool's description. Plain values only, so that any reader can keep or print it.
 */
public sealed interface ToolEvent {
  /** {@return the server that has the tool} */
  String upstream();

  /** {@return the server's own name for the tool} */
  String tool();

  /** {@return the approximate size in bytes} */
  default long weight() {
    return switch (this) {
      case Changed changed ->
          ALONE
              + text(changed.upstream())
              + text(changed.tool())
              + text(changed.accepted())
              + text(changed.seen())
              + text(changed.verdict());
      case Accepted accepted ->
          ALONE + text(accepted.upstream()) + text(accepted.tool()) + text(accepted.accepted());
    };
  }

  /**
   * The description differs from the accepted one.
   *
   * @param accepted the SHA-256 of the accepted description
   * @param seen the SHA-256 of the present description
   * @param verdict the fate of the tool: {@code allowed}, {@code waiting} or {@code refused}
   */
  record Changed(String upstream, String tool, String accepted, String seen, String verdict)
      implements ToolEvent {}

  /**
   * A person has accepted the description, and the tool is available again.
   *
   * @param accepted the SHA-256 of that description
   */
  record Accepted(String upstream, String tool, String accepted) implements ToolEvent {}
}
