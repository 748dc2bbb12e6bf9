package dev.belay.core.turn;

import dev.belay.core.call.Limits;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How long a tool of a turn may be silent, and run in all (S1-19 … S1-27, C5 … C7).
 *
 * <p>A tool's own entry holds, be it built in or configured; else the one of its bare name does, by
 * which its server knows it; else the default. Zero leaves the limit to the tool: then only the
 * total one ends it, and people.
 *
 * @param silence for tools that have no entry
 * @param overrides by tool; replaces what is built in
 * @param total how long any tool may run; zero is without limit
 */
public record ToolTimeouts(Duration silence, Map<String, Duration> overrides, Duration total) {
  /** What holds for these tools unless configured otherwise (S1-21 … S1-26). */
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

  /** Two minutes of silence, half an hour in all (S1-20, S0-27). */
  public static final ToolTimeouts DEFAULT =
      new ToolTimeouts(Limits.DEFAULT.idleTimeout(), Map.of(), Limits.DEFAULT.timeout());

  /** Keeps its own copy of {@code overrides}. */
  public ToolTimeouts {
    overrides = Map.copyOf(overrides);
  }

  /** {@return the limits of that tool} */
  public Limits of(String tool) {
    return of(tool, tool);
  }

  /**
   * {@return the limits of that tool of one server among several (S1-21 … S1-26)}
   *
   * @param tool as it is asked for, such as {@code shell__exec}
   * @param bare as its server knows it, such as {@code exec}
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
   * <p>A wish of its caller counts most, then a glob of the configuration, an override, the tool's
   * own declaration, the default. An override of zero leaves the limit to the declaration (C7).
   *
   * @param hint what the caller asks for; zero asks for none (C28)
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
   * The longest silence of a tool as others than the turn's settings have it. Zero is no limit,
   * null says nothing.
   *
   * @param configured by the most specific glob of the configuration
   * @param declared by the tool's author
   */
  public record Silence(@Nullable Duration configured, @Nullable Duration declared) {
    /** Says nothing. */
    public static final Silence NONE = new Silence(null, null);
  }
}
