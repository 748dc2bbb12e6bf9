package dev.belay.tools.run;

import dev.belay.tools.check.Checked;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ToolResult;
import org.jspecify.annotations.Nullable;

/**
 * Checks the arguments of tools by their schemas, and writes results in the published forms.
 *
 * <p>Safe for use by many threads; loads its libraries at the first use.
 */
public interface Contract {
  /** Checks arguments as received: a JSON object, if the client keeps to the protocol. */
  Checked check(ToolDeclaration tool, byte[] arguments);

  /**
   * Turns the body's return value into a result; runs within the call, so that it may read a
   * stream.
   *
   * @throws Exception if the value cannot become a result: the call then fails with its message
   */
  ToolResult result(ToolDeclaration tool, @Nullable Object returned) throws Exception;

  /**
   * Turns the body's return value into a result of a call of {@code principal}, for whom alone cut
   * output may be kept.
   *
   * @throws Exception if the value cannot become a result
   */
  default ToolResult result(ToolDeclaration tool, @Nullable Object returned, String principal)
      throws Exception {
    return result(tool, returned);
  }

  /** {@return the result as JSON, valid in that form} */
  byte[] write(ToolResult result, ResultVersion version);
}
