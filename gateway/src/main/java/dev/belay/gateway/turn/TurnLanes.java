package dev.belay.gateway.turn;

import dev.belay.core.lane.Lane;
import dev.belay.gateway.config.Concurrency;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a tool's call may run beside within its turn (C19): what configuration says, else nothing if
 * the tool declares that it destroys or is one of those that change a workspace (S1-63), else
 * anything.
 */
final class TurnLanes {
  /** Names that tools of this kind have, without the server's. */
  private static final Set<String> EXCLUSIVE =
      Set.of("exec", "write", "edit", "write_file", "edit_file");

  private static final String GIT = "git_";
  private static final String SEPARATOR = "__";

  private TurnLanes() {}

  static Lane of(String tool, @Nullable Concurrency configured, boolean isDestructive) {
    boolean isExclusive =
        configured == null
            ? isDestructive || isListed(tool)
            : configured == Concurrency.EXCLUSIVE;
    return isExclusive ? new Lane.Exclusive() : new Lane.Parallel();
  }

  private static boolean isListed(String tool) {
    int own = tool.lastIndexOf(SEPARATOR);
    var bare = own < 0 ? tool : tool.substring(own + SEPARATOR.length());
    return EXCLUSIVE.contains(bare) || bare.startsWith(GIT);
  }
}
