package dev.belay.core.journal;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

/**
 * One thing that happened to what a tool says of itself. Plain values only, so that any reader can
 * keep or print it.
 */
public sealed interface ToolEvent {
  /** {@return the server that has the tool} */
  String upstream();

  /** {@return the server's own name for the tool} */
  String tool();

  /** {@return about how many bytes it takes} */
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
   * It says something else than what was accepted.
   *
   * @param accepted the SHA-256 of what was
   * @param seen the SHA-256 of what it says now
   * @param verdict what becomes of the tool: {@code allowed}, {@code waiting} or {@code refused}
   */
  record Changed(String upstream, String tool, String accepted, String seen, String verdict)
      implements ToolEvent {}

  /**
   * A person has accepted what it says, and it is there again.
   *
   * @param accepted the SHA-256 of that
   */
  record Accepted(String upstream, String tool, String accepted) implements ToolEvent {}
}
