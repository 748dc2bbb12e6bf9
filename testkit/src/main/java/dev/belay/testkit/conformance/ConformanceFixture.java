package dev.belay.testkit.conformance;

import static dev.belay.testkit.conformance.Contents.said;
import static dev.belay.testkit.conformance.Definitions.tool;

import dev.belay.core.time.Time;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.Speaks;
import dev.belay.mcp.session.RequestState;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;

/**
 * All that the official conformance suite asks a server to expose (2025-11-25 and 2026-07-28), and
 * an {@code echo} to measure by.
 */
public final class ConformanceFixture {
  private static final Duration STATE_LIFETIME = Duration.ofMinutes(10);
  private static final Duration FRESH = Duration.ofMinutes(1);

  private ConformanceFixture() {}

  /** {@return the server, in these eras} */
  public static McpServer server(Speaks eras, Time time) {
    var made = new AtomicReference<McpServer>();
    var server =
        McpServer.named("belay-conformance", "1.0.0")
            .instructions("Fixtures of the conformance suite.")
            .speaks(eras)
            .logging()
            .announcesChanges()
            .cache(FRESH, /* shared= */ true)
            .requestStates(
                RequestState.withRandomKey(STATE_LIFETIME, () -> time.wall().toEpochMilli()));
    PlainTools.addTo(server);
    new SlowTools(time).addTo(server);
    AskingTools.addTo(server);
    InputTools.addTo(server);
    server
        .tool(
            tool("test_trigger_tool_change", "Says that the tools have changed"),
            _ -> {
              made.get().toolsChanged();
              return said("Said so");
            })
        .tool(
            tool("test_trigger_prompt_change", "Says that the prompts have changed"),
            _ -> {
              made.get().promptsChanged();
              return said("Said so");
            })
        .tool(
            tool("test_trigger_resource_update", "Says that the watched resource has changed"),
            _ -> {
              made.get().resourceUpdated("test://watched-resource");
              return said("Said so");
            });
    Prompts.addTo(server);
    Resources.addTo(server);
    made.set(server.build());
    return made.get();
  }
}
