package dev.belay.tools.declare;

import static dev.belay.tools.declare.Told.in;
import static dev.belay.tools.declare.Told.told;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.inject.Settings;
import dev.belay.tools.schema.JsonSchema;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is wrong with limits, retries and lanes is told at the start")
final class TermProblemsTest {
  static final class BadRetries {
    @Tool(destructive = true, retryOn = IOException.class, maxAttempts = 3)
    void destroy() {}

    @Tool(retryOn = IOException.class, maxAttempts = 3)
    void change() {}

    @Tool(readOnly = true, retryOn = IOException.class)
    void never() {}

    @Tool(readOnly = true, maxAttempts = 2)
    void onNothing() {}

    @Tool(readOnly = true, maxAttempts = 0)
    void zero() {}
  }

  @Test
  @DisplayName("S4-62 C27 retries that could do harm, or never come, are told")
  void badRetries() {
    assertThat(in(TermProblemsTest.class, told(new BadRetries())))
        .containsExactly(
            "BadRetries.change: retryOn needs a tool that is readOnly or idempotent, and says so",
            "BadRetries.destroy: retryOn on a destructive tool could destroy twice: take one of"
                + " them away",
            "BadRetries.never: retryOn without maxAttempts never tries again: say maxAttempts = 2"
                + " or more",
            "BadRetries.onNothing: maxAttempts without retryOn never tries again: say on which"
                + " exceptions",
            "BadRetries.zero: maxAttempts is 0: it counts the first one too, so 1 or more");
  }

  static final class BadLimits {
    @Tool(timeout = -1, idleTimeout = -0.5, cacheTtl = -2)
    void negative() {}

    @Tool(timeout = Double.POSITIVE_INFINITY)
    void endless() {}

    @Tool(cacheTtl = 5, readOnly = true)
    void cached() {}

    @Tool(readOnly = true, destructive = true, concurrency = " ")
    void contrary() {}
  }

  @Test
  @DisplayName("S4-64 C6 negative limits, endless ones, and a cache of what changes are told")
  void badLimits() {
    assertThat(in(TermProblemsTest.class, told(new BadLimits())))
        .containsExactly(
            "BadLimits.cached: cacheTtl needs a tool that is readOnly and idempotent, and says so",
            "BadLimits.contrary: concurrency is empty: say parallel, exclusive, or a key",
            "BadLimits.contrary: it cannot be both readOnly and destructive",
            "BadLimits.endless: timeout is longer than thirty years: it is in seconds, and 0 is no"
                + " limit",
            "BadLimits.negative: timeout is negative: 0 is no limit; leave it out to leave it to"
                + " configuration",
            "BadLimits.negative: idleTimeout is negative: 0 is no limit; leave it out to leave it"
                + " to configuration",
            "BadLimits.negative: cacheTtl is negative: 0 is no limit; leave it out for no cache");
  }

  static final class BadLanes {
    @Tool(concurrency = "file:{pth}")
    void write(String path) {}

    @Tool(concurrency = "{a}:{b}:{a}")
    void none(Settings settings) {}

    @Tool(concurrency = "file:{path")
    void open(String path) {}

    @Tool(concurrency = "file:{file-path}")
    void good(@Arg(name = "file-path") String path) {}
  }

  @Test
  @DisplayName("C19: a lane's key names arguments that the tool has, and nothing else")
  void lanes() {
    assertThat(in(TermProblemsTest.class, told(new BadLanes())))
        .containsExactlyInAnyOrder(
            "BadLanes.write: concurrency names {pth}, which is no argument: did you mean {path}? It"
                + " has path",
            "BadLanes.none: concurrency names {a}, which is no argument: It has none",
            "BadLanes.none: concurrency names {b}, which is no argument: It has none",
            "BadLanes.open: concurrency \"file:{path\" has a brace alone: name an argument as"
                + " {argument}");
  }

  private static DefinedTool keyed(String name, String key, String schema) {
    return Tools.define(name)
        .inputSchema(JsonSchema.of(schema.getBytes(UTF_8)))
        .concurrency(key)
        .handle(_ -> null);
  }

  @Test
  @DisplayName("A schema that its author wrote lists the arguments of the lane, if it lists any")
  void lanesOfGivenSchemas() {
    assertThat(
            told(
                keyed("lists", "f:{paths}", "{\"properties\":{\"path\":{\"type\":\"string\"}}}"),
                keyed("open", "f:{paths}", "{\"type\":\"object\"}"),
                keyed("broken", "f:{paths}", "{")))
        .satisfiesExactly(
            one ->
                assertThat(one)
                    .isEqualTo(
                        "Tools.define(\"lists\"): concurrency names {paths}, which is no argument:"
                            + " did you mean {path}? It has path"),
            two ->
                assertThat(two)
                    .startsWith("Tools.define(\"broken\"): its inputSchema cannot be read"));
  }
}
