package dev.belay.core.call;

import dev.belay.core.name.OneLine;
import dev.belay.core.name.ShortText;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who makes a call, and from which place in the file system (S1-18, S1-42).
 *
 * @param principal an authenticated subject, or {@code local}
 * @param workspace the folder at which relative paths start; null if unknown
 * @param allowedRoots the folders whose files tools may use; by default the workspace; empty
 *     without a workspace, in which case the tools' own folders hold
 * @param depth the number of turns above this call: 0 for a person's own
 * @param turnId the turn that makes the call; null outside a turn
 * @param client the name that the client gives itself, or the agent of the turn, for people only: a
 *     client may say anything; null if it has none
 */
public record Caller(
    String principal,
    @Nullable String agentId,
    @Nullable String sessionId,
    @Nullable Path workspace,
    List<Path> allowedRoots,
    int depth,
    @Nullable String turnId,
    @Nullable String client) {
  /** The person at this machine. */
  public static final Caller LOCAL =
      new Caller("local", null, null, null, List.of(), 0, null, null);

  /** {@return a caller known only by principal and session; {@code sessionId} may be null} */
  public static Caller of(String principal, @Nullable String sessionId) {
    return new Caller(principal, null, sessionId, null, List.of(), 0, null, null);
  }

  /** Copies the list; an empty list allows the workspace. */
  public Caller {
    allowedRoots =
        allowedRoots.isEmpty() && workspace != null
            ? List.of(workspace)
            : List.copyOf(allowedRoots);
  }

  /** {@return this caller, within that turn} */
  public Caller inTurn(String turn) {
    return new Caller(principal, agentId, sessionId, workspace, allowedRoots, depth, turn, client);
  }

  /** {@return this caller, whose client calls itself so: as one line, truncated; empty for none} */
  public Caller named(String name) {
    var line = OneLine.of(ShortText.name(name));
    var shown = line.isEmpty() ? null : line;
    return new Caller(principal, agentId, sessionId, workspace, allowedRoots, depth, turnId, shown);
  }

  /** {@return this caller below {@code above}, whose turn waits: at least one level deeper} */
  public Caller below(Caller above) {
    int least = Math.max(depth, above.depth + 1);
    return new Caller(
        principal, agentId, sessionId, workspace, allowedRoots, least, turnId, client);
  }
}
