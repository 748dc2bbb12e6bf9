package dev.belay.testkit.conformance;

import dev.belay.core.time.Time;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpSettings;
import dev.belay.http.stream.CallLimit;
import dev.belay.http.stream.McpOverHttp;
import dev.belay.http.stream.StreamBounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.http.ParamHeader;
import dev.belay.mcp.server.McpServer;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** The {@link ConformanceFixture} on 127.0.0.1, at {@code /mcp} and {@code /sse}. */
public final class ConformanceHttp implements AutoCloseable {
  private final McpOverHttp mcp;
  private final HttpServer http;

  private ConformanceHttp(McpOverHttp mcp, HttpServer http) {
    this.mcp = mcp;
    this.http = http;
  }

  /**
   * Listens.
   *
   * @param port 0 for any that is free
   * @param report hears what a person may want to know
   */
  public static ConformanceHttp open(McpServer server, int port, Time time, Consumer<String> report)
      throws IOException {
    var mcp =
        new McpOverHttp(
            server,
            time,
            StreamBounds.DEFAULT,
            ServerInfo.of("belay-conformance", "1.0.0", Revision.V2026_07_28.wire(), null),
            CallLimit.none(),
            ConformanceHttp::headers,
            Access.everybody(Access.Known.LOCAL));
    var routes =
        Routes.none()
            .with("/mcp", mcp.streamable())
            .with("/sse", mcp.stream())
            .with(McpOverHttp.MESSAGES, mcp.messages());
    var settings = HttpSettings.defaults().at("127.0.0.1", port);
    return new ConformanceHttp(mcp, HttpServer.open(settings, routes, time, report));
  }

  /** Says of one tool that its argument comes in a header too. */
  private static List<ParamHeader> headers(String principal, Envelope call) {
    return "test_x_mcp_header".equals(call.text(Member.PARAMS_NAME))
        ? List.of(new ParamHeader("Region", List.of("region")))
        : List.of();
  }

  /** {@return where it is} */
  public String url() {
    return "http://127.0.0.1:" + http.port() + "/mcp";
  }

  @Override
  public void close() {
    mcp.close();
    http.close();
  }
}
