package dev.belay.gateway.turn;

import dev.belay.core.lane.Lane;
import dev.belay.gateway.config.Concurrency;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a tool's call may run beside within its turn (C19): what configuration says, else nothing if
 * it is one of those that change a workspace (S1-63) or declares that it destroys, else anything.
 */
final class TurnLanes {
  /** Names that tools of this kind have, without the server's. */
  private static final Set<String> EXCLUSIVE =
      Set.of("exec", "write", "edit", "write_file", "edit_file");

  private static final String GIT = "git_";
  private static final String SEPARATOR = "__";

  private TurnLanes() {}

  /**
   * {@return the lane of a call}
   *
   * @param configured what configuration says of the tool; null for nothing
   * @param unannotated what holds for tools that declare nothing
   */
  static Lane of(
      String tool, @Nullable Concurrency configured, Declared declared, Concurrency unannotated) {
    var concurrency = configured == null ? own(tool, declared, unannotated) : configured;
    return switch (concurrency) {
      case EXCLUSIVE -> new Lane.Exclusive();
      case PARALLEL -> new Lane.Parallel();
    };
  }

  private static Concurrency own(String tool, Declared declared, Concurrency unannotated) {
    if (isListed(tool)) {
      return Concurrency.EXCLUSIVE;
    }
    return switch (declared) {
      case DESTROYS -> Concurrency.EXCLUSIVE;
      case SPARES -> Concurrency.PARALLEL;
      case NOTHING -> unannotated;
    };
  }

  private static boolean isListed(String tool) {
    int own = tool.lastIndexOf(SEPARATOR);
    var bare = own < 0 ? tool : tool.substring(own + SEPARATOR.length());
    return EXCLUSIVE.contains(bare) || bare.startsWith(GIT);
  }
}
