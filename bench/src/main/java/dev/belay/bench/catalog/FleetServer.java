package dev.belay.bench.catalog;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Time;
import dev.belay.http.info.ServerInfo;
import dev.belay.http.route.Access;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpSettings;
import dev.belay.http.server.ServerBounds;
import dev.belay.http.stream.McpOverHttp;
import dev.belay.http.stream.StreamBounds;
import dev.belay.http.stream.ToolSchemas;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.server.McpServer;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.Host;
import dev.belay.mcp.session.ReplyTo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Many MCP servers in one process, at {@code /s0}, {@code /s1} and so on, with as many tools each;
 * the last one is slow to say which.
 */
public final class FleetServer {
  private static final byte[] RESULT =
      ascii("{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}");

  private FleetServer() {}

  /** Takes the port, the number of servers, of tools each, and the last one's delay in ms. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    var time = Time.system();
    int servers = Integer.parseInt(arguments[1]);
    int tools = Integer.parseInt(arguments[2]);
    var delay = Duration.ofMillis(Long.parseLong(arguments[3]));
    var routes = Routes.none();
    for (int i = 0; i < servers; i++) {
      Host server = server(i, tools);
      var mcp = mcp(i == servers - 1 ? slow(server, time, delay) : server, time);
      // The last one is where clients expect the only one, too.
      routes = routes.with("/s" + i, mcp.streamable()).with("/mcp", mcp.streamable());
    }
    var at = HttpSettings.defaults().at("127.0.0.1", Integer.parseInt(arguments[0]));
    var _ = HttpServer.open(at, routes, time, _ -> {});
    new CountDownLatch(1).await();
  }

  private static McpServer server(int number, int tools) {
    var builder = McpServer.named("s" + number, "1").pageSize(tools);
    for (int i = 0; i < tools; i++) {
      builder.tool(tool(i), _ -> RESULT);
    }
    return builder.build();
  }

  /** Some 650 bytes, as tools of servers in the wild have them. */
  private static byte[] tool(int number) {
    return ascii(
        """
        {"name":"tool_%d","title":"Tool %d","description":"Looks for documents that match all words \
        of the query, in the order of how well they do.","inputSchema":{\
        "$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{\
        "query":{"type":"string","description":"What the documents have to be about"},\
        "limit":{"type":"integer","minimum":1,"description":"How many there may be","default":10}},\
        "required":["query"],"additionalProperties":false},"annotations":{"readOnlyHint":true,\
        "destructiveHint":false,"idempotentHint":true,"openWorldHint":false},\
        "execution":{"taskSupport":"forbidden"}}\
        """
            .formatted(number, number));
  }

  private static McpOverHttp mcp(Host host, Time time) {
    return new McpOverHttp(
        host,
        time,
        StreamBounds.DEFAULT,
        ServerInfo.of("fleet", "1", Revision.V2026_07_28.wire(), null),
        ToolSchemas.unknown(),
        Access.everybody(Access.Known.LOCAL),
        new Shares(ServerBounds.Sizes.defaults().memoryBytes()));
  }

  private static Host slow(Host host, Time time, Duration delay) {
    return client -> new Slow(host.open(client), time, delay);
  }

  private record Slow(Conversation inner, Time time, Duration delay) implements Conversation {
    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      if (request.method().equals("tools/list") && delay.isPositive()) {
        var _ = time.after(delay, () -> inner.onRequest(request, reply));
      } else {
        inner.onRequest(request, reply);
      }
    }

    @Override
    public void onNotification(Envelope notification) {
      inner.onNotification(notification);
    }

    @Override
    public void onAnswer(Envelope response) {
      inner.onAnswer(response);
    }

    @Override
    public void onLeft(RequestId request) {
      inner.onLeft(request);
    }

    @Override
    public void close() {
      inner.close();
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
