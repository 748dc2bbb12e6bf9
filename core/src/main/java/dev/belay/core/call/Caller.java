package dev.belay.core.call;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who asks for a call, and from where in the file system (S1-18, S1-42).
 *
 * @param principal an authenticated subject, or {@code local}
 * @param workspace the folder at which relative paths start; null if none is known
 * @param allowedRoots the folders whose files tools may use; by default the workspace, and empty
 *     without one, when the tools' own folders hold
 * @param depth how many turns are above this call: 0 for a person's own
 * @param turnId the turn that asks for it; null for a call of no turn
 */
public record Caller(
    String principal,
    @Nullable String agentId,
    @Nullable String sessionId,
    @Nullable Path workspace,
    List<Path> allowedRoots,
    int depth,
    @Nullable String turnId) {
  /** The person at this machine. */
  public static final Caller LOCAL = new Caller("local", null, null, null, List.of(), 0, null);

  /** {@return somebody of whom no more is known; {@code sessionId} may be null} */
  public static Caller of(String principal, @Nullable String sessionId) {
    return new Caller(principal, null, sessionId, null, List.of(), 0, null);
  }

  /** Copies the list, and allows the workspace if nothing else is allowed. */
  public Caller {
    allowedRoots =
        allowedRoots.isEmpty() && workspace != null
            ? List.of(workspace)
            : List.copyOf(allowedRoots);
  }

  /** {@return this caller as a turn has its calls made} */
  public Caller inTurn(String turn) {
    return new Caller(principal, agentId, sessionId, workspace, allowedRoots, depth, turn);
  }

  /** {@return this caller below that one, whose turn waits: at least one deeper} */
  public Caller below(Caller above) {
    int least = Math.max(depth, above.depth + 1);
    return new Caller(principal, agentId, sessionId, workspace, allowedRoots, least, turnId);
  }
}
