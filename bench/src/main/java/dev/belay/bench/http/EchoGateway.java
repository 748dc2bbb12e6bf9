package dev.belay.bench.http;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.relay.Relay;
import dev.belay.gateway.relay.Sharing;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.SessionSnapshot;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpServerOptions;
import dev.belay.http.server.ServerBounds;
import dev.belay.http.stream.McpOverHttp;
import dev.belay.http.stream.StreamBounds;
import dev.belay.http.stream.ToolSchemas;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.server.Speaks;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.spawn.Spawner;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * Object graph of {@code belay serve} with a tool in the same program: every call is governed and
 * relayed as usual, without a pipe and a process.
 */
public final class EchoGateway {
  /** A call of its tool. */
  static final String ECHO = "{\"name\":\"echo\",\"arguments\":{\"message\":\"hello\"}}";

  private static final byte[] TOOL =
      ascii(
          "{\"name\":\"echo\",\"description\":\"Says its arguments.\",\"inputSchema\":"
              + "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}}}}");
  private static final byte[] HEAD = ascii("{\"content\":[],\"structuredContent\":");

  private EchoGateway() {}

  /** Serves on 127.0.0.1, on the port given as the only argument, until it is killed. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    var time = Time.system();
    var spawner = Spawner.open(time);
    Report report =
        new PrintStream(
                new FileOutputStream(FileDescriptor.err),
                /* autoFlush= */ true,
                StandardCharsets.UTF_8)
            ::println;
    var settings = Settings.defaults();
    var spec = ServerSettings.defaults("echo", "in-this-program");
    var relay =
        new Relay(
            settings,
            spec,
            new Governor(GovernorOptions.system()),
            (listener, opening) -> {
              var server =
                  new Server(
                          spec,
                          Map.of(),
                          settings.mcp().maxLineBytes(),
                          spawner,
                          time,
                          new SessionSnapshot(),
                          listener,
                          report,
                          _ -> {})
                      .within(echo());
              return opening == null ? new Upstream(server) : new Upstream(server, opening);
            },
            Sharing.MANY_CLIENTS,
            Neighbours.none(),
            report,
            time);
    relay.start();
    var mcp = mcp(relay, time);
    var at = HttpServerOptions.defaults().at("127.0.0.1", Integer.parseInt(arguments[0]));
    var _ = HttpServer.open(at, Routes.none().with("/mcp", mcp.streamable()), time, report::say);
    new CountDownLatch(1).await();
  }

  /** {@return MCP over HTTP for a host of this program, without authentication} */
  public static McpOverHttp mcp(SessionFactory host, Time time) {
    return new McpOverHttp(
        host,
        time,
        StreamBounds.DEFAULT,
        ServerInfo.of("echo", "1", Revision.V2026_07_28.wire(), null),
        ToolSchemas.unknown(),
        Access.everybody(Access.Known.LOCAL),
        new Shares(ServerBounds.Sizes.defaults().memoryBytes()));
  }

  private static McpServer echo() {
    return McpServer.named("echo", "1")
        .speaks(Speaks.LEGACY)
        .tool(TOOL, exchange -> said(exchange.arguments()))
        .build();
  }

  private static byte[] said(byte[] arguments) {
    var result = new byte[HEAD.length + arguments.length + 1];
    System.arraycopy(HEAD, 0, result, 0, HEAD.length);
    System.arraycopy(arguments, 0, result, HEAD.length, arguments.length);
    result[result.length - 1] = '}';
    return result;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
