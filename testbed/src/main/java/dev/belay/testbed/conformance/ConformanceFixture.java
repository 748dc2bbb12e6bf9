package dev.belay.testbed.conformance;

import dev.belay.mcp.server.Speaks;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.HttpToolServer;
import dev.belay.tools.serve.StdioToolServer;
import dev.belay.tools.serve.ToolServer;
import java.time.Duration;
import java.util.function.Function;

/**
 * Everything that the official conformance suite requires of a server (2025-11-25 and 2026-07-28),
 * and an {@code echo} for measurements: tools in Java, with prompts and resources beside them.
 */
public final class ConformanceFixture {
  private static final Duration FRESH = Duration.ofMinutes(1);

  private ConformanceFixture() {}

  /** {@return the server for the one client at the other end of two pipes, in these eras} */
  public static StdioToolServer stdio(Speaks eras) {
    return serving(ToolServer::stdio, eras, new AskingTools(/* isForbidden= */ false));
  }

  /**
   * {@return the modern side of a server of both eras, whose tools ask by requests of their own,
   * which only the legacy era allows}
   */
  static StdioToolServer modernOfBoth() {
    return serving(ToolServer::stdio, Speaks.MODERN, new AskingTools(/* isForbidden= */ true));
  }

  /** {@return the server for clients over HTTP, in these eras} */
  public static HttpToolServer http(Speaks eras) {
    return serving(ToolServer::http, eras, new AskingTools(/* isForbidden= */ false));
  }

  private static <S extends ToolServer<S>> S serving(
      Function<Tools, S> how, Speaks eras, AskingTools asking) {
    var changes = new ChangeTools();
    var tools =
        Tools.builder()
            .add(new PlainTools())
            .add(PlainTools.schemaKeywords())
            .add(new SlowTools())
            .add(asking)
            .add(new InputTools())
            .add(new TaskTools())
            .add(changes)
            .build();
    var server =
        how.apply(tools)
            .named("belay-conformance", "1.0.0")
            .instructions("Fixtures of the conformance suite.")
            .changing()
            .beside(more -> more.speaks(eras).cache(FRESH, /* shared= */ true))
            .beside(TaskTools::addTo)
            .beside(Prompts::addTo)
            .beside(Resources::addTo);
    changes.of(server, tools);
    return server;
  }
}
