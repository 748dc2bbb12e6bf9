package dev.belay.config;

import dev.belay.core.turn.ToolTimeouts;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How turns run: {@code agents} and {@code turns}.
 *
 * @param silence how long a tool may say nothing in a turn (S1-37); zero is without limit
 * @param overrides the same by tool (S1-38), in the order of the file
 * @param limit how long a turn may take that does not say; zero is without limit
 * @param unannotated how tools run that declare nothing of themselves (C19)
 * @param loops how often a model may ask for the same
 */
public record TurnSettings(
    Duration silence,
    Map<String, Duration> overrides,
    Duration limit,
    Concurrency unannotated,
    LoopSettings loops) {
  /** Keeps its own copy of {@code overrides}. */
  public TurnSettings {
    overrides = Collections.unmodifiableMap(new LinkedHashMap<>(overrides));
  }

  /** {@return the settings of a user who sets nothing (S1-20)} */
  public static TurnSettings defaults() {
    // Written out, and not asked of the core: each start comes by here, and few have a turn.
    return new TurnSettings(
        Duration.ofSeconds(120),
        Map.of(),
        Duration.ofSeconds(1_800),
        Concurrency.PARALLEL,
        LoopSettings.defaults());
  }

  /** {@return how long the tools of a turn may take, with {@code mcp.timeout} above all (C5)} */
  public ToolTimeouts toolTimeouts(McpSettings mcp) {
    return new ToolTimeouts(silence, overrides, mcp.timeout());
  }
}
