package dev.belay.gateway.relay;

import dev.belay.config.Concurrency;
import dev.belay.config.EffectiveLimits;
import dev.belay.config.Rate;
import dev.belay.config.Repeats;
import dev.belay.config.Scope;
import dev.belay.config.Settings;
import dev.belay.core.lane.Lane;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What configuration says about each tool of one server, merged once and not for each call.
 *
 * <p>Only so many tools are remembered, since a client may call any name. Safe for many threads.
 */
public final class ToolTerms {
  private static final int MOST = 1_000;
  private static final int LONGEST_NAME = 200;

  /** The terms of one tool's calls, before the wish in a request. */
  public record Configured(
      EffectiveLimits limits, Lane lane, Rate rate, @Nullable Repeats repeats) {}

  private final Settings settings;
  private final String server;
  private final Map<String, Configured> byTool = new ConcurrentHashMap<>();

  /** Reads nothing yet. */
  public ToolTerms(Settings settings, String server) {
    this.settings = settings;
    this.server = server;
  }

  /** {@return the terms of a tool by its own name} */
  public Configured of(String tool) {
    var known = byTool.get(tool);
    if (known != null) {
      return known;
    }
    var found =
        new Configured(
            settings.limits(server, tool),
            lane(tool),
            settings.rate(server, tool),
            settings.repeats(server, tool));
    if (tool.length() <= LONGEST_NAME && byTool.size() < MOST) {
      byTool.put(tool, found);
    }
    return found;
  }

  /** {@return whether any tool of the server could be told to run alone on it (C19)} */
  public boolean mayBeExclusive() {
    return settings.tools().stream()
        .anyMatch(rule -> rule.scope() == Scope.UPSTREAM && rule.glob().mayNameToolOf(server));
  }

  private Lane lane(String tool) {
    var said = settings.lane(server, tool);
    return said.concurrency() == Concurrency.EXCLUSIVE && said.scope() == Scope.UPSTREAM
        ? new Lane.Exclusive()
        : new Lane.Parallel();
  }
}
