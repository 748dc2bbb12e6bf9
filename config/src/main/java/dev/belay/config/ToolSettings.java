package dev.belay.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What holds for the tools that a glob names: {@code tools."<glob>"}.
 *
 * @param glob over the name that clients see and over {@code server__tool}
 * @param timeout total limit of a call; zero is none, null is inherited
 * @param idleTimeout longest silence of a call; zero is none, null is inherited
 * @param concurrency what a call may run beside; null is inherited, in the end from the tool itself
 * @param scope how far {@link Concurrency#EXCLUSIVE} reaches; null is inherited
 * @param laneKey the argument that names what a call reads or writes; null is inherited
 * @param rate calls of each such tool by one principal; null is inherited, in the end without limit
 * @param repeats whether calls may be spared, or made again
 */
public record ToolSettings(
    Glob glob,
    @Nullable Duration timeout,
    @Nullable Duration idleTimeout,
    @Nullable Concurrency concurrency,
    @Nullable Scope scope,
    @Nullable String laneKey,
    @Nullable Rate rate,
    RepeatSettings repeats) {

  /** Calls are made as they come, each once. */
  public ToolSettings(
      Glob glob,
      @Nullable Duration timeout,
      @Nullable Duration idleTimeout,
      @Nullable Concurrency concurrency,
      @Nullable Scope scope,
      @Nullable Rate rate) {
    this(glob, timeout, idleTimeout, concurrency, scope, null, rate, RepeatSettings.NONE);
  }

  /** {@return settings under which the tools of {@code glob} inherit everything} */
  public static ToolSettings defaults(String glob) {
    return new ToolSettings(new Glob(glob), null, null, null, null, null);
  }

  static ToolSettings of(String glob, Values values, @Nullable Values retry) {
    return new ToolSettings(
        new Glob(glob),
        values.get(Keys.TIMEOUT),
        values.get(Keys.IDLE_TIMEOUT),
        values.get(Keys.CONCURRENCY),
        values.get(Keys.SCOPE),
        values.get(Keys.LANE_KEY),
        values.get(Keys.RATE_LIMIT),
        RepeatSettings.of(values, retry));
  }

  static String path(String glob) {
    return Keys.TOOLS + ".\"" + glob + "\"";
  }

  String key(String leaf) {
    return path(glob.pattern()) + "." + leaf;
  }
}
