package dev.belay.tools.run;

import dev.belay.tools.check.Checked;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ToolResult;
import org.jspecify.annotations.Nullable;

/**
 * What goes into a tool and what comes out of it: arguments by its schema, results by the published
 * forms.
 *
 * <p>Asked from many threads; nothing heavy is loaded before it is first asked.
 */
public interface Contract {
  /** Checks arguments as they came: a JSON object, if the client keeps to the protocol. */
  Checked check(ToolDeclaration tool, byte[] arguments);

  /**
   * Makes a result of what a body returned; runs within the call, so that it may read a stream.
   *
   * @throws Exception if what was returned cannot be a result: the call then fails with its message
   */
  ToolResult result(ToolDeclaration tool, @Nullable Object returned) throws Exception;

  /**
   * Likewise, for a call of {@code principal}: what is cut off may be kept for them alone.
   *
   * @throws Exception if what was returned cannot be a result
   */
  default ToolResult result(ToolDeclaration tool, @Nullable Object returned, String principal)
      throws Exception {
    return result(tool, returned);
  }

  /** {@return the result as JSON, valid in that form} */
  byte[] write(ToolResult result, ResultVersion version);
}
