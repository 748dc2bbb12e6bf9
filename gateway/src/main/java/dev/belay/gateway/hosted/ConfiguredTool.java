package dev.belay.gateway.hosted;

import dev.belay.config.Concurrency;
import dev.belay.config.LaneSettings;
import dev.belay.config.RepeatSettings;
import dev.belay.config.Scope;
import dev.belay.config.Settings;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.ToolOptions;
import org.jspecify.annotations.Nullable;

/**
 * The effective declaration of a tool: that of its author, overridden by the configuration's globs
 * about lanes and repeats (C19, C27).
 *
 * @param lane its concurrency is null if not configured
 */
record ConfiguredTool(ToolDeclaration declared, LaneSettings lane, RepeatSettings repeats) {
  static ToolDeclaration of(ToolDeclaration declared, Settings settings, String server) {
    var name = declared.name();
    var lane = settings.lane(server, name);
    var repeats = settings.repeatsSaid(server, name);
    return lane.concurrency() == null && lane.key() == null && repeats.isEmpty()
        ? declared
        : new ConfiguredTool(declared, lane, repeats).declaration();
  }

  private ToolDeclaration declaration() {
    return new ToolDeclaration(
        declared.name(),
        declared.description(),
        declared.category(),
        hints(declared.hints()),
        terms(declared.terms()),
        declared.arguments(),
        declared.inputSchema(),
        declared.outputSchema());
  }

  private Hints hints(Hints said) {
    return new Hints(
        said.title(),
        first(repeats.readOnly(), said.readOnly()),
        // A destructive tool runs alone, unless configuration makes it parallel.
        said.destructive() && lane.concurrency() != Concurrency.PARALLEL,
        first(repeats.idempotent(), said.idempotent()),
        said.openWorld());
  }

  private ToolOptions terms(ToolOptions said) {
    return new ToolOptions(
        said.timeout(),
        said.idleTimeout(),
        concurrency(said.concurrency()),
        said.retryOn(),
        first(repeats.maxAttempts(), said.maxAttempts()),
        first(repeats.cacheTtl(), said.cacheTtl()),
        said.async(),
        said.estimate(),
        said.byArguments(),
        said.approval());
  }

  private String concurrency(String said) {
    return switch (lane.concurrency()) {
      case null -> keyed(said);
      case PARALLEL -> "parallel";
      // Exclusive among all clients is the task of another gate.
      case EXCLUSIVE -> lane.scope() == Scope.UPSTREAM ? said : keyed("exclusive");
    };
  }

  private String keyed(String otherwise) {
    return lane.key() == null ? otherwise : "{" + lane.key() + "}";
  }

  private static <T> T first(@Nullable T configured, T said) {
    return configured == null ? said : configured;
  }
}
