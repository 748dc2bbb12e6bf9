package dev.belay.agent.loop;

import dev.belay.core.call.Caller;
import dev.belay.core.turn.ToolUse;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.gateway.turn.AskedTool;
import dev.belay.gateway.turn.OfferedTool;
import java.util.List;

/** All tools that agents could use. Safe for use by many threads. */
public interface LoopTools {
  /**
   * {@return those that there are now for that principal}
   *
   * @throws ListFailed if that cannot be known; the message says why
   */
  List<OfferedTool> offered(String principal) throws ListFailed, InterruptedException;

  /**
   * {@return those calls on behalf of that caller, ready for a turn, in order}
   *
   * <p>One of a tool that is not there is among them, and says so when it is run.
   */
  List<ToolUse> uses(Caller caller, List<AskedTool> asked) throws InterruptedException;
}
