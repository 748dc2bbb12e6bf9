package dev.belay.core.turn;

import dev.belay.core.call.Limits;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idle and total limits of a turn's tools (S1-19 … S1-27, C5 … C7).
 *
 * <p>The entry of the full tool name holds, built in or configured; otherwise that of the bare name
 * on its server; otherwise the default. Zero leaves the idle limit to the tool: then only the total
 * limit ends a call, or a person.
 *
 * @param silence the idle limit of tools without an entry
 * @param overrides idle limits by tool; replace built-in ones
 * @param total how long any tool may run; zero for no limit
 */
public record ToolTimeouts(Duration silence, Map<String, Duration> overrides, Duration total) {
  /** The built-in idle limits (S1-21 … S1-26). */
  public static final Map<String, Duration> BUILT_IN =
      Map.of(
          "exec",
          Duration.ZERO,
          "sessions_ask",
          Duration.ZERO,
          "sessions_spawn",
          Duration.ZERO,
          "browser",
          Duration.ofSeconds(180),
          "web_fetch",
          Duration.ofSeconds(60),
          "web_search",
          Duration.ofSeconds(60));

  /** Two minutes idle, half an hour in total (S1-20, S0-27). */
  public static final ToolTimeouts DEFAULT =
      new ToolTimeouts(Limits.DEFAULT.idleTimeout(), Map.of(), Limits.DEFAULT.timeout());

  /** Copies {@code overrides}. */
  public ToolTimeouts {
    overrides = Map.copyOf(overrides);
  }

  /** {@return the limits of the tool} */
  public Limits of(String tool) {
    return of(tool, tool);
  }

  /**
   * {@return the limits of a tool of one server among several (S1-21 … S1-26)}
   *
   * @param tool its full name, such as {@code shell__exec}
   * @param bare its name on the server, such as {@code exec}
   */
  public Limits of(String tool, String bare) {
    return new Limits(total, silence(tool, bare, Silence.NONE));
  }

  private @Nullable Duration own(String name) {
    var configured = overrides.get(name);
    return configured == null ? BUILT_IN.get(name) : configured;
  }

  /**
   * {@return the limits of a call}
   *
   * <p>The caller's wish takes precedence, then a glob of the configuration, an override, the
   * tool's own declaration, the default. An override of zero leaves the limit to the declaration
   * (C7).
   *
   * @param hint the caller's wish; zero for none (C28)
   */
  public Limits of(String tool, String bare, Duration hint, Silence said) {
    return new Limits(total, silence(tool, bare, said)).wished(hint);
  }

  private Duration silence(String tool, String bare, Silence said) {
    if (said.configured != null) {
      return said.configured;
    }
    var own = own(tool);
    var override = own == null ? own(bare) : own;
    if (said.declared != null && (override == null || override.isZero())) {
      return said.declared;
    }
    return override == null ? silence : override;
  }

  /**
   * The idle limit of a tool from sources other than the turn's settings. Zero is no limit, null is
   * unset.
   *
   * @param configured by the most specific glob of the configuration
   * @param declared by the tool's author
   */
  public record Silence(@Nullable Duration configured, @Nullable Duration declared) {
    /** Both unset. */
    public static final Silence NONE = new Silence(null, null);
  }
}
