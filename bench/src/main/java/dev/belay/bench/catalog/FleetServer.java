package dev.belay.bench.catalog;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.belay.bench.http.EchoGateway;
import dev.belay.core.time.Time;
import dev.belay.http.route.Access;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.http.server.HttpServer;
import dev.belay.http.server.HttpServerOptions;
import dev.belay.mcp.server.McpServer;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Many MCP servers in one process, at {@code /s0}, {@code /s1} and so on, with as many tools each;
 * the last one is slow to list them.
 */
public final class FleetServer {
  private static final byte[] RESULT =
      ascii("{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}");

  private FleetServer() {}

  /**
   * Runs the program; the arguments are the port, the number of servers, of tools each, and the
   * last one's delay in ms.
   */
  public static void main(String... arguments) throws IOException, InterruptedException {
    var time = Time.system();
    int servers = Integer.parseInt(arguments[1]);
    int tools = Integer.parseInt(arguments[2]);
    var delay = Duration.ofMillis(Long.parseLong(arguments[3]));
    var routes = Routes.none();
    for (int i = 0; i < servers; i++) {
      var route = EchoGateway.mcp(server(i, tools), time).streamable();
      var served = i == servers - 1 ? new Slow(route, time, delay) : route;
      // The last one is also at the usual path of a single server.
      routes = routes.with("/s" + i, served).with("/mcp", served);
    }
    var at = HttpServerOptions.defaults().at("127.0.0.1", Integer.parseInt(arguments[0]));
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

  /** Some 650 bytes, like tools of real servers. */
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

  private record Slow(Route inner, Time time, Duration delay) implements Route {
    @Override
    public void handle(Request request, Response response) throws InterruptedException {
      if (delay.isPositive() && new String(request.body(), US_ASCII).contains("\"tools/list\"")) {
        time.sleep(delay);
      }
      inner.handle(request, response);
    }

    @Override
    public Access.@Nullable Decision admit(Request head) throws InterruptedException {
      return inner.admit(head);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
