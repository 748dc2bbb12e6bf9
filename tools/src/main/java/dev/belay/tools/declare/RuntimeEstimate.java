package dev.belay.tools.declare;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Estimates how long calls take, by their arguments (S2-15, S2-19): for a tool of {@link
 * ToolBuilder#estimate(RuntimeEstimate)}, or for the {@code @Tool} methods of an object that
 * implements this.
 *
 * <p>Called by many threads, within each call and before its body, whose client waits for the
 * estimate: it should take milliseconds, and an interrupt ends it when the call is stopped.
 */
@FunctionalInterface
public interface RuntimeEstimate {
  /**
   * {@return how long the call takes; null if that is unknown}
   *
   * @param tool the tool's declared name
   * @param arguments checked, with defaults filled in; must not be changed
   * @throws Exception if there is no estimate; the call goes on
   */
  @Nullable Duration of(String tool, ObjectNode arguments) throws Exception;
}
