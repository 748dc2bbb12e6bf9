package dev.belay.gateway.hosted;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ApprovalSettings;
import dev.belay.config.Concurrency;
import dev.belay.config.Glob;
import dev.belay.config.RepeatSettings;
import dev.belay.config.Scope;
import dev.belay.config.Settings;
import dev.belay.config.ToolSettings;
import dev.belay.tools.declare.Tools;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C19: configuration overrides what the author of a native tool declares")
final class ConfiguredToolTest {
  private static String lane(@Nullable Concurrency concurrency, Scope scope, @Nullable String key) {
    var tool =
        Tools.builder()
            .add(
                Tools.define("put")
                    .destructive()
                    .argument("path", String.class, "Where.")
                    .handle(_ -> ""))
            .build()
            .all()
            .getFirst();
    var rule =
        new ToolSettings(
            new Glob("put"),
            null,
            null,
            concurrency,
            scope,
            key,
            null,
            null,
            null,
            null,
            null,
            ApprovalSettings.OfGlob.NONE,
            RepeatSettings.NONE);
    var all = Settings.defaults();
    var settings =
        new Settings(
            all.mcp(),
            all.http(),
            all.auth(),
            all.observability(),
            all.listing(),
            all.turns(),
            all.jobs(),
            all.approval(),
            all.agents(),
            all.servers(),
            List.of(rule),
            all.origins());
    return ConfiguredTool.of(tool.declaration(), settings, "own").terms().concurrency();
  }

  @Test
  @DisplayName("a lane_key is a key of its lane, unless it may run beside all others anyway")
  void aConfiguredLaneKeyReplacesTheAuthorsLane() {
    assertThat(lane(null, Scope.TURN, "path")).isEqualTo("{path}");
    assertThat(lane(Concurrency.EXCLUSIVE, Scope.TURN, "path")).isEqualTo("{path}");
    assertThat(lane(Concurrency.PARALLEL, Scope.TURN, "path")).isEqualTo("parallel");
    assertThat(lane(Concurrency.EXCLUSIVE, Scope.TURN, null)).isEqualTo("exclusive");
    assertThat(lane(Concurrency.EXCLUSIVE, Scope.UPSTREAM, "path"))
        .as("there is a gate for all clients")
        .isEqualTo("parallel");
  }
}
